import type { tileAddress } from '../../data/tiles.ts';

/**
 * The key of the groups that are not listed one by one. A group named `others` has another key, because keys are JSON.
 */
export const OTHERS = 'others';

/** One group of a tile, as it is drawn. */
export interface Drawn {
  readonly key: string;
  readonly label: string;
  /** The label in a form that fits an axis. */
  readonly short: string;
  /**
   * A floating-point number, which is exact enough for pixels; the table beside the chart has the exact values. Null:
   * no value.
   */
  readonly size: number | null;
  readonly value: string;
  /** It has no records, and lies between groups with records. */
  readonly isEmpty: boolean;
  /** The records behind it. */
  readonly address: ReturnType<typeof tileAddress>;
}
