import { message } from '@nonet/language';
import { isStatementTimeout, isUnreachable, PasswordQueueFull, Refusal } from '@nonet/engine';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errorAnswer } from '../exact-calls/errors.ts';
import type { ServerOptions } from '../options.ts';
import { mayReadDocument } from '../request/context.ts';
import { UnreadableJson } from '../request/json.ts';
import { messageFormatFor } from '../request/language.ts';
import { PROBLEM_TYPE, problemOf } from './problem.ts';
import { standardRefusal } from './standard.ts';

/**
 * The values of `Retry-After`: for refusals because of too much work here, and because of too many requests of one
 * user.
 */
export const UNAVAILABLE_SECONDS = '5';
const TOO_MANY_SECONDS = '60';

/** Answers everything that is thrown as a problem. */
export function addProblemAnswers(server: FastifyInstance, options: ServerOptions): void {
  server.setErrorHandler((error, request, reply) => {
    const refusal = refusalOf(error, request);
    logFault(error, refusal, request);
    request.isHeldUp = refusal.status === 503 && !isStatementTimeout(error);
    if (refusal.status === 503) reply.header('retry-after', UNAVAILABLE_SECONDS);
    if (refusal.status === 429 && !reply.hasHeader('retry-after')) reply.header('retry-after', TOO_MANY_SECONDS);
    return answerProblem(refusal, request, reply, options);
  });
}

/** Logs errors that are no refusals of the document. */
export function logFault(error: unknown, refusal: Refusal, request: FastifyRequest): void {
  if (refusal.status < 500 || refusal.code === 'NOT_SPECIFIED') return;
  request.log.error({ err: error, user: request.actor?.userId ?? null }, 'fault');
}

export function answerProblem(
  refusal: Refusal,
  request: FastifyRequest,
  reply: FastifyReply,
  options: ServerOptions,
): FastifyReply {
  request.problem = refusal;
  const { answered, running } = request;
  const exact = answered && running ? errorAnswer(running.plan, answered.call, refusal) : null;
  if (exact !== null) {
    reply.code(exact.status);
    return exact.body === null ? reply.send() : reply.type('application/json; charset=utf-8').send(exact.body);
  }
  const shown = mayReadDocument(request, options) ? (request.running?.plan ?? null) : null;
  return reply
    .code(refusal.status)
    .type(PROBLEM_TYPE)
    .send(JSON.stringify(problemOf(refusal, shown, messageFormatFor(request))));
}

/**
 * PostgreSQL's classes for lost connections, exhausted resources, a server that starts or stops, statements that took
 * too long, and transactions that conflicted with others in every attempt.
 */
const UNAVAILABLE_STATE = /^(?:08|53|57P|57014|40001|40P01)/;
const UNAVAILABLE_ERRNO = new Set(['ECONNREFUSED', 'ECONNRESET', 'ENOENT', 'EPIPE', 'ETIMEDOUT']);

/** A refusal itself, and for any other error the standard one that represents it. */
export function refusalOf(error: unknown, request: FastifyRequest): Refusal {
  const plan = request.running?.plan ?? null;
  if (error instanceof Refusal) return error;
  if (error instanceof UnreadableJson) return standardRefusal(plan, 'INVALID', { words: error.words });
  if (error instanceof PasswordQueueFull) return standardRefusal(plan, 'UNAVAILABLE');
  const { code = '', statusCode = 500 } = error as Partial<FastifyError>;
  switch (code) {
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE':
      return standardRefusal(plan, 'UNSUPPORTED_MEDIA_TYPE');
    case 'FST_ERR_CTP_BODY_TOO_LARGE':
    case 'FST_REQ_FILE_TOO_LARGE':
      return standardRefusal(plan, 'TOO_LARGE');
  }
  if (statusCode >= 400 && statusCode < 500 && code.startsWith('FST_')) {
    return standardRefusal(plan, 'INVALID', { words: message('unreadableBody') });
  }
  // Text that the readers of values accepted and the database can't hold: 22021 for U+0000, 22P05 for other characters.
  if (code === '22021' || code === '22P05') return standardRefusal(plan, 'INVALID');
  if (UNAVAILABLE_STATE.test(code) || UNAVAILABLE_ERRNO.has(code) || isUnreachable(error))
    return standardRefusal(plan, 'UNAVAILABLE');
  return standardRefusal(plan, 'INTERNAL', {
    words: message('fault', { request: request.id }),
  });
}
