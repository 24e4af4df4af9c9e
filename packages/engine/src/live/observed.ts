/**
 * An answer, and the tables that it was read from. While nothing in them changes, only the passing of time can change
 * the answer.
 */
export interface Observed<T> {
  readonly answer: T;
  readonly tables: ReadonlySet<string>;
  /** Part of the answer is older than now, and may be another after so many milliseconds; null: nothing is. */
  readonly again: number | null;
}
