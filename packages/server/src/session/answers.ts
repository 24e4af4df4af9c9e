import type { SessionView } from '@nonet/client';
import type { Account, Refusal } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { readSessionCookie, setSessionCookie } from './cookie.ts';
import { userView } from './user-view.ts';

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

/** LOGIN_ATTEMPTS (9) are used up. */
export function tooManyAttempts(plan: Plan, reply: FastifyReply, seconds: number): Refusal {
  reply.header('retry-after', String(seconds));
  return standardRefusal(plan, 'TOO_MANY_REQUESTS', {
    words: message('manyAttempts'),
    clause: plan.clauses['9.LOGIN_ATTEMPTS'] ? '9.LOGIN_ATTEMPTS' : null,
  });
}
