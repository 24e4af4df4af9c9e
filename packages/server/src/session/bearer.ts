import type { FastifyRequest } from 'fastify';

/** The API token that a request shows (`Authorization: Bearer nonet_…`); null if it shows none of ours. */
export function readApiToken(request: FastifyRequest): string | null {
  return /^Bearer (nonet_\S+)$/i.exec(request.headers.authorization ?? '')?.[1] ?? null;
}
