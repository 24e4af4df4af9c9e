/**
 * The longest time, in milliseconds, for which one transaction may hold the records that it fills; it determines the
 * number of records.
 */
export const BATCH_TIME = 50;
const FIRST_BATCH = 200;
const LARGEST_BATCH = 5000;

/** The number of records that are written in one transaction. */
export type BatchSize = number;

/** The size of the next batch: as many as take `BATCH_TIME`, by how long the last one took. */
export function nextSize(last: BatchSize | null, milliseconds: number): BatchSize {
  if (last === null) return FIRST_BATCH;
  const factor = BATCH_TIME / Math.max(milliseconds, 1);
  return Math.round(Math.min(LARGEST_BATCH, Math.max(20, last * Math.min(factor, 2))));
}
