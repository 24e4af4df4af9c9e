import { type Field, message } from '@nonet/language';
import type { ImportedRow, ImportTable } from '../../engine.ts';
import { type FieldError, Refusal } from '../../refusal.ts';
import { LateBody } from '../body.ts';
import { areCreatedAlone } from '../../isolation/created-alone.ts';
import { lookUpNames, readCell } from './cell.ts';
import { createRecord } from '../create.ts';
import { GivenNumbers } from '../given-numbers.ts';
import { readHeader } from './import-header.ts';
import { grantsOf, ownEntityFor, refuseNeverAllowed, refuseUnauthenticated } from '../authorize.ts';
import { putInAlone } from '../put-in-alone.ts';
import { statusOf } from '../refuse.ts';
import { wireId } from '../values/number-id.ts';
import type { Write } from '../write.ts';
import { type WrittenCells, writtenCells } from './written-cells.ts';

/** The text between the items of a cell with several, as an export writes them. */
const SEPARATOR = ';';

/**
 * Creates a record from each row of a table, each as if the importing actor had created it alone, which their `import`
 * cells must allow, too (6). Returns the result of each row, and the columns that no import takes. If a row is refused,
 * the caller rolls the transaction back.
 */
export async function importRecords(
  write: Write,
  name: string,
  table: ImportTable,
): Promise<{ readonly rows: ImportedRow[]; readonly ignored: readonly string[] }> {
  const entity = ownEntityFor(write, name);
  for (const action of ['create', 'import'] as const) {
    refuseUnauthenticated(write, grantsOf(write, name, action));
    refuseNeverAllowed(write, name, action);
  }
  const { fields, ignored } = readHeader(write, entity, table.header);
  const numbers = new GivenNumbers();
  const written = table.locale === null ? null : writtenCells(table.locale, write.index.plan.settings);
  const texts = fields.flatMap((field, place) =>
    field === null ? [] : [{ field, texts: table.rows.map(({ cells }) => cells[place] ?? '') }],
  );
  // Rows that decide about others may also decide what these refer to.
  const named = areCreatedAlone(write.index.plan, name) ? await lookUpNames(write, name, texts, SEPARATOR) : null;
  const naming: Write = named === null ? write : { ...write, named };
  const rows: ImportedRow[] = [];
  for (const { line, cells } of table.rows) {
    const body = new LateBody((errors) => readRow(naming, fields, cells, written, errors));
    const putIn = (own: Write) => createRecord(own, name, body, { imports: true });
    let row = await putInAlone({ ...write, numbers }, putIn);
    // Refusals of the database reveal other records, so only people who may create this one see them.
    if (!row.ok && row.errors.some(({ code }) => code === 'NOT_UNIQUE'))
      row = await putInAlone({ ...write, numbers, judgesFirst: true }, putIn);
    rows.push({
      line,
      change: 'create',
      id: row.ok ? wireId(write.index, name, row.id) : null,
      errors: row.ok ? [] : row.errors.map((error) => ({ ...error, line })),
      warns: !row.ok && row.warns,
    });
  }
  await numbers.write(write.client);
  return { rows, ignored };
}

/**
 * The refusal of a whole import: everything that is wrong, by line; where all of it only warns, to be confirmed (5).
 */
export function refuseImport(write: Write, rows: readonly ImportedRow[]): Refusal {
  const errors = rows.flatMap((row) => row.errors);
  const [first] = errors;
  if (first === undefined) throw new Error('An import is refused for its errors.');
  const refused = rows.filter((row) => row.errors.length > 0);
  return new Refusal({
    code: first.code,
    status: statusOf(write.index, first.code),
    clause: first.clause,
    words: errors.length === 1 ? first.message : message('rowsRefused', { refused: refused.length, all: rows.length }),
    errors,
    confirm: confirmable(rows),
  });
}

/** The codes that let all rows in, once they are confirmed; none if something is wrong. */
export function confirmable(rows: readonly ImportedRow[]): string[] {
  const refused = rows.filter((row) => row.errors.length > 0);
  if (!refused.every((row) => row.warns)) return [];
  return [...new Set(refused.flatMap((row) => row.errors.map(({ code }) => code)))];
}

/** The body of a create. An empty cell states nothing, so the field gets its default. */
async function readRow(
  write: Write,
  fields: readonly (Field | null)[],
  cells: readonly string[],
  written: WrittenCells | null,
  errors: FieldError[],
) {
  const body: Record<string, unknown> = {};
  for (const [place, field] of fields.entries()) {
    const text = (cells[place] ?? '').trim();
    if (field === null || text === '') continue;
    const cell = await readCell(write, field, text, SEPARATOR, written);
    if ('value' in cell) body[field.name] = cell.value;
    else errors.push({ field: field.name, code: 'INVALID', message: cell.problem, clause: field.clause });
  }
  return body;
}
