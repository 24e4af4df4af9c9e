import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `GET /api/{path}/{id}/history`: what happened to a record, newest first. */
export function historyRoute(server: FastifyInstance): void {
  const config = { points: ['entities'] } as const;
  server.get<{ Params: RecordParams }>('/api/:path/:id/history', { config }, async (request) => {
    const { path, id } = request.params;
    return runningOf(request).engine.history(request.actor, entityAt(request, path).name, id);
  });
}
