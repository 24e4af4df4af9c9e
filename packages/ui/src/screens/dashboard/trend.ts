import type { TileView } from '@nonet/client';
import { withEmptySteps } from './steps.ts';

/** The number of periods that a small line shows. */
const MOST_PERIODS = 24;

/** The value of the present month or day, and the line of those before it up to now. */
export interface Trend {
  readonly key: string;
  readonly value: number | string | null;
  /** Null where a period has no value. */
  readonly values: readonly (number | null)[];
}

/** The trend of a tile until today (a date). Later periods, of planned records, are not part of it. */
export function trendOf(tile: TileView, today: string): Trend {
  const key = tile.step === 'month' ? `${today.slice(0, 7)}-01` : today;
  const nothing = tile.additive ? 0 : null;
  const stated = (tile.groups ?? []).filter((group) => typeof group.key === 'string' && group.key <= key);
  const present = stated.find((group) => group.key === key) ?? { key, label: key, value: nothing };
  const groups = stated.includes(present) ? stated : [...stated, present];
  const shown = withEmptySteps({ ...tile, groups }).slice(-MOST_PERIODS);
  return {
    key,
    value: present.value,
    values: shown.map(({ value }) => (value === null ? null : Number(value))),
  };
}
