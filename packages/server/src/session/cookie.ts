import { KNOWN_BROWSER_DAYS, PENDING_SECONDS } from '@nonet/engine';
import type { FastifyReply, FastifyRequest } from 'fastify';

/** The cookie by which a browser is known in which somebody has signed in: it opens nothing. */
const BROWSER_COOKIE = 'nonet_browser';
/** Its name over http. */
export const SESSION_COOKIE = 'nonet_session';
/** The cookie of a sign-in whose second factor is still to be given. */
const PENDING_COOKIE = 'nonet_pending';
/** The cookie that marks the browser in which a sign-in with a provider was begun. */
const OPEN_ID_COOKIE = 'nonet_open_id';

/** Over https the browser itself refuses a `__Host-` cookie that another subdomain or plain http would set. */
function nameFor(request: FastifyRequest, name: string): string {
  return request.protocol === 'https' ? `__Host-${name}` : name;
}

export function readSessionCookie(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request, SESSION_COOKIE)] ?? null;
}

/** `seconds` is the session's length; the browser forgets the cookie with it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(nameFor(request, SESSION_COOKIE), token, { ...attributes(request), maxAge: seconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request, SESSION_COOKIE), attributes(request));
}

/** Marks the browser in which a password was given, until its second factor is. */
export function setPendingCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  reply.setCookie(nameFor(request, PENDING_COOKIE), token, { ...attributes(request), maxAge: PENDING_SECONDS });
}

export function readPendingCookie(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request, PENDING_COOKIE)] ?? null;
}

export function clearPendingCookie(request: FastifyRequest, reply: FastifyReply): void {
  if (readPendingCookie(request) !== null) reply.clearCookie(nameFor(request, PENDING_COOKIE), attributes(request));
}

export function setOpenIdCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(nameFor(request, OPEN_ID_COOKIE), token, { ...attributes(request), maxAge: seconds });
}

/** Reads it for the last time. */
export function takeOpenIdCookie(request: FastifyRequest, reply: FastifyReply): string | null {
  const name = nameFor(request, OPEN_ID_COOKIE);
  const token = request.cookies[name] ?? null;
  if (token !== null) reply.clearCookie(name, attributes(request));
  return token;
}

export function readBrowserCookie(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request, BROWSER_COOKIE)] ?? null;
}

export function setBrowserCookie(request: FastifyRequest, reply: FastifyReply, token: string): void {
  const maxAge = KNOWN_BROWSER_DAYS * 86_400;
  reply.setCookie(nameFor(request, BROWSER_COOKIE), token, { ...attributes(request), maxAge });
}

export function attributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const;
}
