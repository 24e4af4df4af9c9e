import type { IncomingMessage } from 'node:http';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from '../options.ts';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { answerTag } from '../request/entity-tag.ts';
import { alreadyHas, prefersType, writeOptions } from '../request/preconditions.ts';
import { readQuery } from '../request/query.ts';
import { screenAt } from '../routes/screen-at.ts';
import { originOf } from '../session/same-origin.ts';
import { matchExactCall } from './match.ts';
import { withSession } from './session.ts';
import type { ExactCallReply, ExactCallRequest } from '@nonet/engine';
import type { ExactCall } from '@nonet/language';
import { verifySignature } from './signed.ts';

/**
 * The route to which requests for the exact calls of point 7 are rewritten: their own paths change with the document.
 */
export const EXACT_CALL_ROUTE = '/api/-/answered';

/**
 * Routes a request for an exact call. A screen at the same path is served to clients that ask for pages, and the
 * product's own fixed paths take precedence over parameters.
 */
export function routeToExactCalls(options: ServerOptions, server: () => FastifyInstance) {
  return (request: IncomingMessage): string => {
    const url = originForm(request.url ?? '/');
    request.url = url;
    const plan = options.product.current()?.plan;
    const path = url.split('?')[0] ?? '/';
    if (!plan || plan.answered.calls.length === 0) return url;
    const method = request.method ?? 'GET';
    const match = matchExactCall(plan, method, url);
    if (match === null) return url;
    const reads = method === 'GET' || method === 'HEAD';
    const isPage = reads && (path === '/' ? plan.screens.length > 0 : screenAt(plan, path) !== null);
    if (isPage && prefersType(request.headers.accept ?? '', 'text/html')) return url;
    const isFixed = match.calls.some((call) => call.parameters.length === 0);
    const ownMethod = method === 'HEAD' ? 'GET' : method;
    if (!isFixed && server().hasRoute({ url: path, method: ownMethod })) return url;
    return EXACT_CALL_ROUTE;
  };
}

/** A path alone, also where a client or proxy names the whole address (RFC 9112, 3.2.2). */
function originForm(url: string): string {
  const [origin = ''] = /^https?:\/\/[^/?#]*/i.exec(url) ?? [];
  const path = url.slice(origin.length);
  return path.startsWith('/') || origin === '' ? path : `/${path}`;
}

/** The answer for a caller, or for a service whose delivery is verified. */
async function answerOf(
  request: FastifyRequest,
  reply: FastifyReply,
  call: ExactCall,
  asked: ExactCallRequest,
): Promise<ExactCallReply> {
  const { plan, engine } = runningOf(request);
  const delivery = request.answered?.delivery ?? null;
  if (delivery !== null) return engine.answerSigned(call, asked, delivery);
  const { actor, token } = await withSession(request, reply, call, asked);
  return engine.answer(actor, call, { ...asked, token }, writeOptions(plan, request));
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'] as const;

/** Answers the exact calls of point 7, on all their paths (`routeToExactCalls`). */
export function exactCallRoute(server: FastifyInstance): void {
  server.route({
    method: [...METHODS],
    url: EXACT_CALL_ROUTE,
    config: { answered: true, points: ['calls'] },
    handler: async (request, reply) => {
      const { plan, engine } = runningOf(request);
      const { answered } = request;
      if (answered === null) throw standardRefusal(plan, 'NOT_FOUND');
      const { match } = answered;
      const allowed = [...match.methods, ...(match.methods.includes('GET') ? ['HEAD'] : []), 'OPTIONS'].join(', ');
      if (request.method === 'OPTIONS') return reply.code(204).header('allow', allowed).send();
      if (match.calls.length === 0) {
        reply.header('allow', allowed);
        throw standardRefusal(plan, 'METHOD_NOT_ALLOWED');
      }
      const asked = {
        path: match.path,
        query: readQuery(plan, request.originalUrl),
        body: request.body,
        origin: originOf(request),
        token: answered.token,
      };
      // Without a body nothing has read it.
      verifySignature(request, new Uint8Array());
      const call = await engine.choose(request.actor, match.calls, asked);
      answered.call = call;
      const answer = await answerOf(request, reply, call, asked);
      reply.code(answer.status);
      if (answer.location !== null) reply.header('location', answer.location);
      if (answer.body === null) return reply.send();
      if (request.method === 'GET' || request.method === 'HEAD') {
        const tag = answerTag(answer.status, answer.body);
        reply.header('etag', tag);
        if (alreadyHas(request, tag)) return reply.code(304).send();
      }
      return reply.type('application/json; charset=utf-8').send(answer.body);
    },
  });
}
