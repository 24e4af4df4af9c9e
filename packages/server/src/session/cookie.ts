import type { FastifyReply, FastifyRequest } from 'fastify';

/** Its name over http. */
export const SESSION_COOKIE = 'nonet_session';

/** Over https the browser itself refuses a `__Host-` cookie that another subdomain or plain http would set. */
function nameFor(request: FastifyRequest): string {
  return request.protocol === 'https' ? `__Host-${SESSION_COOKIE}` : SESSION_COOKIE;
}

export function readSessionCookie(request: FastifyRequest): string | null {
  return request.cookies[nameFor(request)] ?? null;
}

/** `seconds` is the session's length; the browser forgets the cookie with it. */
export function setSessionCookie(request: FastifyRequest, reply: FastifyReply, token: string, seconds: number): void {
  reply.setCookie(nameFor(request), token, { ...attributes(request), maxAge: seconds });
}

export function clearSessionCookie(request: FastifyRequest, reply: FastifyReply): void {
  reply.clearCookie(nameFor(request), attributes(request));
}

export function attributes(request: FastifyRequest) {
  return { path: '/', httpOnly: true, sameSite: 'lax', secure: request.protocol === 'https' } as const;
}
