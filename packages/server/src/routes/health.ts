import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import type { Running } from '../product.ts';

/** `/healthz`: the process answers. `/readyz`: it has a product whose database answers and holds its document, and is neither at a limit of its requests nor stopping. */
export function healthRoutes(server: FastifyInstance, { product }: ServerOptions): void {
  let stopping = false;
  server.addHook('preClose', async () => {
    stopping = true;
  });
  const config = { always: true } as const;

  server.get('/healthz', { config }, async () => ({ status: 'ok' }));

  server.get('/readyz', { config }, async (_request, reply) => {
    const running = product.current();
    if (server.isOverloaded()) return reply.code(503).send({ status: 'overloaded' });
    if (stopping || !running) return reply.code(503).send({ status: stopping ? 'stopping' : 'no product' });
    try {
      if (await running.engine.isCurrent()) return { status: 'ready', ...replicasOf(running) };
      return reply.code(503).send({ status: 'another document' });
    } catch (error) {
      reply.log.error({ err: error }, 'not ready');
      return reply.code(503).send({ status: 'no database' });
    }
  });
}

/** A product is ready without its replicas; who watches it may want to know of them. */
function replicasOf({ engine }: Running) {
  const { states } = engine.replicas();
  return states.length === 0
    ? {}
    : { replicas: { all: states.length, answering: states.filter(({ misfit }) => misfit === null).length } };
}
