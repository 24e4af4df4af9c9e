import { message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import { isApi } from '../request/hooks.ts';
import { LIMITS } from './table.ts';

/**
 * Answers UNAVAILABLE with `Retry-After` at once where a request would only wait behind too many others. Streams, which
 * stay open, are not counted.
 */
export function addOverloadLimit(server: FastifyInstance, { product }: ServerOptions): void {
  let underWay = 0;
  server.addHook('onRequest', async (request, reply) => {
    if (!isApi(request) || request.routeOptions.config.stream === true) return;
    if (underWay >= LIMITS.requestsInFlight) {
      throw standardRefusal(product.current()?.plan ?? null, 'UNAVAILABLE', {
        words: message('manyAtWork'),
      });
    }
    underWay += 1;
    // Whether it was answered, or whoever asked is gone.
    reply.raw.once('close', () => {
      underWay -= 1;
    });
  });
}
