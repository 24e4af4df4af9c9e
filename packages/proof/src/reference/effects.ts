import { asView, entityOf, evaluate, holds, type Records, type Variables, type View, asViews } from './evaluate.ts';
import type { Effect, Query } from '@nonet/language';
import { type Transaction, change, namesAt, touch } from './transaction.ts';
import { requireUnique } from './checks.ts';
import { insert } from './insert.ts';
import { kept } from './kept.ts';
import { isParentName } from './lookup.ts';
import { storedOf } from './record-view.ts';
import { refuse } from './refusal.ts';
import { takeAway } from './take-away.ts';

/** Fires an event of a record as the product itself. */
export type FireNested = (transaction: Transaction, id: string, event: string) => void;

/** The context of effects: the clause they belong to, the names they may use, and the events in progress. */
export interface EffectPlace {
  readonly clause: string;
  readonly names: Readonly<Record<string, unknown>>;
  /** The record before the event. */
  readonly old?: View | null;
  /** The record of each variable that a `for` names. */
  readonly records?: Readonly<Record<string, string>>;
}

/** Runs effects in order, each seeing what those before it did, with the product's authority (4: `then`). */
export function runEffects(
  transaction: Transaction,
  id: string,
  effects: readonly Effect[],
  place: EffectPlace,
  fireNested: FireNested,
): void {
  for (const effect of effects) runEffect(transaction, id, effect, place, fireNested);
}

function runEffect(
  transaction: Transaction,
  id: string,
  effect: Effect,
  place: EffectPlace,
  fireNested: FireNested,
): void {
  const named = Object.entries(place.records ?? {}).map(([name, record]) => [name, transaction.world.view(record)]);
  const names = namesAt(transaction, id, { ...place.names, ...Object.fromEntries(named) });
  if (effect.condition !== null && !holds(transaction.world, effect.condition, names)) return;
  switch (effect.kind) {
    case 'create':
      return create(transaction, effect, place.clause, names);
    case 'fire each':
      for (const record of recordsOf(transaction.world, effect.records, names, effect.first))
        fireNested(transaction, record, effect.event);
      return;
    case 'for':
      for (const record of recordsOf(transaction.world, effect.records, names, false)) {
        const records = { ...place.records, [effect.records.variable]: record };
        runEffect(transaction, id, effect.effect, { ...place, records }, fireNested);
      }
      return;
    case 'delete':
    case 'fire':
    case 'paper':
    case 'set':
      break;
  }
  const start =
    effect.start.variable === 'old'
      ? (place.old ?? null)
      : transaction.world.view(place.records?.[effect.start.variable] ?? id);
  const target = follow(transaction, start, effect.path);
  if (target === null) throw refuse(transaction.lookup, 'NOT_FOUND', { clause: place.clause });
  if (effect.kind === 'fire') return fireNested(transaction, target, effect.event);
  const entity = entityOf(target);
  if (effect.kind === 'delete') return takeAway(transaction, entity, target, place.clause);
  const field = transaction.lookup.field(entity, effect.field);
  if (field === null) throw new Error(`${entity} has no field ${effect.field}.`);
  if (target !== id) touch(transaction, target, entity, 'update', 'update', place.clause);
  if (effect.kind === 'paper') {
    // Without a record that it could be made of, nothing is kept.
    const of = asView(evaluate(transaction.world, effect.of, names));
    const isThere = of !== null && transaction.world.isLiving(storedOf(of));
    const file = isThere ? transaction.world.addFile({ type: 'pdf', by: null, paper: effect.paper }) : null;
    change(transaction, target, { [effect.field]: file });
    return;
  }
  const value =
    effect.change === undefined
      ? kept(transaction, effect.value, entity, field, names)
      : changed(transaction, target, effect, names);
  change(transaction, target, { [effect.field]: value });
  requireUnique(transaction, target, entity);
}

/** The records that a query finds now, in its order; the first alone where no more are asked for. */
export function recordsOf(world: Records, query: Query, names: Variables, first: boolean): string[] {
  const left = listed(world, query, names);
  const found: string[] = [];
  // The evaluator knows the order, so the first one is removed repeatedly.
  const most = first ? 1 : left.size;
  while (found.length < most) {
    const records: Records = {
      lookup: world.lookup,
      now: world.now,
      acting: world.acting,
      living: (entity) => world.living(entity).filter(({ id }) => entity !== query.source.entity || left.has(id)),
      view: (id) => world.view(id),
    };
    const type = { kind: 'record', entity: query.source.entity, nullable: true } as const;
    const source = { kind: 'entity', entity: query.source.entity } as const;
    const next = asView(evaluate(records, { ...query, form: 'first', value: null, source, type }, names));
    if (next === null) break;
    left.delete(next.id);
    found.push(next.id);
  }
  return found;
}

/** The records among which a query looks. */
function listed(world: Records, { source }: Query, names: Variables): Set<string> {
  if (source.kind === 'entity') return new Set(world.living(source.entity).map(({ id }) => id));
  const owner = asView(evaluate(world, source.of, names));
  return new Set((asViews(owner?.[source.field]) ?? []).map(({ id }) => id));
}

function create(
  transaction: Transaction,
  effect: Extract<Effect, { kind: 'create' }>,
  clause: string,
  names: Readonly<Record<string, unknown>>,
): void {
  const entity = transaction.lookup.entity(effect.entity);
  const values: Record<string, unknown> = {};
  let parent: string | null = null;
  for (const [name, expression] of Object.entries(effect.values)) {
    if (isParentName(entity, name)) {
      parent = asView(evaluate(transaction.world, expression, names))?.id ?? null;
      continue;
    }
    const field = transaction.lookup.field(entity.name, name);
    values[name] =
      field === null
        ? evaluate(transaction.world, expression, names)
        : kept(transaction, expression, entity.name, field, names);
  }
  const position = parent === null ? 0 : transaction.world.children(parent, entity.name).length;
  const id = insert(transaction, entity.name, values, parent === null ? null : { id: parent, position });
  touch(transaction, id, entity.name, 'create', 'create', clause);
}

/** The record at the end of a path of references; null if a reference of the path is empty. */
function follow(transaction: Transaction, start: View | null, path: readonly string[]): string | null {
  let current = start;
  for (const name of path) current = asView(current?.[name]) ?? null;
  const stored = current === null ? null : transaction.world.get(current.id);
  return stored === null || stored.deleted ? null : stored.id;
}

/** A list of records after others were added, each once and in the order given, or removed. */
function changed(
  { world }: Transaction,
  target: string,
  { field, value, change: how }: Extract<Effect, { kind: 'set' }>,
  names: Variables,
): readonly string[] {
  const stored: unknown = world.get(target)?.values[field];
  const list: readonly unknown[] = Array.isArray(stored) ? stored : [];
  const ids = list.map(String);
  const found = evaluate(world, value, names);
  const others = (value.type.kind === 'list' ? (asViews(found) ?? []) : [asView(found)]).flatMap(
    (view) => view?.id ?? [],
  );
  return how === 'add' ? [...new Set([...ids, ...others])] : ids.filter((id) => !others.includes(id));
}
