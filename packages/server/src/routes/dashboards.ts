import type { DashboardView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import { rightsOf, runningOf } from '../request/context.ts';
import { openableScreens, screenView } from '../view/screens.ts';

/** `GET /api/-/dashboards/{slug}`: the values of a dashboard's tiles, over what the reader may read. */
export function dashboardRoute(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'] } as const;
  server.get<{ Params: { slug: string } }>(
    '/api/-/dashboards/:slug',
    { config },
    async (request): Promise<DashboardView> => {
      const { engine } = runningOf(request);
      const { slug } = request.params;
      const view = (await engine.dashboard(request.reader, slug)) as DashboardView;
      // A tile over what this reader can never read is none of theirs: not even its name.
      const rights = rightsOf(request);
      const screen = openableScreens(rights).find((candidate) => candidate.slug === slug);
      const known = new Set(screen && screenView(rights, screen).tiles.map((tile) => tile.clause));
      return { tiles: view.tiles.filter((tile) => known.has(tile.clause)) };
    },
  );
}
