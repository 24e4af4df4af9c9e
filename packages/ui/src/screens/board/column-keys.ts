/** The key of a column, or of its part in a lane. */
export function keyOfColumn(lane: string | null, choice: string): string {
  return lane === null ? choice : `${lane}\n${choice}`;
}

/** The lane in which a part of a column is; null where the board has none. */
export function laneOfColumn(key: string): string | null {
  const end = key.lastIndexOf('\n');
  return end === -1 ? null : key.slice(0, end);
}
