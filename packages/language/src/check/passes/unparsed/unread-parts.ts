import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isOfEntity, isUnknownName, pointsOf } from '../../../diagnostics/meaning.ts';
import type { Span } from '../../../source/span.ts';
import type { SpecTree } from '../../../syntax/tree.ts';
import { type UnreadNames, unreadNames, small } from './unread-names.ts';
import type { Outline } from './outline.ts';
import { mayState, placeAround, type Range, type Root, type Unparsed } from './range.ts';
import { columnsIn } from './tables.ts';
import { wordsOf } from './words.ts';

/** The parts of a document that could not be read, indexed for errors elsewhere. */
export interface UnreadParts {
  readonly unparsed: ReadonlyMap<string, readonly Unparsed[]>;
  readonly columns: ReadonlyMap<string, readonly Range[]>;
  /** The place of which a diagnostic is the mistake. */
  readonly rootOf: ReadonlyMap<Diagnostic, Root>;
  /** Mistakes of structure: they are always reported. */
  readonly structure: ReadonlySet<Diagnostic>;
  /** The names that it may have stated. */
  readonly names: UnreadNames;
  /** The unread parts that an error about an unknown name may mean. */
  readonly namesFor: (error: Diagnostic) => UnreadNames;
  /** All its words, in small letters. */
  readonly words: ReadonlySet<string>;
  /**
   * The first cells of records whose values can't be right, and of permissions for impossible actions: rows of another
   * table.
   */
  readonly strayed: ReadonlySet<string>;
  /** Whether it may contain a list, whose children have roles of their owner. */
  readonly ownsChildren: boolean;
  /** The roles in whose rows something is wrong. */
  readonly roles: ReadonlySet<string>;
  /** The fields in whose rows something is wrong, and the same with their entities: `Claim.project`. */
  readonly fields: ReadonlySet<string>;
  readonly fieldsOfEntities: ReadonlySet<string>;
  /** Names that are offered for others. */
  readonly offered: ReadonlySet<string>;
  /** Places where another name is suggested, by both names, in order of files and offsets. */
  readonly slips: ReadonlyMap<string, ReadonlyMap<string, readonly Range[]>>;
  readonly hasPoint: boolean;
  readonly order: ReadonlyMap<Diagnostic, number>;
}

/** `found` is in the order of the text. */
export function unreadPartsIn(
  tree: SpecTree,
  found: readonly Diagnostic[],
  outlines: ReadonlyMap<string, Outline>,
  unparsed: UnreadParts['unparsed'],
): UnreadParts {
  const errors = found.filter(({ severity }) => severity === 'error');
  const all = [...unparsed.values()].flat();
  const byFile = Map.groupBy(errors, ({ span }) => span.file);
  const columns = new Map([...outlines].map(([path, outline]) => [path, columnsIn(outline, byFile.get(path) ?? [])]));
  const headers = [...columns.values()]
    .flat()
    .filter(({ root: { span } }) => placeAround(unparsed.get(span.file) ?? [], span) === undefined);
  const roots: readonly Root[] = [...headers, ...all];
  const structure = all.filter(({ kind, isNaming }) => kind === 'structure' && !isNaming);
  const children = structure.some(({ ownsChildren }) => ownsChildren)
    ? ['parent', ...[...outlines.values()].flatMap((outline) => outline.itemsInSmallLetters())]
    : [];
  const order = new Map(found.map((diagnostic, index) => [diagnostic, index]));
  const namesOf = (isMeant: (root: Root) => boolean): UnreadNames =>
    unreadNames(tree, roots.filter(isMeant), children, order);
  const names = namesOf(() => true);
  const known = new Map<string, UnreadNames>();
  return {
    unparsed,
    columns,
    rootOf: new Map(roots.map((place) => [place.root, place])),
    structure: new Set(structure.map(({ root }) => root)),
    names,
    namesFor: (error) => {
      if (!isUnknownName(error)) return names;
      const kind = `${pointsOf(error)} ${isOfEntity(error)}`;
      const ofKind = known.get(kind) ?? namesOf((root) => mayState(root, error));
      known.set(kind, ofKind);
      return ofKind;
    },
    words: small(all),
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
    ownsChildren: children.length > 0,
    roles: new Set(firstCells(outlines, errors, () => true, /\|\s*role\s*\|/i)),
    fields: new Set(firstCells(outlines, errors, isOfField, FIELD)),
    fieldsOfEntities: new Set(firstCells(outlines, errors, isOfField, FIELD, true)),
    offered: new Set(errors.flatMap(({ offered }) => offered ?? [])),
    slips: slipsIn(({ file, ...range }) => outlines.get(file)?.slice(range) ?? '', errors),
    hasPoint: all.some(({ root, isPoint }) => isPoint || hasTrait(root, 'hidden point')),
    order,
  };
}

const FIELD = /\|\s*field\s*\|/i;

function isOfField(error: Diagnostic): boolean {
  return !hasTrait(error, 'of a field');
}

/** The first cells of rows in which some errors are, in tables with such a header. */
function firstCells(
  outlines: ReadonlyMap<string, Outline>,
  errors: readonly Diagnostic[],
  isOne: (error: Diagnostic) => boolean,
  header = /\|/,
  withItem = false,
): readonly string[] {
  return errors.filter(isOne).flatMap(({ span }) => {
    const outline = outlines.get(span.file);
    if (outline === undefined) return [];
    const line = outline.lineAt(span.start);
    const above = outline.headerOf(line);
    if (above < 0 || !header.test(outline.text(above))) return [];
    const names = outline.namesIn(line, line);
    return withItem ? names.map((name) => `${outline.itemAbove(line)}.${name}`) : names;
  });
}

function slipsIn(sourceOf: (span: Span) => string, errors: readonly Diagnostic[]): UnreadParts['slips'] {
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
