import type { FastifyInstance } from 'fastify';
import { loggedPath, segmentsOf } from './logged-path.ts';

/** One line for each answered request: the actor, the request and the result, but never what was sent. */
export function addRequestLog(server: FastifyInstance): void {
  const fixed = new Set(['']);
  server.addHook('onRoute', ({ url }) => {
    for (const segment of segmentsOf([url], ':')) fixed.add(segment);
  });
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    if (request.isShed) return;
    request.log.info(
      {
        user: request.actor?.userId ?? null,
        method: request.method,
        path: loggedPath(request.originalUrl, request.running?.plan ?? null, fixed),
        status: reply.statusCode,
        code: request.problem?.code ?? null,
        clause: request.problem?.clause ?? null,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}
