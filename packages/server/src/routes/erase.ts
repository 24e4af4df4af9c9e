import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { writeOptions } from '../request/preconditions.ts';
import { answerRecord } from './answer-json.ts';
import { entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `POST /api/{path}/{id}/erase`: erases a person, as the document states it (3, `erased`). */
export function eraseRoute(server: FastifyInstance): void {
  const config = { points: ['entities'], ownQuery: true } as const;
  server.post<{ Params: RecordParams }>('/api/:path/:id/erase', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const { path, id } = request.params;
    const options = writeOptions(plan, request);
    return answerRecord(reply, await engine.erase(request.actor, entityAt(request, path).name, id, options));
  });
}
