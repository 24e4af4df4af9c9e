import type { Finder, Records as ListedRecords, Target } from '@nonet/language';
import type { Act } from '../act.ts';
import { mayDo, mayReadField } from '../permissions.ts';
import type { View } from '../evaluate.ts';
import { refuse } from '../refusal.ts';
import { storedOf, type World } from '../world.ts';
import { find } from './body.ts';
import { type ExactRequest, given, isGiven } from './request.ts';
import { ExactRefused } from './refused.ts';

/** The records that lead to a target, the target last. Parents are missed first. */
export function findTarget(act: Act, target: Target, request: ExactRequest): readonly string[] {
  const ids: string[] = [];
  if (target.start === 'user') {
    if (act.actor === null) throw new ExactRefused(refuse(act.lookup, 'NOT_FOUND'), 'User');
    ids.push(act.actor);
  } else ids.push(require(act, target.start.entity, findBy(act, target.start.entity, target.start.by, request)));
  for (const { list, entity, by } of target.steps) {
    const parent = act.world.view(ids.at(-1) ?? null);
    const found = findBy(act, entity, by, request);
    const listed = parent === null || found === null ? [] : listOf(act, parent, list);
    ids.push(require(act, entity, listed.some(({ id }) => id === found) ? found : null));
  }
  return ids;
}

/** The records of a list that the caller may read, through a list that they may read. */
export function listOf(act: Pick<Act, 'world' | 'actor'>, owner: View, list: string): readonly View[] {
  if (!mayReadField(act.actor, owner, list)) return [];
  return ((owner[list] as readonly View[] | null) ?? []).filter(
    (record) => act.world.isLiving(storedOf(record)) && mayDo(act.actor, 'read', record),
  );
}

/** The records that an action is about, as far as the caller may read them. */
export function recordsOf(act: Act, records: ListedRecords, request: ExactRequest): readonly View[] {
  if (records.of !== null) {
    const owner = act.world.view(findTarget(act, records.of.target, request).at(-1) ?? null);
    return owner === null ? [] : listOf(act, owner, records.of.list);
  }
  return readable(act.world, act.actor, records.entity);
}

export function readable(world: World, actor: string | null, entity: string): readonly View[] {
  return world.living(entity).flatMap(({ id }) => {
    const view = world.view(id);
    return view !== null && mayDo(actor, 'read', view) ? [view] : [];
  });
}

function findBy(act: Act, entity: string, { field, value }: Finder, request: ExactRequest): string | null {
  const stated = given(request, value);
  const { type } = act.lookup.field(entity, field) ?? {};
  // What is no number names no record that could be there (7).
  const isNumber = typeof stated === 'number' || (typeof stated === 'string' && /^(?:-?\d+|@\w+:\d+)$/.test(stated));
  if (type?.kind === 'serial' && isGiven(stated) && !isNumber)
    throw new ExactRefused(refuse(act.lookup, 'INVALID'), null, [{ code: 'INVALID', key: value.name }]);
  return isGiven(stated) ? find(act, entity, field, stated) : null;
}

function require(act: Act, entity: string, id: string | null): string {
  if (id === null) throw new ExactRefused(refuse(act.lookup, 'NOT_FOUND'), entity);
  return id;
}
