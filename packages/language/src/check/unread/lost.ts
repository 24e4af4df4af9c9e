import type { Diagnostic } from '../../diagnostics/diagnostic.ts';
import type { Span } from '../../source/span.ts';
import type { SpecTree } from '../../syntax/tree.ts';
import { isUnknownName, nameOf } from '../consequences.ts';
import type { Outline } from './outline.ts';
import { HEADINGS, POINTS, STATING } from './places.ts';
import { placeAround, type Range, type Unread } from './range.ts';
import { columnsIn } from './tables.ts';
import { codes, wordsOf } from './words.ts';

/** A place that could not be read, or a header with a column that is not known, by its mistake. */
export type Root = Pick<Unread, 'root' | 'kind' | 'names' | 'statesNames' | 'isNaming'>;

/** What could not be read of a document, looked up by what is said elsewhere. Words are in small letters. */
export interface Lost {
  readonly unread: ReadonlyMap<string, readonly Unread[]>;
  readonly columns: ReadonlyMap<string, readonly Range[]>;
  /** The place of which a diagnostic is the mistake. */
  readonly rootOf: ReadonlyMap<Diagnostic, Root>;
  /** Mistakes of structure: they are always told. */
  readonly structure: ReadonlySet<Diagnostic>;
  /** Names that structure, turned tables and unknown columns may have stated, and all with the first that did. */
  readonly names: {
    readonly ofStructure: ReadonlySet<string>;
    readonly ofTables: ReadonlySet<string>;
    readonly ofColumns: ReadonlySet<string>;
    readonly first: ReadonlyMap<string, number>;
  };
  readonly words: {
    readonly all: ReadonlySet<string>;
    /** Of what states names. */
    readonly stating: ReadonlySet<string>;
    readonly ofStructure: ReadonlySet<string>;
    readonly ofTables: ReadonlySet<string>;
    readonly ofRows: ReadonlyMap<string, number>;
  };
  /** What headings are meant as. */
  readonly meant: ReadonlySet<string>;
  /** What is written where a name should be. */
  readonly misnamed: readonly string[];
  /** The first cells of records with values that can't be theirs, and of permissions to do what nobody can: rows of another table. */
  readonly strayed: ReadonlySet<string>;
  /** Whether a list may be in it, whose children have roles of their owner. */
  readonly ownsChildren: boolean;
  /** The roles in whose rows something is wrong. */
  readonly roles: ReadonlySet<string>;
  /** The fields in whose rows something is wrong. */
  readonly fields: ReadonlySet<string>;
  /** Names that are offered for others. */
  readonly offered: ReadonlySet<string>;
  /** Where another name is offered, by both names, file by file in order. */
  readonly slips: ReadonlyMap<string, ReadonlyMap<string, readonly Range[]>>;
  readonly hasPoint: boolean;
  readonly order: ReadonlyMap<Diagnostic, number>;
}

/** What is said of a field, and follows from its type and rules. */
export const OF_FIELDS = codes('N064 N065 N205 N313 N317 N321 N411 N417 N418 N721');

/** `found` is in the order of the text. */
export function lostIn(
  tree: SpecTree,
  found: readonly Diagnostic[],
  outlines: ReadonlyMap<string, Outline>,
  unread: Lost['unread'],
): Lost {
  const errors = found.filter(({ severity }) => severity === 'error');
  const all = [...unread.values()].flat();
  const byFile = Map.groupBy(errors, ({ span }) => span.file);
  const columns = new Map([...outlines].map(([path, outline]) => [path, columnsIn(outline, byFile.get(path) ?? [])]));
  const headers = [...columns.values()]
    .flat()
    .filter(({ root: { span } }) => placeAround(unread.get(span.file) ?? [], span) === undefined);
  const rootOf = new Map([...headers, ...all].map((place): [Diagnostic, Root] => [place.root, place]));
  const stated = [...rootOf.values()].filter(({ root: { code }, isNaming }) => STATING.has(code) || !isNaming);
  const structure = all.filter(({ kind, isNaming }) => kind === 'structure' && !isNaming);
  const ownsChildren = structure.some((place) => place.ownsChildren);
  const children = ownsChildren
    ? ['parent', ...[...outlines.values()].flatMap((outline) => outline.itemsInSmallLetters())]
    : [];
  const stating = all.filter(({ statesNames, isNaming }) => statesNames && !isNaming);
  const ofKind = (kind: Unread['kind']): readonly Unread[] => stating.filter((place) => place.kind === kind);
  const rows = ofKind('row').map(({ root, words }) => {
    const own = isUnknownName(root) ? nameOf(tree, root) : null;
    return { root, names: [...small([{ words }])].filter((word) => word !== own) };
  });
  return {
    unread,
    columns,
    rootOf,
    structure: new Set(structure.map(({ root }) => root)),
    names: {
      ofStructure: new Set([...structure.flatMap(({ names }) => names), ...children]),
      ofTables: new Set(all.flatMap(({ kind, names }) => (kind === 'table' ? names : []))),
      ofColumns: new Set(headers.flatMap(({ names }) => names)),
      first: firstPlaces(stated, found),
    },
    words: {
      all: small(all),
      stating: small(stating),
      ofStructure: small(ofKind('structure')),
      ofTables: small(ofKind('table')),
      ofRows: firstPlaces(rows, found),
    },
    meant: new Set(
      all.flatMap(({ root: { code, fix } }) => (HEADINGS.has(code) ? (fix?.edits ?? []) : [])).map(({ text }) => text),
    ),
    misnamed: structure.flatMap(({ root: { code }, names }) => (code === 'N038' ? names : [])),
    strayed: small([
      {
        words: firstCells(
          outlines,
          errors,
          (error) =>
            ((error.code === 'N315' || error.code === 'N317') && !isUnknownName(error)) ||
            (error.code === 'N606' && error.fix === undefined),
        ),
      },
    ]),
    ownsChildren,
    roles: new Set(firstCells(outlines, errors, () => true, /\|\s*role\s*\|/i)),
    fields: new Set(firstCells(outlines, errors, ({ code }) => !OF_FIELDS.has(code), /\|\s*field\s*\|/i)),
    offered: new Set(errors.flatMap(({ offered }) => offered ?? [])),
    slips: slipsIn(({ file, ...range }) => outlines.get(file)?.slice(range) ?? '', errors),
    hasPoint: all.some(({ root, isPoint }) => isPoint || POINTS.has(root.code)),
    order: new Map(found.map((diagnostic, index) => [diagnostic, index])),
  };
}

function small(places: readonly Pick<Unread, 'words'>[]): ReadonlySet<string> {
  return new Set(places.flatMap(({ words }) => words.map((word) => word.toLowerCase())));
}

/** The first cells of rows in which some errors are, in tables with such a header. */
function firstCells(
  outlines: ReadonlyMap<string, Outline>,
  errors: readonly Diagnostic[],
  isOne: (error: Diagnostic) => boolean,
  header = /\|/,
): readonly string[] {
  return errors.filter(isOne).flatMap(({ span }) => {
    const outline = outlines.get(span.file);
    if (outline === undefined) return [];
    const line = outline.lineAt(span.start);
    const above = outline.headerOf(line);
    return above >= 0 && header.test(outline.text(above)) ? outline.namesIn(line, line) : [];
  });
}

/** Names that could not be read, with the first diagnostic of which it is so. */
function firstPlaces(
  places: readonly Pick<Unread, 'root' | 'names'>[],
  found: readonly Diagnostic[],
): ReadonlyMap<string, number> {
  const namesOf = new Map(places.map(({ root, names }) => [root, names]));
  const first = new Map<string, number>();
  for (const [index, diagnostic] of found.entries())
    for (const name of namesOf.get(diagnostic) ?? []) if (!first.has(name)) first.set(name, index);
  return first;
}

function slipsIn(sourceOf: (span: Span) => string, errors: readonly Diagnostic[]): Lost['slips'] {
  const slips = new Map<string, Map<string, Range[]>>();
  for (const { span: place, fix } of errors) {
    for (const { span, text } of fix?.edits ?? []) {
      for (const word of wordsOf(`${sourceOf(span)} ${text}`)) {
        const files = slips.get(word) ?? new Map<string, Range[]>();
        slips.set(word, files);
        const places = files.get(place.file);
        if (places) places.push(place);
        else files.set(place.file, [place]);
      }
    }
  }
  return slips;
}
