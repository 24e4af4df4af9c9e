import type { FastifyInstance } from 'fastify';

/**
 * Once a product stops, what is still answered closes its connection: one that is kept alive would hold up the stop,
 * though nothing is under way on it.
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
