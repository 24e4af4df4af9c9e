import rateLimit from '@fastify/rate-limit';
import type { FastifyInstance } from 'fastify';
import { networkOf } from '@nonet/engine';
import { standardRefusal } from '../problem/standard.ts';
import type { ServerOptions } from '../options.ts';
import { isApi } from '../request/hooks.ts';
import { STANDARD_RATE } from './table.ts';

/**
 * REQUESTS_PER_MINUTE (9): for one signed-in user; for one network address (the first 64 bits of an IPv6 address) if
 * nobody is signed in.
 */
export async function addRateLimit(
  server: FastifyInstance,
  { countingPeriod = () => 0 }: Pick<ServerOptions, 'countingPeriod'>,
): Promise<void> {
  await server.register(rateLimit, {
    global: true,
    hook: 'preParsing',
    // The user interface's files and the probes read nothing that a limit would protect.
    allowList: (request) => !isApi(request),
    keyGenerator: (request) =>
      `${countingPeriod()} ${request.actor.userId ? `user ${request.actor.userId}` : `network ${networkOf(request.ip)}`}`,
    max: (request) => (request.running?.plan.settings.requests ?? STANDARD_RATE).count,
    timeWindow: (request) => (request.running?.plan.settings.requests ?? STANDARD_RATE).seconds * 1000,
    addHeadersOnExceeding: { 'x-ratelimit-limit': false, 'x-ratelimit-remaining': false, 'x-ratelimit-reset': false },
    addHeaders: {
      'x-ratelimit-limit': false,
      'x-ratelimit-remaining': false,
      'x-ratelimit-reset': false,
      'retry-after': true,
    },
    errorResponseBuilder: (request) => standardRefusal(request.running?.plan ?? null, 'TOO_MANY_REQUESTS'),
  });
}
