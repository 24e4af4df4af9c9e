/**
 * An answer, and the tables that it was read from. While nothing in them changes, only the passing of time can change
 * the answer.
 */
export interface Observed<T> {
  readonly answer: T;
  readonly tables: ReadonlySet<string>;
}
