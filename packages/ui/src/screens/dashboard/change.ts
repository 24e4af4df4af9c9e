import type { TileView } from '@nonet/client';
import { withEmptySteps } from './steps.ts';

/** How the last whole period compares with the one before. */
export interface Change {
  readonly key: string;
  readonly before: string;
  readonly value: number | string;
  /** 0.2: a fifth more. Null where there was nothing before. */
  readonly by: number | null;
}

/**
 * The change of a tile over time, of counts and sums by months or days; null where there are no two periods that are
 * over. `today` as a date.
 */
export function changeOf(tile: TileView, today: string): Change | null {
  if (!tile.additive || (tile.step !== 'month' && tile.step !== 'day')) return null;
  const present = tile.step === 'month' ? `${today.slice(0, 7)}-01` : today;
  const over = withEmptySteps(tile).filter(({ key }) => typeof key === 'string' && key < present);
  const [before, last] = over.slice(-2);
  if (!before || !last || last.value === null) return null;
  const [was, is] = [Number(before.value ?? 0), Number(last.value)];
  return {
    key: String(last.key),
    before: String(before.key),
    value: last.value,
    by: was === 0 ? null : (is - was) / Math.abs(was),
  };
}
