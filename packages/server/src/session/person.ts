import { message } from '@nonet/language';
import type { Account } from '@nonet/engine';
import type { FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';
import { readApiToken } from './bearer.ts';

/**
 * The signed-in person: programs that act for an account may not manage it.
 * @throws {Refusal} UNAUTHENTICATED; FORBIDDEN for an API token.
 */
export function personOf(request: FastifyRequest): Account {
  const { plan } = runningOf(request);
  if (request.account === null) throw standardRefusal(plan, 'UNAUTHENTICATED');
  if (readApiToken(request) !== null)
    throw standardRefusal(plan, 'FORBIDDEN', {
      words: message('peopleOnly'),
    });
  return request.account;
}
