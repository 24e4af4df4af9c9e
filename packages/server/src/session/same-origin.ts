import type { FastifyRequest } from 'fastify';

/** The origin under which a client has reached the product. */
export function originOf(request: FastifyRequest): string {
  return `${request.protocol}://${request.host}`;
}

const SAFE_METHODS = new Set(['GET', 'HEAD', 'OPTIONS']);

/**
 * Whether an unsafe request comes from the product's own pages, or not from a browser: by Fetch-Metadata if the
 * browser sends it, otherwise by `Origin`. A request without both can't come from another site's page.
 */
export function isSameOrigin(request: FastifyRequest, publicOrigin: string | null): boolean {
  if (SAFE_METHODS.has(request.method)) return true;
  const site = request.headers['sec-fetch-site'];
  if (site !== undefined) return site === 'same-origin' || site === 'none';
  const origin = request.headers.origin;
  if (origin === undefined) return true;
  return origin === (publicOrigin ?? `${request.protocol}://${request.host}`);
}
