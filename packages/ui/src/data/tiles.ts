import type { ProductView, TileView } from '@nonet/client';

export type GroupKey = NonNullable<TileView['groups']>[number]['key'];

/** The list of the records behind a tile, or behind one of its groups; null if this reader may open none. */
export function tileAddress(
  { screens }: Pick<ProductView, 'screens'>,
  tile: TileView,
  group?: GroupKey,
): { to: string; search: Record<string, string> } | null {
  const list = screens.find(({ slug }) => slug === tile.list);
  if (list === undefined) return null;
  return {
    to: list.route,
    search: { tile: tile.clause, ...(group === undefined ? {} : { 'tile.group': keyText(group) }) },
  };
}

/** A group's key as an address has it: nothing if nothing is stated. */
export function keyText(key: GroupKey): string {
  return key === null ? '' : String(key);
}
