import { noteSecurityEvent } from '@nonet/engine';
import type { FastifyInstance } from 'fastify';

/** A denial is noted once in so long for one person, route and clause: what repeats itself says nothing more. */
const QUIET_MILLISECONDS = 60_000;
const MOST_REMEMBERED = 10_000;

/** Notes as security events what people who are signed in were denied. */
export function addDenials(server: FastifyInstance): void {
  const notedAt = new Map<string, number>();
  const underWay = new Set<Promise<void>>();
  server.addHook('preClose', async () => {
    await Promise.allSettled(underWay);
  });
  server.addHook('onResponse', async (request, reply) => {
    if (reply.statusCode !== 403 || request.running === null || request.isShed) return;
    const actor = request.actor?.userId ?? null;
    if (actor === null) return;
    const clause = request.problem?.clause ?? null;
    const route = `${request.method} ${request.routeOptions.url ?? ''}`;
    const key = `${actor} ${route} ${clause}`;
    const now = performance.now();
    if (now - (notedAt.get(key) ?? -Infinity) < QUIET_MILLISECONDS) return;
    if (notedAt.size >= MOST_REMEMBERED) notedAt.clear();
    notedAt.set(key, now);
    const noting = noteSecurityEvent(request.running.engine.pool, {
      kind: 'denied',
      actor,
      address: request.ip,
      detail: { route, clause },
    })
      .catch((error: unknown) => request.log.error({ err: error }, 'a denial could not be noted'))
      .finally(() => underWay.delete(noting));
    underWay.add(noting);
  });
}
