import type { GapView } from '@nonet/client';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import { mayReadDocument, runningOf } from '../request/context.ts';

/** `GET /api/gaps`: the document's gaps, and how often somebody met each. */
export function gapsRoute(server: FastifyInstance, options: ServerOptions): void {
  server.get('/api/gaps', { config: { always: true } }, async (request) => {
    refuseStrangers(request, options);
    return gapViews(request);
  });
}

/** @throws {Refusal} UNAUTHENTICATED or FORBIDDEN for those who may not see the document. */
export function refuseStrangers(request: FastifyRequest, options: ServerOptions): void {
  if (mayReadDocument(request, options)) return;
  throw standardRefusal(runningOf(request).plan, request.account ? 'FORBIDDEN' : 'UNAUTHENTICATED');
}

export async function gapViews(request: FastifyRequest): Promise<GapView[]> {
  const { plan, engine } = runningOf(request);
  const hits = await engine.hits();
  return plan.gaps.map(({ clause, consequence }) => ({
    clause,
    consequence,
    file: plan.clauses[clause]?.file ?? plan.sources[0]?.path ?? '',
    line: plan.clauses[clause]?.line ?? 1,
    hits: hits.get(clause) ?? 0,
  }));
}
