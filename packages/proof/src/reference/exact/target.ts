import type { Finder, Records as ListedRecords, Target } from '@nonet/language';
import type { Transaction } from '../transaction.ts';
import { mayDo, mayReadField } from '../permissions.ts';
import { type View, asViews } from '../evaluate.ts';
import { refuse } from '../refusal.ts';
import { storedOf } from '../record-view.ts';
import type { World } from '../world.ts';
import { find } from './body.ts';
import { type ExactRequest, given, isGiven } from './request.ts';
import { ExactRefused } from './refused.ts';

/** The records that lead to a target, the target last. Parents are missed first. */
export function findTarget(transaction: Transaction, target: Target, request: ExactRequest): readonly string[] {
  const ids: string[] = [];
  if (target.start === 'user') {
    // An actor who may not read their own user gets NOT_FOUND for it (6).
    const { actor, world } = transaction;
    const caller = world.view(actor);
    ids.push(require(transaction, 'User', caller !== null && mayDo(actor, 'read', caller) ? actor : null));
  } else
    ids.push(
      require(transaction, target.start.entity, findBy(transaction, target.start.entity, target.start.by, request)),
    );
  for (const { list, entity, by } of target.steps) {
    const parent = transaction.world.view(ids.at(-1) ?? null);
    const found = findBy(transaction, entity, by, request);
    const listed = parent === null || found === null ? [] : listOf(transaction, parent, list);
    ids.push(require(transaction, entity, listed.some(({ id }) => id === found) ? found : null));
  }
  return ids;
}

/** The records of a list that the caller may read, through a list that they may read. */
export function listOf(transaction: Pick<Transaction, 'world' | 'actor'>, owner: View, list: string): readonly View[] {
  if (!mayReadField(transaction.actor, owner, list)) return [];
  return (asViews(owner[list]) ?? []).filter(
    (record) => transaction.world.isLiving(storedOf(record)) && mayDo(transaction.actor, 'read', record),
  );
}

/** The records that an action is about, as far as the caller may read them. */
export function recordsOf(transaction: Transaction, records: ListedRecords, request: ExactRequest): readonly View[] {
  if (records.of !== null) {
    const owner = transaction.world.view(findTarget(transaction, records.of.target, request).at(-1) ?? null);
    return owner === null ? [] : listOf(transaction, owner, records.of.list);
  }
  return readable(transaction.world, transaction.actor, records.entity);
}

export function readable(world: World, actor: string | null, entity: string): readonly View[] {
  return world.living(entity).flatMap(({ id }) => {
    const view = world.view(id);
    return view !== null && mayDo(actor, 'read', view) ? [view] : [];
  });
}

function findBy(
  transaction: Transaction,
  entity: string,
  { field, value }: Finder,
  request: ExactRequest,
): string | null {
  const stated = given(request, value);
  const { type } = transaction.lookup.field(entity, field) ?? {};
  // A value that is not a number names no record (7).
  const isNumber = typeof stated === 'number' || (typeof stated === 'string' && /^(?:-?\d+|@\w+:\d+)$/.test(stated));
  if (type?.kind === 'serial' && isGiven(stated) && !isNumber)
    throw new ExactRefused(refuse(transaction.lookup, 'INVALID'), null, [{ code: 'INVALID', key: value.name }]);
  return isGiven(stated) ? find(transaction, entity, field, stated) : null;
}

function require(transaction: Transaction, entity: string, id: string | null): string {
  if (id === null) throw new ExactRefused(refuse(transaction.lookup, 'NOT_FOUND'), entity);
  return id;
}
