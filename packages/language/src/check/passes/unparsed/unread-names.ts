import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName } from '../../../diagnostics/meaning.ts';
import type { SpecTree } from '../../../syntax/tree.ts';
import { nameOf } from '../name-of.ts';
import type { Root, Unparsed } from './range.ts';

/** The names that places which could not be read may have stated. Words are in small letters. */
export interface UnreadNames {
  /** Names that structure, turned tables and unknown columns may have stated, and all with the first that did. */
  readonly ofStructure: ReadonlySet<string>;
  readonly ofTables: ReadonlySet<string>;
  readonly ofColumns: ReadonlySet<string>;
  readonly first: ReadonlyMap<string, number>;
  /** Words of what states names. */
  readonly words: {
    readonly all: ReadonlySet<string>;
    readonly asWritten: ReadonlySet<string>;
    readonly ofStructure: ReadonlySet<string>;
    readonly ofTables: ReadonlySet<string>;
    readonly ofRows: ReadonlyMap<string, number>;
  };
  /** The meanings of headings. */
  readonly meant: ReadonlySet<string>;
  /** The words that are in the place of a name. */
  readonly misnamed: readonly string[];
}

/** `children` are the names of possible owned children; `order` is the order of the mistakes. */
export function unreadNames(
  tree: SpecTree,
  places: readonly Root[],
  children: readonly string[],
  order: ReadonlyMap<Diagnostic, number>,
): UnreadNames {
  const stated = places.filter(({ root, isNaming }) => hasTrait(root, 'stating names') || !isNaming);
  const structure = places.filter(({ kind, isNaming }) => kind === 'structure' && !isNaming);
  const stating = places.filter(({ statesNames, isNaming }) => statesNames && !isNaming);
  const ofKind = (kind: Root['kind']): readonly Root[] => stating.filter((place) => place.kind === kind);
  const rows = ofKind('row').map(({ root, words }) => {
    const own = isUnknownName(root) ? nameOf(tree, root) : null;
    return { root, names: [...small([{ words }])].filter((word) => word !== own) };
  });
  return {
    ofStructure: new Set([...structure.flatMap(({ names }) => names), ...children]),
    ofTables: new Set(places.flatMap(({ kind, names }) => (kind === 'table' ? names : []))),
    ofColumns: new Set(
      places.flatMap(({ root, kind, names }) => (root.code === 'N027' && kind === 'structure' ? names : [])),
    ),
    first: firstPlaces(stated, order),
    words: {
      all: small(stating),
      asWritten: new Set(stating.flatMap(({ words }) => words)),
      ofStructure: small(ofKind('structure')),
      ofTables: small(ofKind('table')),
      ofRows: firstPlaces(rows, order),
    },
    meant: new Set(
      places
        .flatMap(({ root }) => (hasTrait(root, 'unread heading') ? (root.fix?.edits ?? []) : []))
        .map(({ text }) => text),
    ),
    misnamed: structure.flatMap(({ root: { code }, names }) => (code === 'N038' ? names : [])),
  };
}

/** The words of some places in small letters. */
export function small(places: readonly Pick<Unparsed, 'words'>[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
}

/** Names that could not be read, with the first diagnostic of which it is so. */
function firstPlaces(
  places: readonly Pick<Unparsed, 'root' | 'names'>[],
  order: ReadonlyMap<Diagnostic, number>,
): ReadonlyMap<string, number> {
  const first = new Map<string, number>();
  for (const { root, names } of places) {
    const place = order.get(root) ?? Infinity;
    for (const name of names) first.set(name, Math.min(place, first.get(name) ?? Infinity));
  }
  return first;
}
