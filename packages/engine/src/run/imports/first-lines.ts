/**
 * Counts the lines in which the rows of a CSV file begin, from 1; it is asked of each row, in their order. Cells may have line
 * breaks. The parser says in which line a row ends, and counts a carriage return and a line feed within a cell as two.
 */
export function firstLines(): (cells: readonly string[], last: number) => number {
  let twice = 0;
  return (cells, last) => {
    const count = (pattern: RegExp) => cells.reduce((sum, cell) => sum + (cell.match(pattern)?.length ?? 0), 0);
    twice += count(/\r\n/g);
    return last - twice - count(/\r\n|\n|\r/g);
  };
}
