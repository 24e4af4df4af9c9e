import type { Diagnostic } from '../../../diagnostics/diagnostic.ts';
import { hasTrait } from '../../../diagnostics/meaning.ts';
import { isWithin } from '../../../source/span.ts';
import type { Cell, Row, Table } from '../../../syntax/tree.ts';
import { type Suggestion, type Suggest, sourceAt } from './suggestion.ts';
import { type PlacedTable, tablesOf } from './tables.ts';

/** The maximum number of rows that are considered, and of tables to which each may belong. */
const MOST_ROWS = 3;
const MOST_TABLES = 5;

/** A row in the wrong table, whose cells would fit another one. */
export const strayRow: Suggest = (tree, { errors, all }) => {
  // One that nothing follows from is a mistake in the row.
  if (all.length < 2) return [];
  const tables = tablesOf(tree);
  const stray = tables.flatMap(({ table }) =>
    table.rows.flatMap((row) => {
      const root = errors.find((error) => isForeign(error) && isWithin(error.span, row.span));
      return root === undefined ? [] : { table, row, root };
    }),
  );
  return stray.slice(0, MOST_ROWS).flatMap(({ table, row, root }) => {
    return likelyTables(tables, table, row).map(({ table: { span }, section }): Suggestion => {
      const line = { ...row.span, end: row.span.end + 1 };
      const fix = {
        title: `Move this row to the table under “${section.heading.text}”`,
        isOffer: true as const,
        edits: [
          { span: line, text: '' },
          { span: { ...span, start: span.end }, text: `\n${sourceAt(tree, row.span)}` },
        ],
      };
      return { fix, mustClear: null, least: 1, report: () => ({ ...root, fix }) };
    });
  });
};

/** Whether an error says that a text can't be in its cell, and does not only follow from that. */
function isForeign(error: Diagnostic): boolean {
  return hasTrait(error, 'unfit cell') || (error.fix === undefined && hasTrait(error, 'foreign cell'));
}

/**
 * Other tables with as many columns and other ones, those first that have more cells like its own in the same places.
 */
function likelyTables(tables: readonly PlacedTable[], own: Table, row: Row): readonly PlacedTable[] {
  return tables
    .filter(({ table }) => table.headers.length === row.cells.length && headersOf(table) !== headersOf(own))
    .map((placed) => ({ placed, likeness: likenessOf(placed.table, row.cells) }))
    .toSorted((left, right) => right.likeness - left.likeness)
    .slice(0, MOST_TABLES)
    .map(({ placed }) => placed);
}

function headersOf({ headers }: Table): string {
  return headers.map(({ text }) => text.toLowerCase()).join('|');
}

function likenessOf({ rows }: Table, cells: readonly Cell[]): number {
  const isLike = (cell: Cell, column: number): boolean =>
    rows.some(({ cells: others }) => formOf(others[column]) === formOf(cell));
  return cells.filter(isLike).length;
}

/** The form of a cell: a word of small letters and one of capitals differ, two names of fields do not. */
function formOf(cell: Cell | undefined): string {
  return (cell?.text ?? '')
    .replaceAll(/\p{Lu}[\p{Lu}\d_]+/gu, 'X')
    .replaceAll(/\p{Lu}[\p{L}\d]*/gu, 'Xx')
    .replaceAll(/[\p{Ll}_][\p{Ll}\d_]*/gu, 'x')
    .replaceAll(/\d+/g, '0');
}
