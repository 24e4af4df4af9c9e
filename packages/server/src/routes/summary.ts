import type { FastifyInstance } from 'fastify';
import { runningOf } from '../request/context.ts';
import { readListQuery, readQuery } from '../request/query.ts';
import { entityAt } from './collection.ts';

/**
 * `GET /api/{path}/summary`: how many records a list has, what its numbers add up to, and the same of each group.
 * No field's name begins with `_`, so that these keys are never filters.
 */
export function summaryRoute(server: FastifyInstance): void {
  const config = { points: ['entities'], ownQuery: true, verifiedByEngine: true } as const;
  server.get<{ Params: { path: string } }>('/api/:path/summary', { config }, async (request) => {
    const { plan, engine } = runningOf(request);
    const entity = entityAt(request, request.params.path);
    const given = readQuery(plan, request.url);
    const asked = { of: given.get('_sum') ?? null, by: given.get('_by') ?? null };
    const list = new Map([...given].filter(([key]) => key !== '_sum' && key !== '_by'));
    return engine.summarize(request.actor, entity.name, readListQuery(plan, list), asked);
  });
}
