import net from 'node:net';
import { message } from '@nonet/language';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';

/**
 * Refuses requests for a host name that is not the product's. A page of another site can let its own name resolve to
 * this machine (DNS rebinding), and would then have the product's origin in the browser. Addresses can't be redirected
 * like this. Without a `publicOrigin`, a product in production does not know its names.
 */
export function refuseOtherHosts(server: FastifyInstance, { mode, publicOrigin = null }: ServerOptions): void {
  const own = publicOrigin === null ? null : new URL(publicOrigin).hostname.toLowerCase();
  const takesAny = mode !== 'dev' && own === null;
  server.addHook('onRequest', async (request) => {
    const plan = request.running?.plan ?? null;
    if (isUnnamed(request)) throw standardRefusal(plan, 'INVALID', { words: message('twoHosts') });
    if (takesAny || request.routeOptions.config.always === true) return;
    const host = request.hostname.toLowerCase().replace(/\.$/, '');
    if (host === own || isOfThisMachine(host)) return;
    throw standardRefusal(plan, 'INVALID', { words: message('otherHost', { host: host.slice(0, 100) }) });
  });
}

/** HTTP/1.1 requires exactly one Host; requests before HTTP/1.0 have none. */
function isUnnamed({ raw }: FastifyRequest): boolean {
  if (raw.httpVersionMajor < 1) return true;
  const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
  return hosts.length > 1;
}

function isOfThisMachine(host: string): boolean {
  const address = host.replace(/^\[|\]$/g, '');
  return host === 'localhost' || host.endsWith('.localhost') || net.isIP(address) !== 0;
}
