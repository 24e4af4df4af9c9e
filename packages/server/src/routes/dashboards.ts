import type { DashboardView } from '@nonet/client';
import type { Reader } from '@nonet/engine';
import type { Plan } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { Rights } from '../view/rights.ts';
import { openableScreens, screenView } from '../view/screens.ts';

/** `GET /api/-/dashboards/{slug}`: the values of a dashboard's tiles, over what the reader may read. */
export function dashboardRoute(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'] } as const;
  server.get<{ Params: { slug: string } }>(
    '/api/-/dashboards/:slug',
    { config },
    async (request): Promise<DashboardView> => {
      const { engine, plan } = runningOf(request);
      const { slug } = request.params;
      const view = (await engine.dashboard(request.reader, slug)) as DashboardView;
      return tilesFor(plan, request.reader, slug, view);
    },
  );
}

/** A tile over what this reader can never read is none of theirs: not even its name. */
export function tilesFor(plan: Plan, reader: Reader, slug: string, view: DashboardView): DashboardView {
  const rights = new Rights(plan, reader);
  const screen = openableScreens(rights).find((candidate) => candidate.slug === slug);
  const known = new Set(screen && screenView(rights, screen).tiles.map((tile) => tile.clause));
  return { tiles: view.tiles.filter((tile) => known.has(tile.clause)) };
}
