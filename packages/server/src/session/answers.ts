import type { SecondStepView, SessionView } from '@nonet/client';
import type { Account, NextStep, Refusal, SessionOrigin, SignInPlace } from '@nonet/engine';
import { message, type Plan } from '@nonet/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import {
  clearPendingCookie,
  readBrowserCookie,
  readSessionCookie,
  setBrowserCookie,
  setPendingCookie,
  setSessionCookie,
} from './cookie.ts';
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
  clearPendingCookie(request, reply);
  return { user: userView(account) };
}

/** The answer for a user who has given the password, and whose session opens with a second factor. */
export async function answerPending(
  request: FastifyRequest,
  reply: FastifyReply,
  { id }: Pick<Account, 'id'>,
  step: { readonly needs: NextStep; readonly pending: string },
): Promise<SessionView> {
  setPendingCookie(request, reply, step.pending);
  return { user: null, second_step: await secondStep(request, id, step.needs) };
}

/** The actions of the second step. */
export async function secondStep(request: FastifyRequest, userId: string, needs: NextStep): Promise<SecondStepView> {
  const factors = await runningOf(request).secondFactors.list(userId);
  const has = (kind: string) => factors.some((factor) => factor.kind === kind);
  return { needs, code: has('totp'), passkey: has('passkey') };
}

/** The answer for a user who has just given the password; the browser is known from now on. */
export async function answerPasswordFits(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  token: string,
): Promise<SessionView> {
  const view = await answerSignedIn(request, reply, account, token);
  await knowBrowser(request, reply, account.id);
  return view;
}

/** Remembers that a user has shown with this browser who they are. */
export async function knowBrowser(request: FastifyRequest, reply: FastifyReply, userId: string): Promise<void> {
  const known = readBrowserCookie(request);
  setBrowserCookie(request, reply, await runningOf(request).sessions.rememberBrowser(userId, known));
}

/** The origin of a session, from the request that opens it. */
export function sessionOrigin(request: FastifyRequest): SessionOrigin {
  return { address: request.ip, userAgent: request.headers['user-agent'] ?? null };
}

/** The origin of a sign-in request. */
export function signInPlace(request: FastifyRequest): SignInPlace {
  return { ...sessionOrigin(request), browser: readBrowserCookie(request) };
}

/** LOGIN_ATTEMPTS (9) are used up. */
export function tooManyAttempts(plan: Plan, reply: FastifyReply, seconds: number): Refusal {
  reply.header('retry-after', String(seconds));
  return standardRefusal(plan, 'TOO_MANY_REQUESTS', {
    words: message('manyAttempts'),
    clause: plan.clauses['9.LOGIN_ATTEMPTS'] ? '9.LOGIN_ATTEMPTS' : null,
  });
}
