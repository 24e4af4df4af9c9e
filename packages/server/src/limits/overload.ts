import { message } from '@nonet/language';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { UNAVAILABLE_SECONDS } from '../problem/answer.ts';
import type { ServerOptions } from '../options.ts';
import { PROBLEM_TYPE, problemOf } from '../problem/problem.ts';
import { standardRefusal } from '../problem/standard.ts';
import { isApi } from '../request/hooks.ts';
import { messageFormatFor } from '../request/language.ts';
import { LIMITS } from './table.ts';

declare module 'fastify' {
  interface FastifyInstance {
    /** Whether the server is at one of its limits, so that it refuses requests for now. */
    isOverloaded(): boolean;
  }
  interface FastifyRequest {
    /**
     * Whether the request was refused because too many others are in progress: such requests have no line of their own
     * in the log.
     */
    isShed: boolean;
  }
}

/**
 * Answers UNAVAILABLE with `Retry-After` immediately if a request would only wait behind too many others. A request
 * counts while it is worked at, and not while its body arrives (`addBodyLimits`). Streams, which stay open, are not
 * counted.
 */
export class WorkLimit {
  #working = 0;
  readonly #counted = new WeakSet<FastifyRequest>();

  get isFull(): boolean {
    return this.#working >= LIMITS.requestsInFlight;
  }

  enter(request: FastifyRequest, reply: FastifyReply): void {
    if (this.#counted.has(request)) return;
    this.#counted.add(request);
    this.#working += 1;
    // It was answered, or the client has disconnected.
    reply.raw.once('close', () => this.leave(request));
  }

  leave(request: FastifyRequest): void {
    if (this.#counted.delete(request)) this.#working -= 1;
  }
}

/** Counts a request from its headers on. */
export function addOverloadLimit(server: FastifyInstance, { product }: ServerOptions): WorkLimit {
  const work = new WorkLimit();
  server.decorateRequest('isShed', false);
  server.addHook('onRequest', async (request, reply) => {
    if (!isApi(request) || request.routeOptions.config.stream === true) return;
    if (work.isFull) return shed(request, reply);
    work.enter(request, reply);
  });

  // Under such a load, an error with its stack for each refusal would take longer than the answers to the others.
  const answers = new Map<string, string>();
  function shed(request: FastifyRequest, reply: FastifyReply): FastifyReply {
    const language = request.headers['accept-language'] ?? '';
    let body = answers.get(language);
    if (body === undefined) {
      const plan = product.current()?.plan ?? null;
      const refusal = standardRefusal(plan, 'UNAVAILABLE', { words: message('manyAtWork') });
      body = JSON.stringify(problemOf(refusal, null, messageFormatFor(request)));
      if (answers.size >= MOST_LANGUAGES) answers.clear();
      answers.set(language, body);
    }
    request.isShed = true;
    request.problem = { code: 'UNAVAILABLE', clause: null };
    return reply.code(503).header('retry-after', UNAVAILABLE_SECONDS).type(PROBLEM_TYPE).send(body);
  }
  return work;
}

const MOST_LANGUAGES = 100;
