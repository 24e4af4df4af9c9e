import { type Expression, type Field, inOrderOfDefaults, readsItsRecord, valuesNeeded } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import {
  column,
  type ColumnName,
  columnOf,
  columnType,
  isStored,
  nextNumberId,
  quote,
  type StoredField,
  storedFields,
  SYSTEM_COLUMNS,
  table,
} from '../sql/identifiers.ts';
import type { SqlContext } from '../sql/context.ts';
import { compileKept } from '../sql/kept.ts';
import { FALSE, not, or } from '../sql/logic.ts';
import type { Parameters } from '../sql/parameters.ts';
import { type Authority, fieldPredicate } from '../sql/permissions.ts';
import { isSealed, sealValues } from '../encryption/secret-fields.ts';
import { nextNumber } from './number.ts';
import { newId } from './values/identifier.ts';
import type { StoredValue } from './values/reading.ts';
import { actorKey, authorityKey, clauseContext, perform, THIS, type Write } from './write.ts';

/** Values that an effect computes in the statement itself. */
export interface ComputedValues {
  /** Distinguishes the statement from others. */
  readonly key: string;
  readonly columns: readonly string[];
  readonly slots: Readonly<Record<string, unknown>>;
  /** The SQL of each column, and what is behind `select`. */
  sql(parameters: Parameters): { readonly values: ReadonlyMap<string, string>; readonly from: string };
}

export interface NewRecord {
  readonly values: ReadonlyMap<string, StoredValue>;
  readonly computed?: ComputedValues;
  readonly parent?: { readonly id: string; readonly position: number } | null;
  /** Its id where the document states it; else a new one. */
  readonly id?: string | null;
}

/** Puts in one record with its defaults, numbers and initial state (3, 4); answers its id. Children come afterwards. */
export async function insertRecord(write: Write, entity: string, record: NewRecord): Promise<string> {
  const { index } = write;
  const stateField = index.stateField(entity);
  const plain = new Map(record.values);
  if (stateField !== null && !plain.has(stateField) && !record.computed?.columns.includes(stateField)) {
    plain.set(stateField, initialState(index, entity));
  }
  const stored = storedFields(index.entity(entity));
  const secrets = stored.filter((field) => isSealed(index, field));
  const worked = secrets.filter(
    ({ name, default: stated }) => record.computed?.columns.includes(name) || (stated !== null && !plain.has(name)),
  );
  // Nothing is awaited otherwise: whoever sends this ahead relies on the order of the statements.
  if (worked.length > 0)
    for (const [name, value] of await secretsOf(write, entity, worked, record)) plain.set(name, value);
  const computed = new Set(record.computed?.columns.filter((name) => !secrets.some((secret) => secret.name === name)));
  for (const field of stored) {
    if (field.type.kind === 'number' && !plain.has(field.name) && !computed.has(field.name))
      plain.set(field.name, await nextNumber(write, `${entity}.${field.name}`, field.type.pattern));
    if (field.type.kind === 'roles' && !plain.has(field.name) && !computed.has(field.name)) plain.set(field.name, []);
  }
  // An encrypted value names its record.
  let id = record.id ?? null;
  if (id === null && secrets.some(({ name }) => plain.has(name)))
    id = index.hasWholeIds(entity) ? await nextId(write, entity) : newId();
  const values = id === null ? plain : sealValues(index, entity, id, plain);
  const given = stored.filter((field) => values.has(field.name));
  const defaults = stored.filter(
    (field) => field.default !== null && !values.has(field.name) && !computed.has(field.name),
  );

  const key = `insert ${entity} ${actorKey(write)} ${given.map((field) => field.name).join(',')} ${defaults.map((field) => field.name).join(',')} ${record.parent ? 'child' : ''} ${id === null ? '' : 'id'} ${record.computed?.key ?? ''}`;
  const [row] = await perform<{ id: string }>(
    write,
    key,
    (parameters) => {
      const own = record.computed?.sql(parameters);
      const stated = new Map(own?.values);
      for (const name of stated.keys()) if (!computed.has(name) && values.has(name)) stated.delete(name);
      if (id !== null) stated.set(SYSTEM_COLUMNS.id, parameters.slot('new_id', 'uuid'));
      if (record.parent) {
        stated.set(SYSTEM_COLUMNS.parent, parameters.slot('parent', 'uuid'));
        stated.set(SYSTEM_COLUMNS.position, parameters.slot('position', 'int'));
      }
      const columns = newColumns(write, parameters, entity, given, defaults, stated);
      return `insert into ${table(entity)} (${[...columns.keys()].map(quote).join(', ')}) select ${[...columns.values()].join(', ')} ${own?.from ?? ''} returning id`;
    },
    {
      ...slots(values),
      ...(record.parent ? { parent: record.parent.id, position: record.parent.position } : {}),
      ...(id === null ? {} : { new_id: id }),
      ...record.computed?.slots,
    },
  );
  if (row === undefined) throw new Error(`No ${entity} was put in.`);
  return row.id;
}

/**
 * Secrets that a statement would compute, or that are defaults: they are computed first, because only what is encrypted
 * is stored.
 */
async function secretsOf(
  write: Write,
  entity: string,
  secrets: readonly StoredField[],
  { computed }: NewRecord,
): Promise<ReadonlyMap<string, StoredValue>> {
  const made = secrets.filter(({ name }) => computed?.columns.includes(name));
  const defaults = secrets.filter((field) => !made.includes(field));
  const found = new Map<string, StoredValue>();
  if (made.length > 0 && computed !== undefined) {
    const names = made.map(({ name }) => name);
    const [row] = await perform<Record<string, StoredValue>>(
      write,
      `secrets of ${computed.key}`,
      (parameters) => {
        const own = computed.sql(parameters);
        return `select ${names.map((name) => `${own.values.get(name) ?? 'null'} as ${quote(name)}`).join(', ')} ${own.from}`;
      },
      computed.slots,
    );
    for (const name of names) found.set(name, row?.[name] ?? null);
  }
  if (defaults.length > 0) {
    const [row] = await perform<Record<string, StoredValue>>(
      write,
      `secret defaults ${entity} ${actorKey(write)} ${defaults.map(({ name }) => name).join(',')}`,
      (parameters) => {
        const context = clauseContext(write, parameters, entity, { this: { kind: 'null' } });
        const texts = defaults.flatMap((field) =>
          field.default === null
            ? []
            : [`${compileKept(field.default, entity, field, context)} as ${quote(field.name)}`],
        );
        return `select ${texts.join(', ')}`;
      },
    );
    for (const { name } of defaults) found.set(name, row?.[name] ?? null);
  }
  return found;
}

/**
 * The columns of a new record: its stamps, the values given (in slots of their own), columns that are `stated` as SQL,
 * and the defaults of these fields, each after those that it reads.
 */
export function newColumns(
  write: Pick<Write, 'index' | 'actor'>,
  parameters: Parameters,
  entity: string,
  given: readonly Field[],
  defaults: readonly Field[],
  stated: ReadonlyMap<string, string> = new Map(),
): Map<string, string> {
  const now = parameters.slot('now', 'timestamptz');
  const by = parameters.slot('user', 'uuid');
  const columns = new Map<string, string>([
    [SYSTEM_COLUMNS.createdAt, now],
    [SYSTEM_COLUMNS.createdBy, by],
    [SYSTEM_COLUMNS.updatedAt, now],
    [SYSTEM_COLUMNS.updatedBy, by],
    [SYSTEM_COLUMNS.enteredAt, now],
  ]);
  for (const field of given) columns.set(field.name, slotOf(write, parameters, field));
  for (const [name, sql] of stated) columns.set(name, sql);
  for (const field of inOrderOfDefaults(defaults, write.index.entity(entity).fields))
    if (field.default !== null)
      columns.set(field.name, defaultOf(write, parameters, entity, field, field.default, columns));
  return columns;
}

/**
 * The SQL of a default. If it reads its own record, that is a row of the columns so far (3): the record is not in its
 * table by then, so that no query finds it.
 */
function defaultOf(
  write: Pick<Write, 'index' | 'actor'>,
  parameters: Parameters,
  entity: string,
  field: Field,
  expression: Expression,
  columns: ReadonlyMap<string, string>,
): string {
  if (!readsItsRecord(expression)) {
    const context = clauseContext(write, parameters, entity, { this: { kind: 'null' } });
    return compileKept(expression, entity, field, context);
  }
  const { fields, owner } = write.index.entity(entity);
  const { settings } = write.index.plan;
  const needed = valuesNeeded(expression, fields);
  const read = (name: ColumnName, type: string) => `(${columns.get(name) ?? 'null'})::${type} as ${quote(name)}`;
  const row = fields
    .filter((other) => needed.has(other.name) && isStored(other))
    .map((other) => read(columnOf(other), columnType(other.type, settings)));
  if (owner !== null) row.push(read(SYSTEM_COLUMNS.parent, 'uuid'));
  const value = compileKept(expression, entity, field, clauseContext(write, parameters, entity));
  // A value that is missing is reported by itself, and not as the fault of a default that reads it.
  const missing = fields
    .filter((other) => needed.has(other.name) && isStored(other) && other.required)
    .map((other) => `${column(THIS, columnOf(other))} is null`);
  const known = missing.length === 0 ? value : `(case when ${or(...missing)} then null else ${value} end)`;
  return `(select ${known} from (select ${row.join(', ')}) ${THIS})`;
}

/** The id of a new record: where whole numbers are, the next one. */
export async function nextId(write: Write, entity: string): Promise<string> {
  if (!write.index.hasWholeIds(entity)) return newId();
  const [row] = await perform<{ id: string }>(write, `next id ${entity}`, () => `select ${nextNumberId(entity)} as id`);
  if (row === undefined) throw new Error(`No id was given for a ${entity}.`);
  return row.id;
}

/** Whether one statement creates a record of this entity: no number is drawn, and no default is encrypted before it. */
export function isOneStatement(index: PlanIndex, entity: string): boolean {
  return storedFields(index.entity(entity)).every(
    (field) => field.type.kind !== 'number' && (field.default === null || !isSealed(index, field)),
  );
}

/**
 * Sets stored values of a locked record; answers whether anything changed. A value for a field that the actor may not
 * read counts as a change even if it is the stored one: otherwise `updated_at` and the entity tag would reveal the
 * stored value to the actor (6).
 */
export async function updateRecord(
  write: Write,
  entity: string,
  id: string,
  plain: ReadonlyMap<string, StoredValue>,
  position: number | null = null,
): Promise<boolean> {
  const values = sealValues(write.index, entity, id, plain);
  const fields = storedFields(write.index.entity(entity)).filter((field) => values.has(field.name));
  if (fields.length === 0 && position === null) return false;
  const rows = await perform(
    write,
    `update ${entity} ${fields.map((field) => field.name).join(',')} ${position === null ? '' : 'position'} ${write.system ? 'system' : authorityKey(write)}`,
    (parameters) => {
      const news = fields.map((field) => [quote(field.name), slotOf(write, parameters, field)] as const);
      if (position !== null) news.push([quote(SYSTEM_COLUMNS.position), parameters.slot('position', 'int')]);
      const unread = write.system
        ? FALSE
        : hasUnreadable(clauseContext(write, parameters, entity), write.authority, entity, fields, THIS);
      const differs = or(...news.map(([name, value]) => `${THIS}.${name} is distinct from ${value}`), unread);
      return `update ${table(entity)} ${THIS} set ${news.map(([name, value]) => `${name} = ${value}`).join(', ')}, ${stamp(parameters)}
        where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and (${differs}) returning id`;
    },
    { id, position, ...slots(values) },
  );
  return rows.length > 0;
}

/** The SQL of whether the actor may not read one of these fields of the record in its present state. */
function hasUnreadable(
  context: SqlContext,
  authority: Authority,
  entity: string,
  fields: readonly Field[],
  alias: string,
): string {
  const record = { kind: 'row', entity, alias } as const;
  return or(...fields.map(({ name }) => not(fieldPredicate(context, authority, name, 'read', record))));
}

/**
 * `updated_at`, `updated_by` and `version` of any change of a record, by column; `from`: the alias of the record
 * before.
 */
export function stampColumns(parameters: Parameters, from: string): [string, string][] {
  return [
    [SYSTEM_COLUMNS.updatedAt, parameters.slot('now', 'timestamptz')],
    [SYSTEM_COLUMNS.updatedBy, parameters.slot('user', 'uuid')],
    [SYSTEM_COLUMNS.version, `${column(from, SYSTEM_COLUMNS.version)} + 1`],
  ];
}

/** The stamp columns as text after `set`. */
export function stamp(parameters: Parameters): string {
  return stampColumns(parameters, THIS)
    .map(([name, value]) => `${quote(name)} = ${value}`)
    .join(', ');
}

/** The state that a new record starts in, unless something else says so; null if its entity has none. */
export function initialState(index: PlanIndex, entity: string): string | null {
  return index.workflow(entity)?.states.find(({ kind }) => kind === 'initial')?.name ?? null;
}

/** Marks a record as changed whose owned children changed. */
export async function stampRecord(write: Write, entity: string, id: string): Promise<void> {
  await perform(
    write,
    `stamp ${entity}`,
    (parameters) =>
      `update ${table(entity)} ${THIS} set ${stamp(parameters)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id },
  );
}

export function slotOf(write: Pick<Write, 'index'>, parameters: Parameters, field: Field): string {
  return parameters.slot(`value_${field.name}`, columnType(field.type, write.index.plan.settings));
}

export function slots(values: ReadonlyMap<string, StoredValue>): Record<string, unknown> {
  return Object.fromEntries([...values].map(([name, value]) => [`value_${name}`, value]));
}
