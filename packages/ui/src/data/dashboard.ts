import type { TileView } from '@nonet/client';
import { queryOptions } from '@tanstack/react-query';
import { client } from './client.ts';

/** The time after which tiles that are not computed yet are asked for one by one, and shown as they come. */
const WAIT_SECONDS = 1;
/** The tiles that are asked for at the same time: a dashboard leaves others their part of the database. */
const AT_ONCE = 2;

/** A tile as it is shown. */
export interface ShownTile extends TileView {
  /** Whether its value is on its way, so that its place is held. */
  readonly isAwaited?: true;
}

interface ShownDashboard {
  readonly tiles: readonly ShownTile[];
}

/** The tiles of a dashboard: all at once, or, where that takes long, one after the other. */
export function dashboardQuery(screen: string) {
  const queryKey = ['dashboards', screen];
  return queryOptions({
    queryKey,
    queryFn: async ({ signal, client: queries }): Promise<ShownDashboard> => {
      const { tiles } = await client.dashboard(screen, signal, WAIT_SECONDS);
      const waiting = tiles.filter(({ late }) => late);
      if (waiting.length === 0) return { tiles };
      const former = queries.getQueryData<ShownDashboard>(queryKey)?.tiles ?? [];
      const shown = new Map(tiles.map((tile) => [tile.clause, tile.late ? placeFor(tile, former) : tile]));
      const show = () => {
        // Whoever has ended the query has a newer answer.
        signal.throwIfAborted();
        queries.setQueryData<ShownDashboard>(queryKey, { tiles: [...shown.values()] });
      };
      show();
      const readNext = async (): Promise<void> => {
        for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
          const tile = await readTile(screen, next, signal);
          if (tile === undefined) shown.delete(next.clause);
          else shown.set(next.clause, tile);
          show();
        }
      };
      await Promise.all(Array.from({ length: AT_ONCE }, readNext));
      return { tiles: [...shown.values()] };
    },
  });
}

/** The value that was there before stays until the new one comes. */
function placeFor(tile: TileView, former: readonly ShownTile[]): ShownTile {
  return former.find(({ clause, late }) => clause === tile.clause && !late) ?? { ...tile, isAwaited: true };
}

/** A tile that can't be read is late, and delays no other. */
async function readTile(screen: string, tile: TileView, signal: AbortSignal): Promise<TileView | undefined> {
  try {
    return await client.tile(screen, tile.clause, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof TypeError) throw error;
    return tile;
  }
}
