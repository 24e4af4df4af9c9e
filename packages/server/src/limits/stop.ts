import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';

/** Requests that were sent before the stop have arrived by then. */
const ARRIVED_MILLISECONDS = 1000;

/**
 * While a product stops, each answer closes its connection: an idle connection that is kept alive would delay the stop.
 * So would one on which nothing was sent yet, as browsers open them ahead of their next request.
 */
export function closeConnectionsOnStop(server: FastifyInstance): void {
  let stopping = false;
  const open = new Set<Socket>();
  server.server.on('connection', (socket: Socket) => {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  });
  const endSilent = () => {
    for (const socket of open) if (socket.bytesRead === 0) socket.destroy();
  };
  server.addHook('preClose', async () => {
    stopping = true;
    setTimeout(endSilent, ARRIVED_MILLISECONDS).unref();
  });
  server.addHook('onSend', async (_request, reply) => {
    if (stopping) reply.header('connection', 'close');
  });
}
