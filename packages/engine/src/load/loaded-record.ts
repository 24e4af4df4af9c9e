import { type Entity, hasValue, message, nearest } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { addCreateRows } from '../run/create-rows.ts';
import { hinted } from '../run/hinted.ts';
import { readCell } from '../run/imports/cell.ts';
import { insertRecord } from '../run/save.ts';
import { touchNew } from '../run/touch.ts';
import { readValue } from '../run/values.ts';
import type { StoredValue } from '../run/values/reading.ts';
import type { Write } from '../run/write.ts';
import { type StoredField, storedFields } from '../sql/identifiers.ts';

/** Texts by the name of their field. */
export type LoadableRow = Readonly<Record<string, string>>;

/** The text between the items of a cell with several. */
export const LOADED_SEPARATOR = ',';

/** One record from texts by field name, with what follows from it (4), noted for the checks at the end. */
export async function insertLoaded(
  write: Write,
  name: string,
  row: LoadableRow,
  withCreateRows = true,
): Promise<string> {
  const { values, errors } = await readLoaded(write, name, row);
  if (errors.length > 0)
    throw new Refusal({
      code: 'INVALID',
      status: 400,
      words: errors.map((error) => error.message),
      errors,
    });
  const { clause } = write.index.entity(name);
  const id = await insertRecord(write, name, { values });
  touchNew(write, name, id, { cause: 'create', action: 'create', clause, path: '' });
  if (withCreateRows) await addCreateRows(write, name, id);
  return id;
}

/** The values of a row, and what is wrong with its texts. */
export async function readLoaded(
  write: Write,
  name: string,
  row: LoadableRow,
): Promise<{ readonly values: ReadonlyMap<string, StoredValue>; readonly errors: readonly FieldError[] }> {
  const entity = write.index.entity(name);
  const errors: FieldError[] = [];
  const values = new Map<string, StoredValue>();
  for (const [key, text] of Object.entries(row)) {
    const field = loadableFields(entity).get(key);
    if (field === undefined) {
      errors.push(noColumn(entity, key));
      continue;
    }
    // An empty cell states nothing, so the field gets its default.
    if (text.trim() === '') continue;
    const cell = await readCell(write, field, text.trim(), LOADED_SEPARATOR, null);
    const reading = 'problem' in cell ? { ok: false as const, ...cell } : readValue(write.index, field, cell.value);
    if (reading.ok) values.set(key, reading.value);
    else errors.push({ field: key, code: 'INVALID', message: reading.problem, clause: field.clause });
  }
  return { values, errors };
}

/** The errors of the columns that a file names and that no row can have. */
export function columnErrors(index: PlanIndex, name: string, columns: readonly string[]): readonly FieldError[] {
  const entity = index.entity(name);
  return columns.filter((column) => !loadableFields(entity).has(column)).map((column) => noColumn(entity, column));
}

const loadable = new WeakMap<Entity, ReadonlyMap<string, StoredField>>();

function loadableFields(entity: Entity): ReadonlyMap<string, StoredField> {
  let fields = loadable.get(entity);
  if (fields === undefined) {
    const stored = storedFields(entity).filter((field) => !hasValue(field.type, 'file', 'made text'));
    loadable.set(entity, (fields = new Map(stored.map((field) => [field.name, field]))));
  }
  return fields;
}

function noColumn(entity: Entity, name: string): FieldError {
  const near = nearest(name, [...loadableFields(entity).keys()]);
  return {
    field: name,
    code: 'INVALID',
    message: hinted(message('noColumn', { entity: entity.label, name: JSON.stringify(name) }), near),
    clause: entity.clause,
  };
}
