import type { tileAddress } from '../../data/tiles.ts';

/** The key of the groups that are not listed one by one; what is stated as `others` has another, for its key is JSON. */
export const OTHERS = 'others';

/** One group of a tile, as it is drawn. */
export interface Drawn {
  readonly key: string;
  readonly label: string;
  /** A floating-point number, which is exact enough for pixels; the table beside the chart has the exact values. Null: none. */
  readonly size: number | null;
  readonly value: string;
  /** It has no records, and lies between others that have some. */
  readonly isEmpty: boolean;
  /** The records behind it. */
  readonly address: ReturnType<typeof tileAddress>;
}
