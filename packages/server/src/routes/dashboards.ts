import type { DashboardView, TileView } from '@nonet/client';
import { ENGINE_LIMITS } from '@nonet/engine';
import type { FastifyInstance } from 'fastify';
import { rightsIn, runningOf } from '../request/context.ts';
import { preferredWait } from '../request/preconditions.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import type { Rights } from '../view/rights.ts';
import { openableScreens, screenView } from '../view/screens.ts';
import { listOfTile } from '../view/tile-list.ts';

/**
 * `GET /api/-/dashboards/{slug}`: the values of a dashboard's tiles, over what the reader may read. `tile=` names one
 * alone; whoever prefers to wait for less than one tile may take (`Prefer: wait=1`) gets the slow ones as `late` at once.
 */
export function dashboardRoute(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'], ownQuery: true } as const;
  server.get<{ Params: { slug: string } }>(
    '/api/-/dashboards/:slug',
    { config },
    async (request, reply): Promise<DashboardView> => {
      const running = runningOf(request);
      const { slug } = request.params;
      const given = readQuery(running.plan, request.url);
      onlyKeys(running.plan, given, ['tile']);
      const wait = preferredWait(request);
      const isSoon = wait !== null && wait < ENGINE_LIMITS.tileSeconds;
      if (isSoon) reply.header('preference-applied', `wait=${wait}`);
      const query = { tile: given.get('tile') ?? null, isSoon };
      const view = (await running.engine.dashboard(request.actor, slug, query)) as Dashboard;
      return tilesFor(await rightsIn(running, request.actor), slug, view);
    },
  );
}

/** The engine's answer, with the entity of the records behind each tile. */
export interface Dashboard {
  readonly tiles: readonly (Omit<TileView, 'list'> & { readonly entity: string | null })[];
}

/** A tile over what this reader can never read is none of theirs: not even its name. */
export function tilesFor(rights: Rights, slug: string, view: Dashboard): DashboardView {
  const screens = openableScreens(rights);
  const screen = screens.find((candidate) => candidate.slug === slug);
  const known = new Set(screen && screenView(rights, screen).tiles.map((tile) => tile.clause));
  const stated = new Map(screen?.tiles.map((tile) => [tile.clause, tile]));
  const listOf = (clause: string) => {
    const tile = stated.get(clause);
    return tile === undefined ? null : (listOfTile(screens, tile)?.slug ?? null);
  };
  return {
    tiles: view.tiles
      .filter((tile) => known.has(tile.clause))
      .map(({ entity, ...tile }) => ({ ...tile, list: entity === null ? null : listOf(tile.clause) })),
  };
}
