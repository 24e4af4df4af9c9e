import type { TileView } from '@nonet/client';

/** The part of a tile's target that a value has reached: 0.62; null if there is no target, or none that can be. */
export function partReached(target: TileView['target'], value: number | string | null): number | null {
  if (target === null || value === null || Number(target) <= 0) return null;
  return Number(value) / Number(target);
}
