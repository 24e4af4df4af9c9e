import type { OpenSessionView } from '@nonet/client';
import type { FastifyInstance } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { deviceOf } from '../session/device.ts';
import { readSessionCookie } from '../session/cookie.ts';
import { personOf } from '../session/person.ts';

/** `/api/-/sessions`: where one is signed in, and the end of each session; for people alone. */
export function sessionsRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;

  server.get('/api/-/sessions', { config }, async (request): Promise<OpenSessionView[]> => {
    const open = await runningOf(request).sessions.openOf(personOf(request).id, readSessionCookie(request));
    return open.map(({ id, createdAt, seenAt, expiresAt, userAgent, network, isCurrent }) => ({
      id,
      device: userAgent === null ? null : deviceOf(userAgent),
      network,
      created_at: createdAt,
      seen_at: seenAt,
      expires_at: expiresAt,
      current: isCurrent,
    }));
  });

  server.delete<{ Params: { id: string } }>('/api/-/sessions/:id', { config }, async (request, reply) => {
    const { plan, sessions } = runningOf(request);
    if (!(await sessions.endOf(personOf(request).id, request.params.id))) throw standardRefusal(plan, 'NOT_FOUND');
    return reply.code(204).send();
  });
}
