import type { TileView } from '@nonet/client';
import { sumOf } from '../board/totals.ts';

type Group = NonNullable<TileView['groups']>[number];

/** So many groups are compared at a glance; a few more are shown rather than hidden. */
const MOST = 10;
const FEW_MORE = 2;

export interface Largest {
  readonly groups: readonly Group[];
  /** The groups that are left out, and what they come to; null as value where groups are not added up. */
  readonly others: { readonly count: number; readonly value: number | string | null } | null;
}

/**
 * The largest groups of a tile and all others as one, where a reader could not compare them all. Groups of time, and of
 * a line, stay in their order.
 */
export function largestOf(
  tile: Pick<TileView, 'groups' | 'others' | 'step' | 'additive' | 'groupKind' | 'as'>,
): Largest {
  const groups = tile.groups ?? [];
  const isOrdered =
    tile.step !== null || tile.as === 'line' || ['date', 'datetime', 'time'].includes(tile.groupKind ?? '');
  if (isOrdered || groups.length <= MOST + FEW_MORE) return { groups, others: tile.others };
  const sorted = groups.toSorted((one, other) => Number(other.value ?? -Infinity) - Number(one.value ?? -Infinity));
  const left = sorted.slice(MOST);
  const values = [...left.map(({ value }) => value), ...(tile.others ? [tile.others.value] : [])];
  return {
    groups: sorted.slice(0, MOST),
    others: { count: left.length + (tile.others?.count ?? 0), value: tile.additive ? totalOf(values) : null },
  };
}

function totalOf(values: readonly (number | string | null)[]): number | string {
  const there = values.filter((value) => value !== null);
  return there.every((value) => typeof value === 'number')
    ? there.reduce((sum, value) => sum + value, 0)
    : sumOf(there.map(String));
}
