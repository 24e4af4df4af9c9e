import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';

/** `GET /api/-/dashboards/{slug}`: the values of a dashboard's tiles, over what the reader may read. */
export function dashboardRoute(server: FastifyInstance): void {
  const config = { points: ['screens', 'entities'] } as const;
  server.get<{ Params: { slug: string } }>('/api/-/dashboards/:slug', { config }, async (request) =>
    runningOf(request).engine.dashboard(request.reader, request.params.slug),
  );
}
