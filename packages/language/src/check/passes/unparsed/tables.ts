import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { hasTrait, isUnknownName } from '../../../diagnostics/meaning.ts';
import type { Outline } from './outline.ts';
import type { Lines, Range, Root } from './range.ts';

/** Most of the rows of a table. */
const MOST = 0.6;

/** Tables without a single fitting row: columns changed places, or the heading before a second table is missing. */
export function tablesIn(outline: Outline, errors: readonly Diagnostic[], damaged: readonly Lines[]): readonly Lines[] {
  const byTable = Map.groupBy(errors, ({ span }) => outline.headerOf(outline.lineAt(span.start)));
  const damage = new Set(damaged.map(({ root }) => root));
  return [...byTable].flatMap(([header, found]): Lines[] => {
    if (header < 0) return [];
    const inRows = found.filter((one) => !hasTrait(one, 'lacking'));
    const wrong = count(outline, inRows);
    const last = outline.endOfTable(header);
    const unfit = inRows.filter((one) => damage.has(one) || hasTrait(one, 'foreign row'));
    const twice = inRows.filter(({ code }) => code === 'N037');
    const isTurned =
      wrong > 1 &&
      (outline.isTurned(header) || (wrong >= MOST * (last - header - 1) && count(outline, unfit) * 2 > wrong));
    const isSecond = twice.length > 1 || (twice.length === 1 && outline.isSecond(header));
    const columns = Map.groupBy(
      inRows.filter((one) => damage.has(one) || hasTrait(one, 'record value')),
      ({ code, span }) => `${code} ${outline.columnAt(span.start)}`,
    );
    const sameColumn = [...columns.values()].find(([one, ...others]) => {
      if (one === undefined || others.length === 0 || (isUnknownName(one) && one.code !== 'N604')) return false;
      return !hasTrait(one, 'record value') || (others.length > 1 && others.length + 1 >= last - header - 1);
    });
    const [root] = isSecond ? twice : isTurned ? inRows.toSorted(byPlace) : (sameColumn ?? []).toSorted(byPlace);
    return root === undefined ? [] : [{ root, kind: 'table', first: header, last }];
  });
}

export function byPlace(left: Diagnostic, right: Diagnostic): number {
  return left.span.start - right.span.start;
}

/** The number of lines with diagnostics. */
function count(outline: Outline, found: readonly Diagnostic[]): number {
  return new Set(found.map(({ span }) => outline.lineAt(span.start))).size;
}

/** Headers of which most are not known: tables of another kind. */
export function headersIn(outline: Outline, errors: readonly Diagnostic[]): readonly Lines[] {
  const unknown = errors.filter(({ code }) => code === 'N027');
  return [...Map.groupBy(unknown, ({ span }) => outline.lineAt(span.start))].flatMap(([first, found]): Lines[] => {
    const [root] = found.toSorted(byPlace);
    const cells = outline.cells(first);
    const wrong = new Set(found.map(({ span }) => span.start)).size;
    if (root === undefined || wrong < Math.min(2, cells) || wrong * 2 < cells) return [];
    return [{ root, kind: 'table', first, last: outline.endOfTable(first) }];
  });
}

/** Tables with a column that is not known: of their rows that column is missing. */
export function columnsIn(outline: Outline, errors: readonly Diagnostic[]): readonly (Range & Root)[] {
  return errors
    .filter(({ code }) => code === 'N027')
    .map((root) => {
      const first = outline.lineAt(root.span.start);
      const last = outline.endOfTable(first);
      return {
        root,
        kind: 'structure',
        ...outline.range(first, last),
        // Rows of permissions name actions, not things.
        names: /\|\s*may\s*\|/i.test(outline.text(first)) ? [] : outline.namesIn(first + 1, last),
        words: [],
        statesNames: true,
        isNaming: true,
        isRow: false,
        point: outline.pointNumber(first),
      };
    });
}
