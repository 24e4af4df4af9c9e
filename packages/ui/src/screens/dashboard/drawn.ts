import type { tileAddress } from '../../data/tiles.ts';

/** One group of a tile, as it is drawn. */
export interface Drawn {
  readonly key: string;
  readonly label: string;
  /** A floating-point number, which is exact enough for pixels; the table beside the chart has the exact values. */
  readonly size: number;
  readonly value: string;
  /** The records behind it. */
  readonly address: ReturnType<typeof tileAddress>;
}
