import { itemAt, mapPair } from '../../../collections.ts';
import { SUGGESTION_CODES } from '../../../diagnostics/codes/suggestions.ts';
import { diagnose } from '../../../diagnostics/diagnose.ts';
import type { Diagnostic, Fix } from '../../../diagnostics/diagnostic.ts';
import { hasTrait } from '../../../diagnostics/meaning.ts';
import { isWithin } from '../../../source/span.ts';
import type { Cell, Row, SpecTree, Table } from '../../../syntax/tree.ts';
import { type Suggest, type Suggestion, sourceAt } from './suggestion.ts';
import { type PlacedTable, tablesOf } from './tables.ts';

/** Two neighbouring columns of a table whose headers changed places. */
export const swappedColumns: Suggest = (tree, { errors }) =>
  tablesWithKinds(tree).flatMap((placed) => {
    const { headers, rows, span: mustClear } = placed.table;
    const columns = foreignColumns(rows, errors);
    const isAtHeading = errors.some((error) => isWithin(error.span, placed.section.heading.span));
    const isUnknown = errors.some(({ span }) => headers.some((header) => isWithin(span, header.span)));
    if (isUnknown) return [];
    const isLikely = columns !== null && (columns.length > 0 || isAtHeading);
    return [...(isLikely ? pairsOf(headers, columns) : []), ...emptied(placed.table, errors)].flatMap(
      ([left, right]): readonly Suggestion[] => {
        const prose = proseOf(headers, [headers.indexOf(left), headers.indexOf(right)]);
        if (!rows.some(({ cells }) => isMeant(cells, prose))) return [];
        const least = prose.length > 0 ? 1 : 2;
        const fix = swap(tree, left, right, 'Swap the two headers');
        const details = { left: left.text, right: right.text };
        const span = { ...left.span, end: right.span.end };
        return [
          { fix, mustClear, least, report: () => diagnose('N092', SUGGESTION_CODES.N092, details, span, { fix }) },
        ];
      },
    );
  });

/**
 * Neighbouring headers, one of them for prose: in each wrong row, the prose cell has the value of the other one, which
 * is empty.
 */
function emptied({ headers, rows }: Table, errors: readonly Diagnostic[]): readonly (readonly [Cell, Cell])[] {
  const wrong = rows.filter(({ span }) => errors.some((error) => isWithin(error.span, span)));
  if (wrong.length < 2) return [];
  return pairsOf(headers, []).filter((pair) => {
    const [first, second] = mapPair(pair, (header) => headers.indexOf(header));
    const [prose, ...more] = proseOf(headers, [first, second]);
    const other = prose === first ? second : first;
    return (
      prose !== undefined &&
      more.length === 0 &&
      wrong.every(({ cells }) => cells[prose]?.text !== '' && cells[other]?.text === '')
    );
  });
}

/** Two neighbouring cells of a row that changed places. */
export const swappedCells: Suggest = (tree, { errors }) =>
  tablesWithKinds(tree).flatMap(({ table: { headers, rows } }) =>
    rows.flatMap(({ cells, span: mustClear }) => {
      const columns = foreignColumns([{ cells }], errors) ?? [];
      if (columns.length === 0) return [];
      // Errors in a third cell may follow from these two.
      const both = pairsOf(cells, columns);
      const pairs = both.length > 0 ? both : columns.flatMap((column) => pairsOf(cells, [column]));
      return pairs.flatMap(([left, right]): readonly Suggestion[] => {
        const [first, second] = [cells.indexOf(left), cells.indexOf(right)];
        const prose = proseOf(headers, [first, second]);
        if (!isMeant(cells, prose)) return [];
        // If a value only moved into the empty cell beside it, one such row is evidence enough.
        const least = prose.length > 0 || left.text === '' || right.text === '' ? 1 : 2;
        const fix: Fix = { ...swap(tree, left, right, 'Swap the two cells'), isOffer: true };
        const details = { left: headers[first]?.text ?? '', right: headers[second]?.text ?? '' };
        const span = { ...left.span, end: right.span.end };
        return [
          { fix, mustClear, least, report: () => diagnose('N093', SUGGESTION_CODES.N093, details, span, { fix }) },
        ];
      });
    }),
  );

/**
 * All tables except those of permissions: their columns all take the same values, and a swap would give rights to
 * others.
 */
function tablesWithKinds(tree: SpecTree): readonly PlacedTable[] {
  return tablesOf(tree).filter(({ table }) => !table.headers.some(({ text }) => text.toLowerCase() === 'may'));
}

/** The columns with wrong cells; null if there are errors, but none of them concerns a whole cell. */
function foreignColumns(rows: readonly Pick<Row, 'cells'>[], errors: readonly Diagnostic[]): readonly number[] | null {
  const wrong = errors.flatMap((error) =>
    [error.span, ...(error.related ?? []).map((other) => other.span)].flatMap((place) =>
      rows.flatMap(({ cells }) =>
        cells.flatMap((cell, column) =>
          isWithin(place, cell.span)
            ? [
                {
                  column,
                  isForeign:
                    cell.text !== '' &&
                    isMisplaced(error) &&
                    (hasTrait(error, 'part of a cell') || isWithin(cell.span, place)),
                },
              ]
            : [],
        ),
      ),
    ),
  );
  return wrong.length > 0 && !wrong.some(({ isForeign }) => isForeign) ? null : wrong.map(({ column }) => column);
}

/** Whether an error says that a text is no misspelling of what should be there. */
function isMisplaced(error: Diagnostic): boolean {
  return error.fix === undefined || hasTrait(error, 'no name');
}

/** Neighbouring cells, of which one is in each of the columns. */
function pairsOf(cells: readonly Cell[], columns: readonly number[]): readonly (readonly [Cell, Cell])[] {
  return cells.slice(1).flatMap((right, index) => {
    const left = itemAt(cells, index);
    return columns.every((column) => column === index || column === index + 1) ? [[left, right] as const] : [];
  });
}

/** The columns among these in which nothing can be wrong. */
function proseOf(headers: readonly Cell[], columns: readonly number[]): readonly number[] {
  return columns.filter((column) => /^(?:meaning|note|message|label)\b/i.test(headers[column]?.text ?? ''));
}

/** Whether swapping the cells corrects anything: moving a value to an unread cell corrects nothing. */
function isMeant(cells: readonly Cell[], prose: readonly number[]): boolean {
  return prose.every((column) => cells[column]?.text !== '');
}

function swap(tree: SpecTree, left: Cell, right: Cell, title: string): Fix {
  return {
    title,
    edits: [
      { span: left.span, text: sourceAt(tree, right.span) },
      { span: right.span, text: sourceAt(tree, left.span) },
    ],
  };
}
