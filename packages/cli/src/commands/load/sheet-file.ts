import { readFile } from 'node:fs/promises';
import { unreadable } from '../../document.ts';
import { Failure } from '../../failure.ts';
import { NotReadable } from '../../import/foreign.ts';
import { readWorkbook, type SheetTable, tableOf } from '../../import/read-workbook.ts';
import type { Line } from './file-line.ts';

/** The workbook and the sheet that a name states, `shop.xlsx#Customers`; null: it names no workbook. `sheet` null: the only one. */
export function sheetIn(name: string): { readonly file: string; readonly sheet: string | null } | null {
  const [, file, sheet = null] = /^(.*\.xls[xm])(?:#(.*))?$/i.exec(name) ?? [];
  return file === undefined ? null : { file, sheet };
}

/** The rows of a sheet that have values, the names of its columns first, as the lines of a CSV file. */
export async function* readSheet(file: string, sheet: string | null): AsyncGenerator<Line> {
  const { header, names, rows } = await tableIn(file, sheet);
  // A column without a name and without values is none.
  const columns = names.flatMap((name, place) =>
    name === '' && rows.every(({ cells }) => (cells[place] ?? null) === null) ? [] : [place],
  );
  yield { cells: columns.map((place) => names[place] ?? ''), line: header };
  for (const { number, cells } of rows) yield { cells: columns.map((place) => cells[place]?.text ?? ''), line: number };
}

async function tableIn(file: string, wanted: string | null): Promise<SheetTable> {
  const content = await readFile(file).catch((error: unknown) => {
    throw unreadable(file, error);
  });
  const sheets = await readWorkbook(content).catch((error: unknown) => {
    throw error instanceof NotReadable ? new Failure(`${file}: ${error.place}: ${error.message}`, 3) : error;
  });
  const all = sheets.map(({ name }) => name).join(', ');
  const named = wanted === null ? sheets : sheets.filter(({ name }) => name === wanted);
  const [found, ...others] = named;
  if (found === undefined) throw new Failure(`${file} has no sheet ${JSON.stringify(wanted)}. It has: ${all}.`);
  if (others.length > 0)
    throw new Failure(`${file} has several sheets: --sheet names the one to load. It has: ${all}.`, 2);
  if (found.errors.length > 0)
    throw new Failure(
      `${file}: cells without a value: ${found.errors
        .slice(0, 10)
        .map(({ cell, error }) => `${found.name}!${cell} ${error}`)
        .join(', ')}${found.errors.length > 10 ? ', …' : ''}.`,
    );
  const table = tableOf(found);
  if (table === null) throw new Failure(`${file}: the sheet ${found.name} has no values.`);
  return table;
}
