import { type ExactCallRequest, givenIn, type Actor } from '@nonet/engine';
import { type ExactCall, message, type RequestValue } from '@nonet/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { ANONYMOUS, runningOf } from '../request/context.ts';
import { sessionOrigin } from '../session/answers.ts';
import { attributes } from '../session/cookie.ts';

/** The reader of an answer, and the token that it may show. */
export interface Caller {
  readonly actor: Actor;
  readonly token: string | null;
}

/**
 * Performs what a call states about sessions; the rest of the call runs as the actor who is signed in afterwards (7).
 */
export async function withSession(
  request: FastifyRequest,
  reply: FastifyReply,
  call: ExactCall,
  asked: ExactCallRequest,
): Promise<Caller> {
  const { plan, engine, sessions } = runningOf(request);
  const { does } = call;
  switch (does?.kind) {
    case 'sign in': {
      await engine.admit(request.actor, call);
      const [name, password] = textsIn(request, asked, [does.name, does.password]);
      const seconds = does.lastsSeconds ?? plan.answered.lastsSeconds ?? plan.settings.sessionSeconds;
      const answer = await sessions.signIn(name ?? '', password ?? '', sessionOrigin(request), seconds);
      if (answer.kind === 'too many') {
        reply.header('retry-after', String(answer.retryAfterSeconds));
        throw standardRefusal(plan, 'TOO_MANY_REQUESTS');
      }
      if (answer.kind === 'second factor') {
        // An exact call has one step: whoever has two signs in on the product's own pages.
        await sessions.endPending(answer.pending);
        throw standardRefusal(plan, 'WRONG_CREDENTIALS', { words: message('secondFactorElsewhere') });
      }
      if (answer.kind === 'refused') throw standardRefusal(plan, 'WRONG_CREDENTIALS');
      keepCookie(request, reply, answer.token, seconds);
      return { actor: { userId: answer.account.id, roles: answer.account.roles }, token: answer.token };
    }
    case 'sign up': {
      await engine.admit(request.actor, call);
      const { id } = await engine.answerSignUp(call, asked);
      const seconds = plan.answered.lastsSeconds ?? plan.settings.sessionSeconds;
      const token = await sessions.open(id, seconds, sessionOrigin(request));
      const account = await sessions.find(token);
      // A person who is disabled from the start has an account, and is not signed in.
      if (account === null) return { actor: ANONYMOUS, token: null };
      // An actor who is signed in already keeps their session.
      if (request.actor.userId === null) keepCookie(request, reply, token, seconds);
      return { actor: { userId: account.id, roles: account.roles }, token };
    }
    case 'sign out': {
      // Afterwards their session says nothing of them any more: the answer is for who they were.
      const actor = (await request.actor.session?.find()) ?? request.actor;
      await engine.admit(actor, call);
      if (asked.token !== null) await sessions.close(asked.token);
      const { cookie } = plan.answered;
      if (cookie !== null) reply.clearCookie(cookie, attributes(request));
      return { actor, token: null };
    }
    case undefined:
    case 'add':
    case 'create':
    case 'delete':
    case 'delete each':
    case 'fire':
    case 'list':
    case 'nothing':
    case 'read':
    case 'refuse':
    case 'remove':
    case 'reset':
    case 'update':
    case 'user':
      return { actor: request.actor, token: asked.token };
  }
}

/** Texts that a sign-in needs. @throws REQUIRED with every key that is missing. */
function textsIn(request: FastifyRequest, asked: ExactCallRequest, values: readonly RequestValue[]): readonly string[] {
  const { plan } = runningOf(request);
  const texts = values.map((value) => givenIn(asked, value));
  const missing = values.filter((_value, place) => {
    const text = texts[place];
    return typeof text !== 'string' || text.trim() === '';
  });
  if (missing.length === 0) return texts.map(String);
  const { words, code } = standardRefusal(plan, 'REQUIRED');
  const errors = missing.map(({ name }) => ({
    field: name.split('.').at(-1) ?? name,
    code,
    message: words,
    clause: null,
  }));
  throw standardRefusal(plan, 'REQUIRED', { errors });
}

function keepCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  const { cookie } = runningOf(request).plan.answered;
  if (cookie !== null) reply.setCookie(cookie, token, { ...attributes(request), maxAge: seconds });
}
