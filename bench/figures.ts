/** The median; of an even number of values, the upper one of the middle two. */
export function median(numbers: readonly number[]): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.floor(sorted.length / 2)] ?? Number.NaN;
}

/** The value that so large a part of the numbers does not exceed. */
export function percentile(numbers: readonly number[], part: number): number {
  const sorted = [...numbers].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}

/** A line of a table: a name, and figures to the right of their columns. */
export function row(name: string, ...cells: readonly string[]): string {
  return `${name.padEnd(34)}${cells.map((cell) => cell.padStart(12)).join('')}`;
}
