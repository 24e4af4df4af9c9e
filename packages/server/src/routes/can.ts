import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `GET /api/{path}/{id}/can`: what this user may do with the record now, and why not. */
export function canRoute(server: FastifyInstance): void {
  const config = { points: ['entities'] } as const;
  server.get<{ Params: RecordParams }>('/api/:path/:id/can', { config }, async (request) => {
    const { path, id } = request.params;
    return runningOf(request).engine.can(request.reader, entityAt(request, path).name, id);
  });
}
