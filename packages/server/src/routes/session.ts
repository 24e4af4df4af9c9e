import type { SessionView } from '@nonet/client';
import type { Account } from '@nonet/engine';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { clearSessionCookie, readSessionCookie, setSessionCookie } from '../session/cookie.ts';
import { userView } from '../session/user-view.ts';

/** `/api/-/session`: who is signed in; sign in; sign out. */
export function sessionRoutes(server: FastifyInstance): void {
  const config = { decidedBy: 'roles' } as const;

  server.get(
    '/api/-/session',
    { config },
    async (request): Promise<SessionView> => ({ user: userView(request.account) }),
  );

  server.post('/api/-/session', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, sessions } = runningOf(request);
    const { email, password } = textsOf(request, ['email', 'password']);
    const answer = await sessions.signIn(email, password, request.ip);
    switch (answer.kind) {
      case 'too many':
        reply.header('retry-after', String(answer.retryAfterSeconds));
        throw standardRefusal(plan, 'TOO_MANY_REQUESTS', {
          message: 'Too many attempts to sign in. Try again later.',
          clause: plan.clauses['9.LOGIN_ATTEMPTS'] ? '9.LOGIN_ATTEMPTS' : null,
        });
      case 'refused':
        throw standardRefusal(plan, 'UNAUTHENTICATED', { message: 'The e-mail address or the password is wrong.' });
      case 'signed in':
        return answerSignedIn(request, reply, answer.account, answer.token);
    }
  });

  server.delete('/api/-/session', { config }, async (request, reply) => {
    const token = readSessionCookie(request);
    if (token !== null) await runningOf(request).sessions.close(token);
    clearSessionCookie(request, reply);
    return reply.code(204).send();
  });
}

/** Puts a new session in the place of the one that the request came with. */
export async function answerSignedIn(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  token: string,
): Promise<SessionView> {
  const { plan, sessions } = runningOf(request);
  const former = readSessionCookie(request);
  if (former !== null) await sessions.close(former);
  setSessionCookie(request, reply, token, plan.settings.sessionSeconds);
  return { user: userView(account) };
}
