import type { FastifyInstance } from 'fastify';

/** One line for each answered request: who asked for what, and what came of it; never what was sent. */
export function addRequestLog(server: FastifyInstance): void {
  server.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id);
  });
  server.addHook('onResponse', async (request, reply) => {
    request.log.info(
      {
        user: request.reader?.userId ?? null,
        method: request.method,
        path: request.originalUrl.split('?')[0],
        status: reply.statusCode,
        code: request.problem?.code ?? null,
        clause: request.problem?.clause ?? null,
        milliseconds: Math.round(reply.elapsedTime * 10) / 10,
      },
      'answered',
    );
  });
}
