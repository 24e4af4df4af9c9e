import type { Entity, Screen } from '@nonet/language';
import type { TileFilter } from '../dashboards/tile-filter.ts';
import type { Filter } from './filter.ts';
import { type OrderKey, orderText } from './list-order.ts';
import type { Picker } from './picker.ts';

/** The parts of a list that say which clause it carries out, and how it finds its records (`CarriedOut`). */
export interface ListOrigin {
  readonly entity: Entity;
  readonly screen: Screen | null;
  readonly tile: Pick<TileFilter, 'clause'> | null;
  readonly picker: Pick<Picker, 'clause'>;
  readonly filters: readonly Filter[];
  readonly terms: readonly string[];
}

/** The clause that a list carries out: its tile, its screen, the field that a picker is for, or the entity. */
export function clauseOfList({ tile, screen, picker, entity }: ListOrigin): string {
  return tile?.clause ?? screen?.clause ?? picker.clause ?? entity.clause;
}

/** The parts of that clause that narrow the list. */
export function narrowingParts({ screen, tile, filters, terms }: ListOrigin): string[] {
  return [
    ...(tile === null && screen !== null && screen.where !== null ? ['where'] : []),
    ...filters.map(({ path }) => `filters.${path.segments.join('.')}`),
    ...(terms.length > 0 ? ['search'] : []),
  ];
}

/** The order of a list, where it is another one than its screen or its entity states. */
export function orderParts({ screen, entity, order }: ListOrigin & { readonly order: readonly OrderKey[] }): string[] {
  const stated = screen !== null && screen.order.length > 0 ? screen.order : entity.order;
  const text = stated.map(({ path, descending }) => `${descending ? '-' : ''}${path.join('.')}`).join(',');
  return orderText(order) === text ? [] : [`order.${orderText(order)}`];
}
