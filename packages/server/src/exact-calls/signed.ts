import { message } from '@nonet/language';
import type { FastifyRequest } from 'fastify';
import { standardRefusal } from '../problem/standard.ts';
import { runningOf } from '../request/context.ts';

/**
 * Verifies a request for a signed call (7) by the bytes of its body, before anything of it is read. Other requests pass.
 * @throws {Refusal} UNAUTHENTICATED for a missing, wrong or old signature, named by its clause, which the metrics count
 */
export function verifySignature(request: FastifyRequest, bytes: Uint8Array): void {
  const { answered } = request;
  const call = answered?.match.calls[0] ?? null;
  if (answered === null || call === null || call.signed === null || answered.delivery !== null) return;
  const { engine, plan } = runningOf(request);
  const delivery = { headers: request.headers, bytes };
  if (!engine.isSigned(call.signed, delivery))
    throw standardRefusal(plan, 'UNAUTHENTICATED', {
      clause: `${call.clause}.signed`,
      words: message('notSigned'),
    });
  answered.delivery = delivery;
}
