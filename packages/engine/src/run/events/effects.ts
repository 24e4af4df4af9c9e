import {
  type Effect,
  type EffectPath,
  type Expression,
  type Field,
  message,
  type Message,
  type Query,
} from '@nonet/language';
import { isSealed } from '../../encryption/secret-fields.ts';
import { findWholePaper, compilePaperOf } from '../../papers/paper-of.ts';
import { keepPaper } from '../../papers/keep-paper.ts';
import { type SqlContext, type SqlVariable, userVariable } from '../../sql/context.ts';
import { compileCondition, compileExpression, compileRecords } from '../../sql/expression.ts';
import { type BeforeEvent, beforeSlots, beforeVariables, NOTHING_BEFORE } from './before-event.ts';
import { compilePath, entityAtEnd } from '../path.ts';
import { column, isParentName, quote, storedFields, SYSTEM_COLUMNS, table } from '../../sql/identifiers.ts';
import { assigned, compileKept } from '../../sql/kept.ts';
import type { Parameters } from '../../sql/parameters.ts';
import { noteCopied } from './copied.ts';
import { refuse } from '../refuse.ts';
import { insertRecord, updateRecord } from '../save.ts';
import { touch, touchNew } from '../touch.ts';
import { actorKey, clauseContext, fromThis, perform, THIS, type Write } from '../write.ts';

/** The context of effects: their record, their clause, and the further names that they may use. */
export interface EffectPlace {
  readonly entity: string;
  readonly id: string;
  readonly clause: string;
  /** The list of effects, if the clause has several: a call has `then` and `fails`. */
  readonly part?: 'then' | 'fails';
  /** The names under which the caller has given values: what the row asks, or the fields of a new record. */
  readonly asked?: ReadonlySet<string>;
  /** The values of `old` that the effects read, from before anything of the event was written. */
  readonly old?: BeforeEvent;
  /** `input`, `response`: by name, the values of each property. */
  readonly values: Readonly<Record<string, EffectValues>>;
  /** The records that a `for` names, by their variable. */
  readonly records?: Readonly<Record<string, { readonly entity: string; readonly id: string }>>;
}

export type EffectValues = Readonly<Record<string, { readonly type: string; readonly value: unknown }>>;

/** Runs effects in order, each seeing what those before it did, with the product's authority (4: `then`). */
export async function runEffects(write: Write, place: EffectPlace, effects: readonly Effect[]): Promise<void> {
  for (const [number, effect] of effects.entries()) {
    const key = `${place.clause} ${place.part ?? ''} ${number} ${place.entity} ${actorKey(write)}`;
    await runEffect(write, place, effect, key);
  }
}

async function runEffect(write: Write, place: EffectPlace, effect: Effect, key: string): Promise<void> {
  if (effect.condition !== null && !(await holds(write, place, `condition ${key}`, effect.condition))) return;
  switch (effect.kind) {
    case 'set':
      return runSet(write, place, effect, key);
    case 'paper':
      return runPaper(write, place, effect, key);
    case 'create':
      return runCreate(write, place, effect, key);
    case 'delete': {
      const found = await target(write, place, effect, key, (gone) => message('noneToDelete', { path: gone }));
      return write.removeNested(write, found.entity, found.id, place.clause);
    }
    case 'fire': {
      const { event } = effect;
      const found = await target(write, place, effect, key, (gone) => message('noneFor', { path: gone, event }));
      return write.fireNested(write, found.entity, found.id, event);
    }
    case 'fire each':
      for (const id of await recordsOf(write, place, effect.records, effect.first, key))
        await write.fireNested(write, effect.records.source.entity, id, effect.event);
      return;
    case 'for': {
      const { variable, source } = effect.records;
      for (const id of await recordsOf(write, place, effect.records, false, key)) {
        const records = { ...place.records, [variable]: { entity: source.entity, id } };
        await runEffect(write, { ...place, records }, effect.effect, `for ${key}`);
      }
    }
  }
}

/** The records that a query finds now, in its order; the first alone where no more are asked for. */
async function recordsOf(
  write: Write,
  place: EffectPlace,
  query: Query,
  first: boolean,
  key: string,
): Promise<readonly string[]> {
  const before = place.old?.lists.get(query);
  if (before !== undefined) return first ? before.slice(0, 1) : before;
  const rows = await perform<{ id: string }>(
    write,
    `records ${key}`,
    (parameters) =>
      `select found.id ${fromPlace(parameters, place, `cross join lateral (${compileRecords(query, placeContext(write, parameters, place), first)}) found`)} order by found.place`,
    placeSlots(place),
  );
  return rows.map(({ id }) => id);
}

/** Whether a condition holds on the record in its present state. */
export async function holds(write: Write, place: EffectPlace, key: string, condition: Expression): Promise<boolean> {
  const [row] = await perform<{ holds: boolean }>(
    write,
    key,
    (parameters) =>
      `select ${compileCondition(condition, placeContext(write, parameters, place))} as holds ${fromPlace(parameters, place)}`,
    placeSlots(place),
  );
  return row?.holds === true;
}

function placeContext(write: Pick<Write, 'index' | 'actor'>, parameters: Parameters, place: EffectPlace) {
  parameters.carryOut(place.clause);
  const named = Object.entries(place.values).map(([name, properties]): [string, SqlVariable] => [
    name,
    {
      kind: 'values',
      properties: Object.fromEntries(
        Object.entries(properties).map(([property, { type }]) => [
          property,
          parameters.slot(`${name}_${property}`, type),
        ]),
      ),
    },
  ]);
  const records = Object.entries(place.records ?? {}).map(([name, { entity }]): [string, SqlVariable] => [
    name,
    { kind: 'id', entity, sql: parameters.slot(`record_${name}`, 'uuid') },
  ]);
  const before = beforeVariables(parameters, place.old ?? NOTHING_BEFORE);
  return clauseContext(write, parameters, place.entity, Object.fromEntries([...named, ...records, ...before]));
}

function fromPlace(parameters: Parameters, place: EffectPlace, joined = ''): string {
  return `${fromThis(place.entity)} ${joined} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`;
}

export function placeSlots(place: EffectPlace): Record<string, unknown> {
  const named = Object.entries(place.values).flatMap(([name, properties]) =>
    Object.entries(properties).map(([property, { value }]) => [`${name}_${property}`, value] as const),
  );
  const records = Object.entries(place.records ?? {}).map(([name, { id }]) => [`record_${name}`, id] as const);
  const before = beforeSlots(place.old ?? NOTHING_BEFORE);
  return { id: place.id, ...Object.fromEntries([...named, ...records, ...before]) };
}

/** The record at the end of a path of references; refuses NOT_FOUND if a reference of the path is empty. */
async function target(
  write: Write,
  place: EffectPlace,
  { start, path }: EffectPath,
  key: string,
  wordsFor: (path: string) => Message,
): Promise<{ entity: string; id: string }> {
  const before = place.old?.targets[start.variable];
  if (before !== undefined) {
    if (before.id !== null) return { entity: before.entity, id: before.id };
    throw refuse(write.index, 'NOT_FOUND', { clause: place.clause, words: wordsFor(before.path) });
  }
  const from = place.records?.[start.variable] ?? { entity: place.entity, id: place.id };
  if (path.length === 0) return from;
  const [row] = await perform<{ id: string | null }>(
    write,
    `path ${key}`,
    (parameters) =>
      `select ${compilePath(clauseContext(write, parameters, from.entity), { kind: 'row', entity: from.entity, alias: THIS }, path).sql} as id ${fromThis(from.entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')}`,
    { id: from.id },
  );
  const id = row?.id ?? null;
  if (id !== null) return { entity: entityAtEnd(write.index, from.entity, path), id };
  throw refuse(write.index, 'NOT_FOUND', { clause: place.clause, words: wordsFor(path.join('.')) });
}

/** The record whose field is set, as one that this transaction changes. */
async function touchedTarget(
  write: Write,
  place: EffectPlace,
  path: EffectPath,
  key: string,
): Promise<{ entity: string; id: string }> {
  const found = await target(write, place, path, key, (gone) => message('noneToChange', { path: gone }));
  if (found.id === place.id) return found;
  const touched = await touch(write, found.entity, found.id, {
    cause: 'update',
    action: 'update',
    clause: place.clause,
  });
  if (touched === null) throw refuse(write.index, 'NOT_FOUND', { clause: place.clause });
  return found;
}

/** Keeps a paper as it is now; without a record that it could be made of, the field is empty. */
async function runPaper(
  write: Write,
  place: EffectPlace,
  effect: Extract<Effect, { kind: 'paper' }>,
  key: string,
): Promise<void> {
  const found = await touchedTarget(write, place, effect, key);
  const paper = findWholePaper(write.index, effect.paper);
  if (paper === null) throw refuse(write.index, 'NOT_SPECIFIED', { clause: `7.${effect.paper}` });
  const [row] = await perform<{ words: string | null }>(
    write,
    `paper ${key}`,
    (parameters) => {
      const context = placeContext(write, parameters, place);
      const user = userVariable(parameters, write.actor.userId);
      return `select ${compilePaperOf(paper, effect.of, context, user)} as words ${fromPlace(parameters, place)}`;
    },
    placeSlots(place),
  );
  const words = row?.words ?? null;
  const file = words === null ? null : await keepPaper(write, paper, words, { record: found.id, clause: place.clause });
  // The product sets it, whoever acts.
  await updateRecord({ ...write, system: true }, found.entity, found.id, new Map([[effect.field, file]]));
}

async function runSet(
  write: Write,
  place: EffectPlace,
  effect: Extract<Effect, { kind: 'set' }>,
  key: string,
): Promise<void> {
  const found = await touchedTarget(write, place, effect, key);
  const field = write.index.field(found.entity, effect.field);
  noteCopied(write, place, found, [[effect.field, effect.value]]);
  if (isSealed(write.index, field)) return setSecret(write, place, found, field, effect.value, key);
  await perform(
    write,
    `set ${key}`,
    (parameters) => {
      const value = compileSet(effect, found.entity, field, 't', placeContext(write, parameters, place));
      return `update ${table(found.entity)} t set ${quote(field.name)} = (select ${value} ${fromPlace(parameters, place)}),
          updated_at = ${parameters.slot('now', 'timestamptz')}, updated_by = ${parameters.slot('user', 'uuid')}, version = t.version + 1
        where t.id = ${parameters.slot('target', 'uuid')}`;
    },
    { ...placeSlots(place), target: found.id },
  );
}

/** The value that an effect gives a field of the row that is updated under an alias; a `many` is changed as it is now. */
function compileSet(
  { value, change }: Extract<Effect, { kind: 'set' }>,
  entity: string,
  field: Field,
  updated: string,
  context: SqlContext,
): string {
  if (change === undefined) return compileKept(value, entity, field, context);
  const given = compileExpression(value, context);
  return changedList(`${updated}.${quote(field.name)}`, value.type.kind === 'list' ? given : `array[${given}]`, change);
}

/** The SQL of a list of ids with others added, each once and in the order given, or without them. */
function changedList(list: string, others: string, change: 'add' | 'remove'): string {
  return change === 'add'
    ? assigned(`${list} || ${others}`, 'uuid[]')
    : `array(select u.id from unnest(${list}) with ordinality u(id, n) where not coalesce(u.id = any(${others}), false) order by u.n)`;
}

/** Sets a secret, which is computed first, because only what is encrypted is stored. */
async function setSecret(
  write: Write,
  place: EffectPlace,
  found: { readonly entity: string; readonly id: string },
  field: Field,
  value: Expression,
  key: string,
): Promise<void> {
  const [row] = await perform<{ value: string | null }>(
    write,
    `secret ${key}`,
    (parameters) =>
      `select ${compileKept(value, found.entity, field, placeContext(write, parameters, place))} as value ${fromPlace(parameters, place)}`,
    placeSlots(place),
  );
  // The product sets it, whoever acts.
  await updateRecord({ ...write, system: true }, found.entity, found.id, new Map([[field.name, row?.value ?? null]]));
}

/** The value of an effect on the record itself. */
export function assignedValue(
  write: Pick<Write, 'index' | 'actor'>,
  parameters: Parameters,
  place: EffectPlace,
  effect: Extract<Effect, { kind: 'set' }>,
): string {
  const field = write.index.field(place.entity, effect.field);
  return compileKept(effect.value, place.entity, field, placeContext(write, parameters, place));
}

async function runCreate(
  write: Write,
  place: EffectPlace,
  effect: Extract<Effect, { kind: 'create' }>,
  key: string,
): Promise<void> {
  const entity = write.index.entity(effect.entity);
  const names = new Map(
    Object.entries(effect.values).map(([name, value]) => [
      isParentName(entity, name) ? SYSTEM_COLUMNS.parent : name,
      value,
    ]),
  );
  const id = await insertRecord(write, entity.name, {
    values: new Map(),
    computed: {
      key: `create ${key}`,
      columns: [...names.keys()],
      slots: placeSlots(place),
      sql: (parameters) => {
        const context = placeContext(write, parameters, place);
        const values = new Map<string, string>();
        for (const [name, value] of names) {
          const stored = storedFields(entity).find((field) => field.name === name);
          const kept =
            stored === undefined
              ? assigned(compileExpression(value, context), 'uuid')
              : compileKept(value, entity.name, stored, context);
          values.set(name, kept);
        }
        const parent = values.get(SYSTEM_COLUMNS.parent);
        if (parent !== undefined)
          values.set(
            SYSTEM_COLUMNS.position,
            `(select coalesce(max(s._position) + 1, 0) from ${table(entity.name)} s where s._parent = ${parent})`,
          );
        return { values, from: fromPlace(parameters, place) };
      },
    },
  });
  touchNew(write, entity.name, id, { cause: 'create', action: 'create', clause: place.clause });
  noteCopied(write, place, { entity: entity.name, id }, Object.entries(effect.values));
}
