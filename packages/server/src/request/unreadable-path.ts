import type { IncomingMessage } from 'node:http';
import { message } from '@nonet/language';
import type { FastifyInstance } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';

/** The route for requests whose path is not percent-encoded UTF-8. Nothing is there, and a hook refuses them before. */
const NOWHERE = '/api/-/unreadable';

const unreadable = new WeakSet<IncomingMessage>();

/** The path to route a request by: `lead` says it where the request's own path can be read. */
export function leadReadable(request: IncomingMessage, lead: (request: IncomingMessage) => string): string {
  const [path = ''] = (request.url ?? '').split('?');
  try {
    decodeURIComponent(path);
    return lead(request);
  } catch (error) {
    if (!(error instanceof URIError)) throw error;
    unreadable.add(request);
    return NOWHERE;
  }
}

/** Refuses a request whose path can't be read like any other: logged, counted, limited, with the headers of an answer. */
export function refuseUnreadablePaths(server: FastifyInstance): void {
  server.addHook('onRequest', async ({ raw, running }) => {
    if (unreadable.has(raw)) throw standardRefusal(running?.plan ?? null, 'INVALID', { words: message('invalidPath') });
  });
}
