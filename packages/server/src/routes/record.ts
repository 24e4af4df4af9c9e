import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { alreadyHas, writeOptions } from '../request/preconditions.ts';
import { onlyKeys, readQuery } from '../request/query.ts';
import { entityAt } from './collection.ts';

export interface RecordParams {
  path: string;
  id: string;
}

/** `/api/{path}/{id}`: one record. */
export function recordRoutes(server: FastifyInstance): void {
  const config = { points: ['entities'], doorsOnly: true } as const;

  server.get<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const query = readQuery(plan, request.url);
    onlyKeys(plan, query, ['fields', 'expand']);
    const shape = { fields: query.get('fields') ?? null, expand: query.get('expand') ?? null };
    const { record, etag } = await engine.read(request.reader, entity.name, request.params.id, shape);
    reply.header('etag', etag);
    return alreadyHas(request, etag) ? reply.code(304).send() : record;
  });

  server.patch<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const options = writeOptions(plan, request);
    const { record, etag } = await engine.update(
      request.reader,
      entity.name,
      request.params.id,
      request.body ?? {},
      options,
    );
    reply.header('etag', etag);
    return record;
  });

  server.delete<{ Params: RecordParams }>('/api/:path/:id', { config }, async (request, reply) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    await engine.delete(request.reader, entity.name, request.params.id, writeOptions(plan, request));
    return reply.code(204).send();
  });
}
