import type { FastifyInstance } from 'fastify';

/**
 * While a product stops, each answer closes its connection: an idle connection that is kept alive would delay the stop.
 */
export function closeConnectionsOnStop(server: FastifyInstance): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
