import type { NewFactorView, NewTotpView, SecondFactorsView, SecondFactorView, SessionView } from '@nonet/client';
import {
  type Account,
  type Confirmed,
  type GivenFactor,
  needsFactor,
  type PasskeySite,
  type SecondFactor,
} from '@nonet/engine';
import { isObject, message } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { invalidKey, standardRefusal } from '../problem/standard.ts';
import { textsOf } from '../request/body.ts';
import { runningOf } from '../request/context.ts';
import { answerPasswordFits, sessionOrigin, signInPlace, tooManyAttempts } from '../session/answers.ts';
import { readPendingCookie, readSessionCookie } from '../session/cookie.ts';
import { personOf } from '../session/person.ts';
import { originOf } from '../session/same-origin.ts';
import { userView } from '../session/user-view.ts';

/**
 * `/api/-/session/second-factor`: the second step of a sign-in. `/api/-/second-factors`: one's own, for people who are signed in,
 * and for those who have to set one up before they are.
 */
export function secondFactorRoutes(server: FastifyInstance, options: ServerOptions): void {
  const config = { decidedBy: 'roles' } as const;
  const siteOf = (request: FastifyRequest): PasskeySite => ({
    origin: options.publicOrigin ?? originOf(request),
    name: runningOf(request).plan.title || 'Nonet',
  });

  server.post('/api/-/session/second-factor', { config }, async (request, reply): Promise<SessionView> => {
    const { plan, sessions, secondFactors } = runningOf(request);
    const { account, pending } = await begunSignIn(request);
    const given = readFactor(request);
    if (!(await sessions.countTry(pending))) throw lostSignIn(request);
    const checked = await secondFactors.check(account.id, pending, given, signInPlace(request), siteOf(request));
    if (checked.kind === 'too many') throw tooManyAttempts(plan, reply, checked.retryAfterSeconds);
    if (checked.kind === 'refused') throw standardRefusal(plan, 'WRONG_CREDENTIALS', { words: message('wrongFactor') });
    return finish(request, reply, account, pending);
  });

  server.post('/api/-/session/second-factor/passkey', { config }, async (request) => {
    const { plan, secondFactors } = runningOf(request);
    const { account, pending } = await begunSignIn(request);
    const asked = await secondFactors.askPasskey(account.id, pending, siteOf(request));
    if (asked === null) throw standardRefusal(plan, 'NOT_FOUND');
    return asked;
  });

  server.get('/api/-/second-factors', { config }, async (request): Promise<SecondFactorsView> => {
    const { plan, secondFactors } = runningOf(request);
    const { account } = await holderOf(request);
    return {
      factors: (await secondFactors.list(account.id)).map(factorView),
      recovery_codes_left: await secondFactors.recoveryCodesLeft(account.id),
      required: needsFactor(plan, account.roles),
    };
  });

  server.post('/api/-/second-factors/totp', { config }, async (request, reply): Promise<NewTotpView> => {
    const { account } = await holderOf(request);
    reply.code(201).header('cache-control', 'no-store');
    return runningOf(request).secondFactors.beginTotp(account);
  });

  server.post<{ Params: { id: string } }>('/api/-/second-factors/totp/:id', { config }, async (request, reply) => {
    const holder = await holderOf(request);
    const { code, name } = textsOf(request, ['code', 'name']);
    await limit(request, reply, holder);
    const { secondFactors } = runningOf(request);
    const confirmed = await secondFactors.confirmTotp(holder.account.id, request.params.id, code, name);
    return answerConfirmed(request, reply, holder, confirmed, 'code');
  });

  server.post('/api/-/second-factors/passkey', { config }, async (request) => {
    const { account, token } = await holderOf(request);
    return runningOf(request).secondFactors.beginPasskey(account, token, siteOf(request));
  });

  server.post('/api/-/second-factors/passkey/confirm', { config }, async (request, reply) => {
    const { plan, secondFactors } = runningOf(request);
    const holder = await holderOf(request);
    const { body } = request;
    const { response, name } = isObject(body) && !Array.isArray(body) ? body : {};
    if (!isObject(response) || typeof name !== 'string')
      throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
    const confirmed = await secondFactors.confirmPasskey(
      holder.account.id,
      holder.token,
      // The library examines it.
      response as unknown as Parameters<typeof secondFactors.confirmPasskey>[2],
      name,
      siteOf(request),
    );
    return answerConfirmed(request, reply, holder, confirmed, 'response');
  });

  server.post('/api/-/second-factors/recovery-codes', { config }, async (request, reply) => {
    const { plan, secondFactors } = runningOf(request);
    const person = personOf(request);
    if ((await secondFactors.list(person.id)).length === 0) throw standardRefusal(plan, 'NOT_FOUND');
    reply.code(201).header('cache-control', 'no-store');
    return { recovery_codes: await secondFactors.renewRecoveryCodes(person.id) };
  });

  server.delete<{ Params: { id: string } }>('/api/-/second-factors/:id', { config }, async (request, reply) => {
    const { plan, secondFactors } = runningOf(request);
    const person = personOf(request);
    const own = await secondFactors.list(person.id);
    if (!own.some(({ id }) => id === request.params.id)) throw standardRefusal(plan, 'NOT_FOUND');
    if (own.length === 1 && needsFactor(plan, person.roles))
      throw standardRefusal(plan, 'FORBIDDEN', { words: message('lastFactor') });
    await secondFactors.remove(person.id, request.params.id);
    return reply.code(204).send();
  });
}

/** Who may set up a factor; `token`: of their session, or of the sign-in that waits for it (`pending`). */
interface Holder {
  readonly account: Account;
  readonly token: string;
  readonly pending: boolean;
}

/** @throws {Refusal} UNAUTHENTICATED for who is neither signed in nor about to be. */
async function holderOf(request: FastifyRequest): Promise<Holder> {
  const pending = readPendingCookie(request);
  if (request.account === null && pending !== null) {
    const begun = await runningOf(request).sessions.findPending(pending);
    // Whoever has a factor gives it first.
    if (begun?.needs === 'enrolment') return { account: begun.account, token: pending, pending: true };
  }
  return { account: personOf(request), token: readSessionCookie(request) ?? '', pending: false };
}

/** Setting up has as many tries as giving. */
async function limit(request: FastifyRequest, reply: FastifyReply, { token, pending }: Holder): Promise<void> {
  if (pending && !(await runningOf(request).sessions.countTry(token))) throw lostSignIn(request);
  reply.header('cache-control', 'no-store');
}

async function answerConfirmed(
  request: FastifyRequest,
  reply: FastifyReply,
  holder: Holder,
  confirmed: Confirmed | null,
  key: string,
): Promise<NewFactorView> {
  const { plan, sessions } = runningOf(request);
  if (confirmed === null) {
    const words = message('wrongNewFactor');
    throw standardRefusal(plan, 'INVALID', { words, errors: [invalidKey(key, words)] });
  }
  reply.code(201).header('cache-control', 'no-store');
  const { account, token, pending } = holder;
  if (pending) await finish(request, reply, account, token);
  else await sessions.markFactor(account.id, token);
  const user = userView(account);
  return { user, recovery_codes: confirmed.recoveryCodes && [...confirmed.recoveryCodes] };
}

/** A sign-in whose password fits. @throws {Refusal} UNAUTHENTICATED if there is none any more. */
async function begunSignIn(request: FastifyRequest): Promise<{ readonly account: Account; readonly pending: string }> {
  const pending = readPendingCookie(request);
  const begun = await runningOf(request).sessions.findPending(pending);
  if (pending === null || begun?.needs !== 'factor') throw lostSignIn(request);
  return { account: begun.account, pending };
}

function lostSignIn(request: FastifyRequest) {
  return standardRefusal(runningOf(request).plan, 'UNAUTHENTICATED', { words: message('lostSignIn') });
}

/** Opens the session of a sign-in with both factors. */
async function finish(
  request: FastifyRequest,
  reply: FastifyReply,
  account: Account,
  pending: string,
): Promise<SessionView> {
  const { sessions } = runningOf(request);
  await sessions.endPending(pending);
  const token = await sessions.open(account.id, undefined, sessionOrigin(request), true);
  return answerPasswordFits(request, reply, account, token);
}

/** One of `code`, `recovery_code` and `passkey`. */
function readFactor(request: FastifyRequest): GivenFactor {
  const { body } = request;
  const { plan } = runningOf(request);
  if (isObject(body) && !Array.isArray(body) && Object.keys(body).length === 1) {
    const { code, recovery_code: recovery, passkey } = body;
    if (typeof code === 'string') return { kind: 'code', code };
    if (typeof recovery === 'string') return { kind: 'recovery code', code: recovery };
    if (isObject(passkey) && 'id' in passkey)
      // The library examines it.
      return { kind: 'passkey', response: passkey as unknown as Extract<GivenFactor, { kind: 'passkey' }>['response'] };
  }
  throw standardRefusal(plan, 'INVALID', { words: message('jsonObject') });
}

function factorView({ id, kind, name, createdAt, usedAt }: SecondFactor): SecondFactorView {
  return { id, kind, name, created_at: createdAt, used_at: usedAt };
}
