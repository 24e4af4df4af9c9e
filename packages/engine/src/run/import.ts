import { type Entity, type Field, message, type Message, type Plan } from '@nonet/language';
import type { ImportedRow, ImportTable } from '../engine.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { LateBody, unsettable } from './body.ts';
import { readCell } from './cell.ts';
import { createRecord } from './create.ts';
import { GivenNumbers } from './given-numbers.ts';
import { grantsOf, judgeResult, ownEntityFor, refuseHopeless, refuseUnauthenticated, settableFor } from './permit.ts';
import { putInAlone } from './put-in-alone.ts';
import { refuseInvalid, statusOf } from './refuse.ts';
import { wireId } from './values/number-id.ts';
import { sendAhead, type Write } from './write.ts';

/** What stands between the items of a cell with several, as an export writes them. */
const SEPARATOR = ';';

/** Kinds that no cell can hold: what is uploaded, and lists of records. */
const NOT_IN_CELLS: ReadonlySet<string> = new Set(['file', 'image', 'children']);

/**
 * Creates a record from each row of a table, each as if whoever imports had created it alone, which their `import` cells
 * allow, too (6). Answers what became of each row: as long as one is refused, the caller lets the transaction go.
 */
export async function importRecords(write: Write, name: string, table: ImportTable): Promise<ImportedRow[]> {
  const entity = ownEntityFor(write, name);
  for (const action of ['create', 'import'] as const) {
    refuseUnauthenticated(write, grantsOf(write, name, action));
    refuseHopeless(write, name, action);
  }
  const fields = readHeader(write, entity, table.header);
  const numbers = new GivenNumbers();
  const rows: ImportedRow[] = [];
  for (const { line, cells } of table.rows) {
    const body = new LateBody((errors) => readRow(write, fields, cells, errors));
    const row = await putInAlone({ ...write, numbers }, async (own) => {
      const id = await createRecord(own, name, body);
      sendAhead(own, judgeResult(own, name, id, 'import', [], true));
      return id;
    });
    rows.push({
      line,
      change: 'create',
      id: row.ok ? wireId(write.index, name, row.id) : null,
      errors: row.ok ? [] : row.errors.map((error) => ({ ...error, line })),
      warns: !row.ok && row.warns,
    });
  }
  await numbers.write(write.client);
  return rows;
}

/** The refusal of a whole import: everything that is wrong, by line; where all of it only warns, to be confirmed (5). */
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

/** The codes that let all rows in, once they are confirmed; none where something is wrong. */
export function confirmable(rows: readonly ImportedRow[]): string[] {
  const refused = rows.filter((row) => row.errors.length > 0);
  if (!refused.every((row) => row.warns)) return [];
  return [...new Set(refused.flatMap((row) => row.errors.map(({ code }) => code)))];
}

/** The fields that a header names, as far as who imports may set them. */
function readHeader(write: Write, entity: Entity, header: readonly string[]): Field[] {
  const errors: FieldError[] = [];
  const rights = settableFor(write);
  const settable = (field: Field) => (NOT_IN_CELLS.has(field.type.kind) ? 'no' : rights(entity.name, field, true));
  const known = entity.fields.filter((field) => settable(field) !== 'unknown');
  const columns = new Map<Field, string>();
  for (const name of header) {
    const [field = null, other] = calledSo(write.index.plan, entity, known, name);
    const problem = (words: Message) =>
      errors.push({ field: name, code: 'INVALID', message: words, clause: entity.clause });
    if (field === null || settable(field) !== 'yes') {
      const reader = { index: write.index, settable: (_of: string, candidate: Field) => settable(candidate), errors };
      errors.push(unsettable(reader, entity.name, name, field, true, ''));
    } else if (other !== undefined) problem(message('severalFields', { name, fields: [field.name, other.name] }));
    else if (columns.has(field))
      problem(message('sameField', { name, other: columns.get(field) ?? '', field: field.name }));
    else columns.set(field, name);
  }
  if (errors.length > 0)
    throw refuseInvalid(
      write.index,
      errors.map((error) => ({ ...error, line: 1 })),
    );
  return [...columns.keys()];
}

/**
 * By their name, else by their label in the language of the request, else in any other, else by the words of a screen's
 * column, which an export has for them: a file may have been exported by somebody who reads another language.
 */
function calledSo({ screens }: Plan, entity: Entity, fields: readonly Field[], name: string): readonly Field[] {
  const named = fields.filter((field) => field.name === name);
  if (named.length > 0) return named;
  const labelled = fields.filter((field) => field.label === name);
  if (labelled.length > 0) return labelled;
  const translated = fields.filter((field) => Object.values(field.labels).includes(name));
  if (translated.length > 0) return translated;
  const columns = screens
    .filter((screen) => screen.entity === entity.name)
    .flatMap(({ groups }) => groups.flatMap((group) => group.columns));
  const shown = new Set(columns.flatMap(({ path, label }) => (label === name && path.length === 1 ? path : [])));
  return fields.filter((field) => shown.has(field.name));
}

/** The body of a create. An empty cell says nothing: the default stands. */
async function readRow(write: Write, fields: readonly Field[], cells: readonly string[], errors: FieldError[]) {
  const body: Record<string, unknown> = {};
  for (const [place, field] of fields.entries()) {
    const text = (cells[place] ?? '').trim();
    if (text === '') continue;
    const cell = await readCell(write, field, text, SEPARATOR);
    if ('value' in cell) body[field.name] = cell.value;
    else errors.push({ field: field.name, code: 'INVALID', message: cell.problem, clause: field.clause });
  }
  return body;
}
