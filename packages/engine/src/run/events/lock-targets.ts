import { type Effect, type Event, type Query, type Transition, isObject } from '@nonet/language';
import type { SqlContext, SqlVariable } from '../../sql/context.ts';
import { compileRecords } from '../../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { compilePath, entityAtEnd } from '../path.ts';
import { readsVariable } from '../reads.ts';
import { readId } from '../values/identifier.ts';
import { clauseContext, fromThis, isOneOf, oneOf, perform, THIS, type Write } from '../write.ts';

/** Events that effects cause are followed so far; records that deeper ones write are locked when they run. */
const DEPTH = 3;

/**
 * Locks the record of an event and every record that its effects are known to write, in one order for all transactions,
 * so that two transactions that write the same records never deadlock. A record that can't be known beforehand (a query
 * that reads an asked value or an earlier effect's change) is locked when its effect runs; a deadlock there is tried
 * again.
 */
export async function lockTargets(
  write: Write,
  entity: string,
  id: string,
  rows: readonly Transition[],
  body: unknown = null,
): Promise<void> {
  const targets = targetsOf(write, entity, rows, DEPTH);
  if (targets.length === 0) return;
  const asked = askedReferences(write, entity, rows, body);
  const found = new Map([[entity, new Set([id])]]);
  const rowsFound = await perform<{ entity: string; id: string }>(
    write,
    `targets ${entity} ${rows.map(({ clause }) => clause).join(' ')} ${[...asked.keys()].join(' ')}`,
    (parameters) => {
      for (const { clause } of rows) parameters.carryOut(clause);
      const context = clauseContext(write, parameters, entity);
      const parts = targets.map(({ path, records, entity: of }) => {
        const name = parameters.bind(of, 'text');
        if (records !== null)
          return `select ${name} as entity, found.id ${fromThis(entity)} cross join lateral (${compileRecords(records, context, false)}) found where ${isThis(context)}`;
        return `select ${name} as entity, ${pathSql(context, entity, path, asked)} as id ${fromThis(entity)} where ${isThis(context)}`;
      });
      return parts.join(' union all ');
    },
    { id, ...Object.fromEntries([...asked].map(([name, value]) => [`asked_${name}`, value])) },
  );
  for (const row of rowsFound) {
    if (row.id === null) continue;
    const ids = found.get(row.entity) ?? new Set();
    found.set(row.entity, ids.add(row.id));
  }
  for (const [of, ids] of [...found].sort(([one], [other]) => (one < other ? -1 : 1)))
    await lockAll(write, of, [...ids]);
}

async function lockAll(write: Write, entity: string, ids: readonly string[]): Promise<void> {
  await perform(
    write,
    `lock targets ${entity} ${ids.length === 1}`,
    (parameters) =>
      `select ${fromThis(entity)} where ${isOneOf(parameters, ids)} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null order by ${column(THIS, 'id')} for no key update of ${THIS}`,
    oneOf(ids),
  );
}

function isThis({ parameters }: SqlContext): string {
  return `${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
}

/** A record that an effect writes: at the end of a path, or found by a query. */
interface Target {
  readonly entity: string;
  readonly path: readonly string[];
  readonly records: Query | null;
}

function targetsOf(write: Write, entity: string, rows: readonly Transition[], depth: number): Target[] {
  if (depth === 0) return [];
  return rows.flatMap((row) => row.effects.flatMap((effect) => targetsOfEffect(write, entity, effect, depth)));
}

function targetsOfEffect(write: Write, entity: string, effect: Effect, depth: number): Target[] {
  switch (effect.kind) {
    case 'create':
      return [];
    case 'for':
    case 'fire each':
      return isKnownBefore(effect.records)
        ? [{ entity: effect.records.source.entity, path: [], records: effect.records }]
        : [];
    case 'set':
    case 'paper':
    case 'delete':
    case 'fire': {
      if (effect.start.variable !== 'this' || effect.path.length === 0) return [];
      const of = entityAtEnd(write.index, entity, effect.path);
      const own: Target = { entity: of, path: effect.path, records: null };
      if (effect.kind !== 'fire') return [own];
      const event: Event | null = write.index.event(of, effect.event);
      const nested = targetsOf(write, of, event?.transitions ?? [], depth - 1);
      return [
        own,
        ...nested.flatMap((target) =>
          target.records === null ? [{ ...target, path: [...effect.path, ...target.path] }] : [],
        ),
      ];
    }
  }
}

/** Whether a query reads only values that exist before its effect runs. */
function isKnownBefore(records: Query): boolean {
  return !readsVariable(records, 'input') && !readsVariable(records, 'old') && !readsVariable(records, 'response');
}

/** References that the event's own body is about to set: its effects lead through what is asked. */
function askedReferences(
  write: Write,
  entity: string,
  rows: readonly Transition[],
  body: unknown,
): ReadonlyMap<string, string> {
  const asked = new Map<string, string>();
  if (!isObject(body)) return asked;
  for (const ask of rows.flatMap(({ asks }) => asks)) {
    if (ask.kind !== 'field' || write.index.field(entity, ask.field).type.kind !== 'reference') continue;
    const value = body[ask.field];
    const id = typeof value === 'string' ? readId(value) : null;
    if (id !== null) asked.set(ask.field, id);
  }
  return asked;
}

function pathSql(
  context: SqlContext,
  entity: string,
  path: readonly string[],
  asked: ReadonlyMap<string, string>,
): string {
  const [first = '', ...rest] = path;
  if (!asked.has(first)) return compilePath(context, { kind: 'row', entity, alias: THIS }, path).sql;
  const { type } = context.index.field(entity, first);
  if (type.kind !== 'reference') throw new Error(`${entity}.${first} is no reference.`);
  const record: Extract<SqlVariable, { kind: 'id' }> = {
    kind: 'id',
    entity: type.entity,
    sql: context.parameters.slot(`asked_${first}`, 'uuid'),
  };
  return compilePath(context, record, rest).sql;
}
