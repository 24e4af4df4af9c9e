import type { SortKey } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { storedFields } from './identifiers.ts';

/** The directions in which an index has a column first. */
export interface Directions {
  readonly ascending: boolean;
  readonly descending: boolean;
}

const kept = new WeakMap<PlanIndex, Map<string, ReadonlyMap<string, Directions>>>();

/** The columns of an entity that an index begins with, in the order that the index has them in. */
export function orderDirections(index: PlanIndex, entity: string): ReadonlyMap<string, Directions> {
  let entities = kept.get(index);
  if (entities === undefined) kept.set(index, (entities = new Map()));
  let columns = entities.get(entity);
  if (columns === undefined) entities.set(entity, (columns = findDirections(index, entity)));
  return columns;
}

function findDirections(index: PlanIndex, name: string): ReadonlyMap<string, Directions> {
  const found = new Map<string, Directions>();
  const add = (field: string, descending: boolean) => {
    const known = found.get(field) ?? { ascending: false, descending: false };
    found.set(field, { ascending: known.ascending || !descending, descending: known.descending || descending });
  };
  const entity = index.entity(name);
  const addFirst = ([first]: readonly SortKey[]) => {
    if (first?.path.length === 1) add(first.path[0] ?? '', first.descending);
  };
  addFirst(entity.order);
  for (const screen of index.plan.screens) if (screen.entity === name) addFirst(screen.order);
  for (const field of daysOf(index, name)) add(field, false);
  for (const { name: field, indexed, unique } of storedFields(entity))
    if (indexed || unique === 'exact') add(field, false);
  return found;
}

/** The fields by which calendars and timelines find the records of some days: where they begin, and where they end. */
export function daysOf({ plan: { screens } }: PlanIndex, entity: string): Set<string> {
  const days = screens.flatMap((screen) => [
    ...(screen.entity === entity && screen.days !== null ? [screen.days] : []),
    ...screen.also.filter((other) => other.entity === entity),
  ]);
  return new Set(days.flatMap(({ from, to }) => (to === null ? [from] : [from, to])));
}
