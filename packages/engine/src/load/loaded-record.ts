import { type Entity, type Field, hasValue, message, type Message, nearest } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { addCreateRows } from '../run/create-rows.ts';
import { hinted } from '../run/hinted.ts';
import { readCell, readKnownCell } from '../run/imports/cell.ts';
import { insertRecord } from '../run/save.ts';
import { touchNew } from '../run/touch.ts';
import { readValue } from '../run/values.ts';
import type { StoredValue } from '../run/values/reading.ts';
import type { Write } from '../run/write.ts';
import { storedFields } from '../sql/identifiers.ts';

/** Texts by the name of their field; of a list of owned children, they as a list in JSON, each by the names of its fields. */
export type LoadableRow = Readonly<Record<string, string>>;

/** The text between the items of a cell with several. */
export const LOADED_SEPARATOR = ',';

/** The values of a record, and of its owned children. */
export interface ReadRecord {
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly children: readonly ReadChild[];
}

export interface ReadChild extends ReadRecord {
  readonly entity: string;
  readonly position: number;
  /** Its place in the row: `lines.0.`. */
  readonly path: string;
}

/** One record from texts by field name, with what follows from it (4), noted for the checks at the end. */
export async function insertLoaded(
  write: Write,
  name: string,
  row: LoadableRow,
  withCreateRows = true,
): Promise<string> {
  const { record, errors } = await readLoaded(write, name, row);
  if (errors.length > 0)
    throw new Refusal({
      code: 'INVALID',
      status: 400,
      words: errors.map((error) => error.message),
      errors,
    });
  const { clause } = write.index.entity(name);
  const id = await insertRecord(write, name, { values: record.values });
  touchNew(write, name, id, { cause: 'create', action: 'create', clause, path: '' });
  await insertChildren(write, id, record.children, clause);
  if (withCreateRows) await addCreateRows(write, name, id);
  return id;
}

async function insertChildren(
  write: Write,
  owner: string,
  children: readonly ReadChild[],
  clause: string,
): Promise<void> {
  for (const { entity, position, path, values, children: below } of children) {
    const id = await insertRecord(write, entity, { values, parent: { id: owner, position } });
    touchNew(write, entity, id, { cause: 'create', action: 'create', clause, path });
    await insertChildren(write, id, below, clause);
  }
}

/** The values of a row, and what is wrong with its texts. */
export async function readLoaded(
  write: Write,
  name: string,
  row: LoadableRow,
  path = '',
): Promise<{ readonly record: ReadRecord; readonly errors: readonly FieldError[] }> {
  const entity = write.index.entity(name);
  const errors: FieldError[] = [];
  const values = new Map<string, StoredValue>();
  const children: ReadChild[] = [];
  for (const [key, text] of Object.entries(row)) {
    const field = loadableFields(entity).get(key);
    if (field === undefined) {
      errors.push({ ...noColumn(entity, key), field: `${path}${key}` });
      continue;
    }
    // An empty cell states nothing, so the field gets its default.
    if (text.trim() === '') continue;
    const problem = (words: Message) =>
      errors.push({ field: `${path}${key}`, code: 'INVALID', message: words, clause: field.clause });
    if (field.type.kind === 'children') {
      const rows = childRows(write.index, field, text);
      if ('problem' in rows) problem(rows.problem);
      else
        for (const [position, child] of rows.rows.entries()) {
          const at = `${path}${key}.${position}.`;
          const read = await readLoaded(write, field.type.entity, child, at);
          errors.push(...read.errors);
          children.push({ ...read.record, entity: field.type.entity, position, path: at });
        }
      continue;
    }
    const cell =
      readKnownCell(write, field, text.trim(), LOADED_SEPARATOR, null) ??
      (await readCell(write, field, text.trim(), LOADED_SEPARATOR, null));
    const reading = 'problem' in cell ? { ok: false as const, ...cell } : readValue(write.index, field, cell.value);
    if (reading.ok) values.set(key, reading.value);
    else problem(reading.problem);
  }
  return { record: { values, children }, errors };
}

/** The owned children in a cell: a list of objects in JSON, the values of which are written as in cells, or as in the API. */
export function childRows(
  index: PlanIndex,
  field: Field,
  text: string,
): { readonly rows: readonly LoadableRow[] } | { readonly problem: Message } {
  const { label } = field;
  if (field.type.kind !== 'children') throw new Error(`${field.clause} lists no owned children.`);
  const { fields } = index.entity(field.type.entity);
  let list: unknown;
  try {
    list = JSON.parse(text);
  } catch {
    return { problem: message('json', { label }) };
  }
  if (!Array.isArray(list)) return { problem: message('list', { label }) };
  const items: readonly unknown[] = list;
  const rows: LoadableRow[] = [];
  for (const item of items) {
    if (typeof item !== 'object' || item === null || Array.isArray(item))
      return { problem: message('object', { label: index.entity(field.type.entity).label }) };
    const cells = Object.entries<unknown>({ ...item }).map(([key, value]): [string, string] => {
      const kind = fields.find(({ name }) => name === key)?.type.kind;
      return [key, cellText(value, kind === 'json' || kind === 'children')];
    });
    rows.push(Object.fromEntries(cells));
  }
  return { rows };
}

/** A value of JSON as a cell states it. */
function cellText(value: unknown, isJson: boolean): string {
  if (typeof value === 'string' && !isJson) return value;
  if (value === null) return '';
  if (Array.isArray(value) && !isJson) return value.map(String).join(LOADED_SEPARATOR);
  return JSON.stringify(value);
}

/** The errors of the columns that a file names and that no row can have. */
export function columnErrors(index: PlanIndex, name: string, columns: readonly string[]): readonly FieldError[] {
  const entity = index.entity(name);
  return columns.filter((column) => !loadableFields(entity).has(column)).map((column) => noColumn(entity, column));
}

/**
 * The names of the fields that columns are about: a column is called by a field's name, or by its label as an exported list has it, where no
 * field is called so and no other one has this label. Any other column keeps its name.
 */
export function columnNames(index: PlanIndex, name: string, columns: readonly string[]): readonly string[] {
  const fields = loadableFields(index.entity(name));
  return columns.map((column) => {
    if (fields.has(column)) return column;
    const labelled = [...fields.values()].filter(({ label }) => label === column);
    const [only] = labelled;
    return only !== undefined && labelled.length === 1 && !columns.includes(only.name) ? only.name : column;
  });
}

const loadable = new WeakMap<Entity, ReadonlyMap<string, Field>>();

function loadableFields(entity: Entity): ReadonlyMap<string, Field> {
  let fields = loadable.get(entity);
  if (fields === undefined) {
    const stored = storedFields(entity).filter((field) => !hasValue(field.type, 'file', 'made text'));
    const lists = entity.fields.filter(({ type }) => type.kind === 'children');
    loadable.set(entity, (fields = new Map([...stored, ...lists].map((field) => [field.name, field]))));
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
