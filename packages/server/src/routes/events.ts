import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { writeOptions } from '../request/preconditions.ts';
import { answerRecord } from './answer-json.ts';
import { answerCreated, entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `POST /api/{path}/{id}/{event}`, and `POST /api/{path}/{event}` for an event from `new` (4). */
export function eventRoutes(server: FastifyInstance): void {
  const config = { points: ['entities', 'states'], ownQuery: true, verifiedByEngine: true } as const;

  server.post<{ Params: { path: string; event: string } }>('/api/:path/:event', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const options = writeOptions(plan, request);
    const { event } = request.params;
    const created = await engine.fire(request.actor, entity.name, null, event, request.body ?? {}, options);
    return answerCreated(reply, entity, created);
  });

  server.post<{ Params: RecordParams & { event: string } }>(
    '/api/:path/:id/:event',
    { config },
    async (request, reply) => {
      const { plan, engine } = runningOf(request);
      const { path, id, event } = request.params;
      const entity = entityAt(request, path);
      const options = writeOptions(plan, request);
      const fired = await engine.fire(request.actor, entity.name, id, event, request.body ?? {}, options);
      return answerRecord(reply, fired);
    },
  );
}
