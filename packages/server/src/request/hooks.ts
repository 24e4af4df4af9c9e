import type { Account } from '@nonet/engine';
import { message, type PointName, pointNumber } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { allowOrigins, identifyCaller } from '../exact-calls/caller.ts';
import { matchExactCall } from '../exact-calls/match.ts';
import type { ServerOptions } from '../options.ts';
import { notSpecified, standardRefusal } from '../problem/standard.ts';
import { LostCredentials } from '../limits/lost-credentials.ts';
import type { Running } from '../product.ts';
import { readApiToken, readCalendarToken } from '../session/bearer.ts';
import { readSessionCookie } from '../session/cookie.ts';
import { isSameOrigin } from '../session/same-origin.ts';
import { determinesNothing, ANONYMOUS } from './context.ts';
import { askedLocale, inAskedLanguage } from './language.ts';
import { onlyKeys, readQuery } from './query.ts';

/** Prepares every request before its route: product, origin, session, open points; in this order. */
export function addRequestHooks(server: FastifyInstance, options: ServerOptions): void {
  server.decorate('lostCredentials', new LostCredentials());
  server.decorateRequest('running', null);
  server.decorateRequest('account', null);
  server.decorateRequest('calendar', null);
  server.decorateRequest('actor');
  server.decorateRequest('problem', null);
  server.decorateRequest('answered', null);
  server.decorateRequest('writePath', null);

  if (options.mode === 'dev')
    server.addHook('onSend', async (request, reply) => {
      if (request.writePath !== null) reply.header('nonet-write-path', request.writePath);
    });
  server.addHook('onRequest', async (request, reply) => {
    request.actor = ANONYMOUS;
    const running = options.product.current();
    request.running = running && inAskedLanguage(running, request.headers['accept-language']);
    if (request.routeOptions.config.answered === true) {
      await openExactCall(request, reply, options.publicOrigin ?? null);
      return;
    }
    if (!isSameOrigin(request, options.publicOrigin ?? null)) {
      throw standardRefusal(request.running?.plan ?? null, 'FORBIDDEN', {
        words: message('otherSite'),
      });
    }
    if (isApi(request)) await identify(request);
    const region = request.account?.region ?? null;
    const locale = askedLocale(request.running, request.headers['accept-language'], region);
    const timeZone = request.account?.timeZone ?? null;
    request.actor = {
      ...request.actor,
      locale,
      ...(timeZone !== null && { timeZone }),
      ...(region !== null && { region }),
    };
    if (!request.running || !isApi(request) || request.is404) return;
    refuseOpenPoints(request, request.running);
    if (request.routeOptions.config.ownQuery !== true)
      onlyKeys(request.running.plan, readQuery(request.running.plan, request.url), []);
  });
}

/** An exact call: whose pages may make it, and who makes it. */
async function openExactCall(request: FastifyRequest, reply: FastifyReply, publicOrigin: string | null): Promise<void> {
  const { running } = request;
  const match = running && matchExactCall(running.plan, request.method, request.originalUrl);
  if (!running || !match) return;
  const [call = null] = match.calls;
  request.answered = { match, token: null, delivery: null, call };
  // A service has no session, and is no page.
  if (call !== null && call.signed !== null) return;
  allowOrigins(running.plan, request, reply);
  if (request.method === 'OPTIONS') return;
  request.answered.token = await identifyCaller(request, running, publicOrigin);
}

export function isApi(request: FastifyRequest): boolean {
  return isApiPath(request.url);
}

export function isApiPath(path: string): boolean {
  return /^\/api(?:[/?]|$)/.test(path);
}

/** Reads the session; the roles come from the database each time, be it with the statements of the engine's operation. */
export async function identify(request: FastifyRequest): Promise<void> {
  const token = readApiToken(request) === null ? readSessionCookie(request) : null;
  const known =
    token !== null && request.routeOptions.config.verifiedByEngine === true
      ? request.running?.sessions.recall(token)
      : null;
  if (!known) return identifyNow(request);
  request.account = known.account;
  request.actor = known.actor;
}

/** The present account, for decisions outside of the engine's operations. */
export async function identifyNow(request: FastifyRequest): Promise<void> {
  request.account = await findAccount(request);
  request.actor = request.account ? { userId: request.account.id, roles: request.account.roles } : ANONYMOUS;
}

/**
 * The present account of the request's token or cookie; null for nobody.
 * @throws {Refusal} UNAUTHENTICATED for an invalid API token: a client that sends one does not mean to be anonymous
 */
export async function findAccount(request: FastifyRequest): Promise<Account | null> {
  const { running } = request;
  if (!running || determinesNothing(running.plan)) return null;
  const address = readCalendarToken(request);
  if (address !== null) return findCalendarAccount(request, running, address);
  const secret = readApiToken(request);
  if (secret === null) {
    const token = readSessionCookie(request);
    if (token === null) return null;
    return request.server.lostCredentials.look(request, token, () => running.sessions.find(token));
  }
  const account = await request.server.lostCredentials.look(request, secret, () => running.apiTokens.find(secret));
  if (account !== null) return account;
  throw standardRefusal(running.plan, 'UNAUTHENTICATED', {
    words: message('lostToken'),
  });
}

/**
 * The account for which a calendar is read at an address with a token; nobody else's session counts there.
 * @throws {Refusal} NOT_FOUND for a token that opens nothing (any more): programs that read calendars ask for a password at 401
 */
async function findCalendarAccount(request: FastifyRequest, running: Running, secret: string): Promise<Account> {
  const account = await request.server.lostCredentials.look(request, secret, async () => {
    request.calendar = await running.apiTokens.findCalendar(secret);
    return request.calendar?.account ?? null;
  });
  if (account !== null) return account;
  throw standardRefusal(running.plan, 'NOT_FOUND', { words: message('lostToken') });
}

function refuseOpenPoints(request: FastifyRequest, { plan, engine }: Running): void {
  const { points = [], decidedBy = points[0], always = false } = request.routeOptions.config;
  if (always) return;
  const open = determinesNothing(plan) ? decidedBy : points.find((point) => plan.openPoints.includes(point));
  if (open !== undefined) throw openPoint(request, { plan, engine }, open);
}

/** Counts that somebody ran into a point that is not shown, and answers their refusal. */
export function openPoint(
  request: FastifyRequest,
  { plan, engine }: Pick<Running, 'plan' | 'engine'>,
  open: PointName,
) {
  const clause = String(pointNumber(open));
  engine.hit(clause, request.actor.roles);
  return notSpecified(plan, clause);
}
