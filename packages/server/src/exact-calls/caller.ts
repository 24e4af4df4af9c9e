import { message, type Plan } from '@nonet/language';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import type { Running } from '../product.ts';
import { ANONYMOUS } from '../request/context.ts';
import { readSessionCookie } from '../session/cookie.ts';
import { isSameOrigin } from '../session/same-origin.ts';

/**
 * The caller of an exact call: by its token, by the cookie that the document names, or (if it names neither) by the
 * product's own session, which is valid only for the product's own pages. An invalid token or cookie makes the caller
 * an actor who is not signed in.
 */
export async function identifyCaller(
  request: FastifyRequest,
  running: Running,
  publicOrigin: string | null,
): Promise<string | null> {
  const { plan, sessions } = running;
  const credential = readToken(plan, request) ?? readCookie(plan, request, publicOrigin);
  if (credential === null) return null;
  const known = sessions.recall(credential);
  if (known !== null) {
    request.account = known.account;
    request.actor = known.actor;
    return credential;
  }
  const { lostCredentials } = request.server;
  request.account = await lostCredentials.look(request, credential, () => sessions.find(credential));
  request.actor = request.account ? { userId: request.account.id, roles: request.account.roles } : ANONYMOUS;
  return request.account ? credential : null;
}

function readToken({ answered }: Plan, request: FastifyRequest): string | null {
  const [scheme = '', token = '', ...others] = (request.headers.authorization ?? '').split(' ');
  const fits = answered.token !== null && scheme.toLowerCase() === answered.token.toLowerCase();
  return fits && token !== '' && others.length === 0 ? token : null;
}

/**
 * A cookie, which browsers send by themselves, counts only if a page of this product, or of a named origin, has asked
 * (7: `origins`).
 */
function readCookie(plan: Plan, request: FastifyRequest, publicOrigin: string | null): string | null {
  const { token, cookie, origins } = plan.answered;
  if (cookie !== null) {
    const value = request.cookies[cookie] ?? null;
    const isNamed = Array.isArray(origins) && origins.includes(request.headers.origin);
    if (value !== null && !isNamed && !isSameOrigin(request, publicOrigin))
      throw standardRefusal(plan, 'FORBIDDEN', { words: message('otherSite') });
    return value;
  }
  if (token !== null) return null;
  const site = request.headers['sec-fetch-site'];
  const isOwn = (site === undefined || site === 'same-origin' || site === 'none') && isOwnOrigin(request, publicOrigin);
  return isOwn ? readSessionCookie(request) : null;
}

/**
 * Unlike `isSameOrigin`, it also checks safe requests: a page of another site must not read as the user of the
 * browser.
 */
function isOwnOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  const { origin } = request.headers;
  return origin === undefined || origin === (publicOrigin ?? `${request.protocol}://${request.host}`);
}

/** Lets the pages of other sites read the answer (7: `origins`), for each answer and for the preflight request. */
export function allowOrigins({ answered }: Plan, request: FastifyRequest, reply: FastifyReply): void {
  const { origins, cookie } = answered;
  const { origin } = request.headers;
  if (origins === null) return;
  reply.header('cross-origin-resource-policy', 'cross-origin');
  const named = origins !== 'any';
  if (named) reply.header('vary', 'Origin, Cookie, Authorization, Accept, Accept-Language');
  if (origin === undefined || (named && !origins.includes(origin))) return;
  reply.header('access-control-allow-origin', named ? origin : '*');
  reply.header('access-control-expose-headers', 'ETag, Location, Retry-After, X-Request-Id');
  if (named && cookie !== null) reply.header('access-control-allow-credentials', 'true');
  if (request.method !== 'OPTIONS') return;
  const methods = request.answered?.match.methods ?? [];
  reply.header('access-control-allow-methods', methods.join(', '));
  reply.header('access-control-max-age', '600');
  const asked = request.headers['access-control-request-headers'];
  if (typeof asked === 'string' && /^[A-Za-z0-9 ,-]{1,500}$/.test(asked))
    reply.header('access-control-allow-headers', asked);
}
