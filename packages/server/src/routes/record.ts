import { Refusal } from '@nonet/engine';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { runningOf } from '../request/context.ts';
import { recordTag } from '../request/entity-tag.ts';
import { alreadyHas, writeOptions } from '../request/preconditions.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import { answerRecord } from './answer-json.ts';
import { entityAt } from './collection.ts';

export interface RecordParams {
  path: string;
  id: string;
}

/** `/api/{path}/{id}`: one record. */
export function recordRoutes(server: FastifyInstance): void {
  const config = { points: ['entities'], ownQuery: true, verifiedByEngine: true } as const;

  server.get<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const query = readQuery(plan, request.url);
    onlyKeys(plan, query, ['fields', 'expand']);
    const shape = { fields: query.get('fields') ?? null, expand: query.get('expand') ?? null };
    const { id } = request.params;
    const found = await engine.read(request.actor, entity.name, id, shape).catch(async (error: unknown) => {
      const into = await readableInstead(request, entity.name, id, error);
      if (into === null) throw error;
      return into;
    });
    if (typeof found === 'string' || typeof found === 'number') {
      const query = new URL(request.url, 'http://localhost').search;
      return reply.redirect(`/api/${request.params.path}/${found}${query}`, 301);
    }
    const tag = recordTag(found);
    if (alreadyHas(request, tag)) return reply.header('etag', tag).code(304).send();
    return answerRecord(reply, found);
  });

  server.patch<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const options = writeOptions(plan, request);
    const { id } = request.params;
    return answerRecord(reply, await engine.update(request.actor, entity.name, id, request.body ?? {}, options));
  });

  server.delete<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    await engine.delete(request.actor, entity.name, request.params.id, writeOptions(plan, request));
    return reply.code(204).send();
  });
}

/** The record into which the one that is not found was merged, if its reader may read that one; null: there is none. */
async function readableInstead(
  request: FastifyRequest,
  entity: string,
  id: string,
  error: unknown,
): Promise<string | number | null> {
  if (!(error instanceof Refusal) || error.code !== 'NOT_FOUND') return null;
  const { engine } = runningOf(request);
  const into = await engine.mergedInto(entity, id);
  if (into === null) return null;
  try {
    await engine.read(request.actor, entity, String(into), { fields: 'id', expand: null });
    return into;
  } catch (unreadable) {
    if (unreadable instanceof Refusal) return null;
    throw unreadable;
  }
}
