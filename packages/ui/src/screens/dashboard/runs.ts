/** Tiles in the document's order; adjacent tiles that are single numbers, or are charts, share a row. */
export function runsOf<Tile>(tiles: readonly Tile[], isSingle: (tile: Tile) => boolean): Tile[][] {
  const runs: Tile[][] = [];
  for (const tile of tiles) {
    const run = runs.at(-1);
    if (run?.[0] && isSingle(run[0]) === isSingle(tile)) run.push(tile);
    else runs.push([tile]);
  }
  return runs;
}
