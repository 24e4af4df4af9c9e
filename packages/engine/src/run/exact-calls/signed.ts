import { type AnswerTemplate, type ExactCall, isStandardError, message, standardMessage } from '@nonet/language';
import type { Delivery, ExactCallReply, ExactCallRequest } from '../../engine.ts';
import { Refusal } from '../../refusal.ts';
import { type EngineContext, inTransaction } from '../in-transaction.ts';
import { refuse, refuseInvalid } from '../refuse.ts';
import { SYSTEM, touchedKey } from '../write.ts';
import { scopeOf } from '../write-operations.ts';
import { refuseCaller } from './audience.ts';
import { deliveryKey } from './signature.ts';
import { carryOutAction } from './write.ts';

/**
 * Answers a signed call that causes an event (7): the product itself causes it, in the name of the call, and what the same
 * delivery tells again is answered alike and has no effect any more.
 * @throws {Refusal} without the words of a record, which point 6 shows nobody here
 */
export async function answerSigned(
  engine: EngineContext,
  call: ExactCall,
  request: ExactCallRequest,
  delivery: Delivery,
): Promise<ExactCallReply> {
  const { does, answers, signed } = call;
  if (does?.kind !== 'fire' || signed === null) throw new Error(`${call.clause} causes no event for a service.`);
  const key = deliveryKey(signed, delivery, request.body);
  if (key === null) throw refuseInvalid(engine.index, [onceMissing(signed.once?.name ?? '')]);
  try {
    return await inTransaction<ExactCallReply>(engine, {
      actor: SYSTEM,
      system: true,
      options: { ifMatch: null, idempotencyKey: key },
      // A service may send again what has changed meanwhile: its key says that it is the same.
      body: null,
      route: `${call.method} ${call.path}`,
      entity: does.entity,
      kind: 'change',
      reaching: true,
      recall: (kept) => kept as ExactCallReply,
      work: async (write) => {
        const scope = scopeOf(engine, write);
        await refuseCaller(scope, call);
        if (answers === null) throw refuse(engine.index, 'NOT_SPECIFIED', { clause: call.clause });
        const { entity, ids } = await carryOutAction({ write, scope, request, password: null }, does);
        for (const id of ids) {
          const touched = write.touched.get(touchedKey(entity, id));
          // The history says which call it was.
          if (touched !== undefined) touched.clause = call.clause;
        }
        const body = answers.body === null ? null : JSON.stringify(literalOf(answers.body));
        return async () => ({ status: answers.status, body, location: null });
      },
    });
  } catch (error) {
    throw error instanceof Refusal ? withoutValues(error) : error;
  }
}

function onceMissing(field: string) {
  return { field, code: 'INVALID', message: message('signedOnce', { key: field }), clause: null } as const;
}

/** The refusal without the words of the document, which may have values of the record. */
function withoutValues({ code, status, clause, errors, subject }: Refusal): Refusal {
  const isOfBody = code === 'INVALID' || code === 'REQUIRED';
  const words = isStandardError(code) ? standardMessage(code) : message('notNow');
  return new Refusal({ code, status, words, clause, errors: isOfBody ? errors : [], subject });
}

/** The answer of a signed call, which has no values. */
function literalOf(template: AnswerTemplate): unknown {
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'array':
      return template.items.map(literalOf);
    case 'object':
      return Object.fromEntries(template.members.map(({ name, value }) => [name, literalOf(value)]));
    case 'each':
    case 'names':
    case 'result':
    case 'shape':
    case 'value':
      return null;
  }
}
