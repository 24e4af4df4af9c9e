import { type Field, itemAt, type Rename } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { compileFieldValue } from '../sql/expression.ts';
import { column, quote, table, tableName } from '../sql/identifiers.ts';
import type { Parameters } from '../sql/parameters.ts';
import { compileAskedFor } from './asked-for.ts';
import type { NextColumn } from './change.ts';
import { conversionColumns } from './convert.ts';
import { describeTables } from './describe.ts';
import { keptColumns } from './former/former-parts.ts';
import { placeOfKept } from './former/restored-tables.ts';
import type { MadeEntity } from './made/made-entities.ts';
import { allMadeRows, compileWorth, MADE_FROM, type Making, sourceCondition } from './made/made-rows.ts';
import { MADE_SINCE } from './made/made-since.ts';
import { madeOneWay } from './made/note-made-since.ts';
import { IS_MADE } from './place-of-gone.ts';
import { type ChangedTable, conversionsOf, type PlannedChange, storedNow } from './planned-change.ts';
import { renamedRoles } from './rename-values.ts';

// The records of single tables in the readings of `StoredRows`, each as a select over the reading below.

/**
 * How a statement about the new document's tables reads the storage of the former one:
 * - `former`: the present records, by their new names;
 * - `moved`: in the columns of the new document, with values that are the same for all records;
 * - `next`: as they will be when the change is done.
 */
export type Reading = 'former' | 'moved' | 'next';

export interface RowsContext {
  readonly change: PlannedChange;
  readonly parameters: Parameters;
  readonly making: Making;
  /** Whether an entity that is made with a `key` has a record for each former one. */
  readonly isEachSource: boolean;
  /** Whether the tables have the columns that the change keeps for processes of the former version. */
  readonly keepsFormer: boolean;
  /** The default of a new column, as text of its type; null if it has none, or an empty one. */
  readonly defaultOf: (next: NextColumn) => string | null;
}

/** The records of an entity that is made from others'. */
export function rowsOfMade(reading: Reading, made: MadeEntity, context: RowsContext): string | null {
  const { change, making, keepsFormer, isEachSource } = context;
  if (reading === 'moved') return null;
  const isNoted = keepsFormer && madeOneWay(change).includes(made);
  if (reading === 'former') {
    const all = allMadeRows(made, making, isEachSource);
    return isNoted ? `select m_.*, null::text as ${quote(MADE_SINCE)} from (${all}) m_` : all;
  }
  const asked = made.columns.filter(isAskedByRecord);
  const kept = isNoted ? [MADE_SINCE] : [];
  const own = [...made.description.columns.map(({ name }) => name), ...Object.values(MADE_FROM), ...kept];
  return asked.length === 0 ? null : rowsAsAsked(made.entity.name, own, asked, context);
}

/** The present records of a table, by their new names; null if the table is as it was. */
export function formerRows(changed: ChangedTable, { change, parameters, making }: RowsContext): string | null {
  const { old, renamed } = changed;
  const { before, names } = change;
  const entity = old.entity.name;
  const computed = storedNow(changed);
  const columns = renamed.columns.map(({ name, field }, place) => {
    const was = column('t', itemAt(old.columns, place).name);
    return {
      name,
      was,
      value: field === null ? was : renamedValue(was, renamed.entity.name, field, { change, parameters }),
    };
  });
  const converted = conversionsOf(change, changed);
  const kept = changed.next.flatMap((next) =>
    next.value.kind === 'kept' ? [keptValue(next, next.value.column, change)] : [],
  );
  const source = sourceCondition(change, entity, making);
  const isSame =
    source === null &&
    computed.length + converted.length + kept.length === 0 &&
    tableName(entity) === tableName(renamed.entity.name) &&
    columns.every(({ name, was, value }) => value === was && was === `t.${quote(name)}`);
  if (isSame) return null;
  const context = { index: before, parameters, variables: new Map(), authority: null };
  const values = computed.map((name) => {
    const former = before.entity(entity).fields.find((field) => names.field(entity, field.name) === name);
    return `${compileFieldValue({ kind: 'row', entity, alias: 't' }, former?.name ?? name, context)} as ${quote(name)}`;
  });
  const own = { ...context, variables: new Map([['this', { kind: 'row', entity, alias: 't' }]] as const) };
  const conversions = converted.flatMap(({ column: { name, field }, conversion }) => {
    if (field === null || conversion.expression === null) return [];
    const { value, beyond } = conversionColumns(name);
    const worth = compileWorth(conversion, field, making, own);
    return [`${worth.value} as ${quote(value)}`, `${worth.beyond} as ${quote(beyond)}`];
  });
  const parts = [
    ...columns.map(({ name, value }) => `${value} as ${quote(name)}`),
    ...values,
    ...conversions,
    ...kept,
    ...changed.oneWays.map(({ since }) => `t.${quote(since)}`),
    ...(change.madeSince.has(entity) ? [`t.${quote(MADE_SINCE)}`] : []),
    ...(source === null ? [] : [`${source} as ${quote(IS_MADE)}`]),
  ];
  return `select ${parts.join(', ')} from ${table(entity)} t`;
}

/** A column's former value, as SQL. The record that it referred to may have been deleted since. */
function keptValue({ column: { field } }: NextColumn, name: string, change: PlannedChange): string {
  const value = `t.${quote(name)}`;
  const type = field?.type;
  if (type === undefined || !('entity' in type)) return value;
  const restored = change.restored.get(type.entity);
  const target = change.tables.get(type.entity);
  const place = restored === undefined ? target && table(target.old.entity.name) : placeOfKept(restored);
  // An entity that the change makes has no record yet.
  if (place === undefined) return `${type.kind === 'many' ? "'{}'::uuid[]" : 'null::uuid'} as ${quote(name)}`;
  const there = `select k_."id" from ${place} k_ where k_."id" =`;
  return type.kind === 'many'
    ? `array(select e_.id from unnest(${value}) with ordinality e_(id, place) where exists (${there} e_.id) order by e_.place) as ${quote(name)}`
    : `(${there} ${value}) as ${quote(name)}`;
}

/** A value with its changed names. `entity`, `field`: by their new names. */
function renamedValue(
  value: string,
  entity: string,
  { name: field, type }: Field,
  { change, parameters }: Pick<RowsContext, 'change' | 'parameters'>,
): string {
  const { renames } = change;
  const text = (name: string) => parameters.bind(name, 'text');
  if (type.kind === 'roles')
    return renamedRoles(
      value,
      renames.filter(({ kind }) => kind === 'role'),
      change.goneRoles,
      text,
    );
  const isOwn = (rename: Rename) =>
    (type.kind === 'state' && rename.kind === 'state' && rename.entity === entity) ||
    (type.kind === 'enum' && rename.kind === 'choice' && rename.entity === entity && rename.field === field);
  const cases = renames.filter(isOwn).map((rename) => `when ${text(rename.was)} then ${text(rename.name)}`);
  return cases.length === 0 ? value : `case ${value} ${cases.join(' ')} else ${value} end`;
}

/** The records of a table in the columns of the new document, with the values that all of them have; null if it is as it was. */
export function movedRows(
  changed: ChangedTable,
  { change, parameters, making, keepsFormer, defaultOf }: RowsContext,
): string | null {
  const { renamed, now, next, isRebuilt } = changed;
  if (now === null) return null;
  const { name } = now.entity;
  if (isRebuilt) return emptyRows(change.after, name);
  const kept = keepsFormer ? keptColumns(change, changed) : [];
  if (next.length + kept.length === 0) return null;
  const there = new Set<string>(renamed.columns.map((each) => each.name));
  const values = now.columns.map((each) => {
    const made = next.find((candidate) => candidate.column.name === each.name);
    const is = `as ${quote(each.name)}`;
    if (made === undefined) return there.has(each.name) ? `r.${quote(each.name)} ${is}` : `null::${each.type} ${is}`;
    if (made.value.kind === 'conversion') return `r.${quote(conversionColumns(each.name).value)} ${is}`;
    if (made.value.kind === 'kept') {
      const kept = `r.${quote(made.value.column)}`;
      const given = defaultOf(made);
      const otherwise = each.isNotNull ? "'{}'" : given === null ? null : parameters.bind(given, 'text');
      return `${otherwise === null ? kept : `coalesce(${kept}, ${otherwise}::${each.type})`} ${is}`;
    }
    if (made.value.kind === 'former') return `r.${quote(each.name)}::${each.type} ${is}`;
    // The value of a slug is not known yet, only that it is unique.
    if (made.value.kind === 'slug')
      return `case when r.${quote(made.value.of)} is not null then r."id"::text end ${is}`;
    const value = making.sharedValue(made);
    if (value !== null) return `${parameters.bind(value, 'text')}::${each.type} ${is}`;
    return each.isNotNull ? `'{}'::${each.type} ${is}` : `null::${each.type} ${is}`;
  });
  return `select ${[...values, ...kept.map((each) => `${each.value} as ${quote(each.name)}`)].join(', ')} from ${table(name)} r`;
}

/** The records of a table as they will be; null if they have all their values already. */
export function nextRows(changed: ChangedTable, context: RowsContext): string | null {
  const { change, keepsFormer } = context;
  const { now, next } = changed;
  const asked = next.filter(isAskedByRecord);
  if (now === null || asked.length === 0) return null;
  const kept = keepsFormer ? keptColumns(change, changed) : [];
  const columns = [...now.columns, ...kept].map(({ name }) => name);
  return rowsAsAsked(now.entity.name, columns, asked, context);
}

/** Records with the values of some columns only where they are asked for (`when`). */
function rowsAsAsked(
  entity: string,
  columns: readonly string[],
  asked: readonly NextColumn[],
  { change, parameters, defaultOf }: RowsContext,
): string {
  const context = {
    index: change.after,
    parameters,
    authority: null,
    variables: new Map([
      ['this', { kind: 'row', entity, alias: 'r' }],
      ['user', { kind: 'null' }],
    ] as const),
  };
  let rows = `select * from ${table(entity)}`;
  for (const next of asked) {
    const { column: made, value } = next;
    const when = made.field?.when ?? null;
    if (when === null) continue;
    const shared = defaultOf(next);
    if (value.kind === 'default' && shared === null) continue;
    const given =
      value.kind === 'default' ? `${parameters.bind(shared, 'text')}::${made.type}` : column('r', made.name);
    const others = columns.filter((name) => name !== made.name).map((name) => `r.${quote(name)}`);
    const is = `case when ${compileAskedFor(when, context)} then ${given} end`;
    rows = `select ${[...others, `${is} as ${quote(made.name)}`].join(', ')} from (${rows}) r`;
  }
  return rows;
}

/** Whether each record must be examined to know whether it has the value (`when`). */
function isAskedByRecord({ column: { field }, value }: NextColumn): boolean {
  return (value.kind === 'default' || value.kind === 'conversion') && field !== null && field.when !== null;
}

/** The rows of a table that the change makes: none. */
export function emptyRows(index: PlanIndex, entity: string): string {
  const columns = describeTables(index).find((each) => each.entity.name === entity)?.columns ?? [];
  return `select ${columns.map(({ name, type }) => `null::${type} as ${quote(name)}`).join(', ')} where false`;
}
