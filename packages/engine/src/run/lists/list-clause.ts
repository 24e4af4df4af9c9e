import { type OrderKey, orderText } from './list-order.ts';
import type { CheckedList } from './list-statement.ts';

type Origin = Pick<CheckedList, 'tile' | 'screen' | 'picker' | 'entity'>;

/** The clause that a list carries out: its tile, its screen, the field that a picker is for, or the entity. */
export function clauseOfList({ tile, screen, picker, entity }: Origin): string {
  return tile?.clause ?? screen?.clause ?? picker.clause ?? entity.clause;
}

/** The parts of that clause that narrow the list (`CarriedOut`). */
export function narrowingParts({
  screen,
  tile,
  filters,
  terms,
}: Pick<CheckedList, 'screen' | 'tile' | 'filters' | 'terms'>): string[] {
  return [
    ...(tile === null && screen !== null && screen.where !== null ? ['where'] : []),
    ...filters.map(({ path }) => `filters.${path.segments.join('.')}`),
    ...(terms.length > 0 ? ['search'] : []),
  ];
}

/** The order of a list, where it is another one than its screen or its entity states. */
export function orderParts({ screen, entity, order }: Origin & { readonly order: readonly OrderKey[] }): string[] {
  const stated = screen !== null && screen.order.length > 0 ? screen.order : entity.order;
  const text = stated.map(({ path, descending }) => `${descending ? '-' : ''}${path.join('.')}`).join(',');
  return orderText(order) === text ? [] : [`order.${orderText(order)}`];
}
