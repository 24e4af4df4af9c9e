/** A row of a file, and its place in it. */
export interface Line {
  readonly cells: readonly string[];
  readonly line: number;
}
