import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Entity } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { ReceivedMail } from '../../../model/received.ts';
import { or, thisRecord, TRUE } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn } from '../../derived/disclosing.ts';
import { isGiven, neededOf } from '../../derived/given-fields.ts';
import { possibleIn } from '../../derived/possible.ts';

/** 7: Each mail that is received can become a record, as a create by its sender (5, 6), and each item gets some. */
export function checkReceivedMail(model: Model, context: Context): void {
  const first = new Map<string, ReceivedMail>();
  for (const received of model.received) {
    const { name, clause, address, by } = received;
    const span = context.placeOf(clause);
    if (span === null || span === undefined) continue;
    checkFields(model, context, received);
    if (address === null) continue;
    const key = `${address.kind} ${address.kind === 'literal' ? address.value.toLowerCase() : address.value}`;
    const before = first.get(key);
    if (before !== undefined) {
      const place = context.placeOf(`${clause}.address`) ?? span;
      context.report('N797', CALLS_CODES.N797, { name, first: before.name }, place, { clause });
    } else if (by === 'everyone') first.set(key, received);
  }
}

function checkFields(model: Model, context: Context, received: ReceivedMail): void {
  const { name, clause, takes } = received;
  const entity = model.entities.find((each) => each.name === received.entity);
  if (entity === undefined) return;
  const place = context.placeOf(`${clause}.takes`);
  if (place) {
    const closed = takes.filter(({ field }) => !isGiven(entity, field));
    for (const { field } of closed) {
      const details = { text: field, entity: entity.name, why: { because: 'notGiven' } } as const;
      context.report('N793', CALLS_CODES.N793, details, place, { clause });
    }
    const missing = neededOf(entity).filter((field) => takes.every((taken) => taken.field !== field));
    if (missing.length > 0 && closed.length === 0) {
      const details = { name, entity: entity.name, fields: missing };
      context.report('N794', CALLS_CODES.N794, details, place, { clause });
    }
  }
  const creates = context.placeOf(`${clause}.creates`);
  if (creates && !mayBeSent(model, received, entity))
    context.report('N795', CALLS_CODES.N795, { name, entity: entity.name }, creates, { clause });
}

/** Whether somebody of `by` might create the record. */
function mayBeSent(model: Model, { by }: ReceivedMail, { name }: Entity): boolean {
  if (model.openPoints.includes('roles') || model.roles.length === 0) return true;
  if (!possibleIn(model).does(name, 'create')) return false;
  const disclosing = disclosingIn(model);
  if (disclosing === null || by === 'everyone') return true;
  const record = thisRecord(name);
  const senders = by.length === 0 ? TRUE : or(...by.map((role) => disclosing.rights.holds(role, record)));
  return disclosing.mayHold(disclosing.rights.does('create', record), senders);
}
