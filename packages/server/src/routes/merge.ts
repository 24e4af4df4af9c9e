import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { withoutAnswers } from '../request/entity-tag.ts';
import { writeOptions } from '../request/preconditions.ts';
import { answerRecord } from './answer-json.ts';
import { entityAt } from './collection.ts';
import type { RecordParams } from './record.ts';

/** `POST /api/{path}/{id}/merge-with`: another record goes, and all that refers to it refers to this one (6, `merge`). */
export function mergeRoute(server: FastifyInstance): void {
  const config = { points: ['entities'], ownQuery: true } as const;
  server.post<{ Params: RecordParams }>('/api/:path/:id/merge-with', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const { path, id } = request.params;
    const options = writeOptions(plan, request);
    const { name } = entityAt(request, path);
    return answerRecord(reply, await engine.merge(request.actor, name, id, bodyOf(request.body), options));
  });
}

/** The body with the tag of the other record as the engine knows it. */
function bodyOf(body: unknown): unknown {
  if (!isObject(body) || !isObject(body.from) || typeof body.from.if_match !== 'string') return body ?? {};
  return { ...body, from: { ...body.from, if_match: withoutAnswers(body.from.if_match) } };
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
