import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { Model } from '../../../model/model.ts';
import { and, or, thisRecord, TRUE } from '../../analysis/build.ts';
import type { Context } from '../../context.ts';
import { disclosingIn } from '../../derived/disclosing.ts';
import { type HiddenField, HiddenFields } from '../../derived/first-hidden.ts';
import { saidInPaper } from '../../derived/paper-said.ts';

/**
 * 7: A paper contains only what whoever makes it may read. What none of them can ever read is an error; what some need
 * not be able to read is left out for them, which is a warning.
 */
export function checkPaperRights(model: Model, context: Context): void {
  const disclosing = disclosingIn(model);
  if (disclosing === null) return;
  for (const { name, clause, entity, for: audience, content } of model.papers) {
    const span = context.placeOf(`${clause}.body`);
    if (entity === null || content === null || !span || !model.entities.some((other) => other.name === entity))
      continue;
    const record = thisRecord(entity);
    const holds = audience === 'everyone' ? TRUE : or(...audience.map((role) => disclosing.rights.holds(role, record)));
    const found = new HiddenFields<Found>();
    const readers = and(disclosing.rights.does('read', record), holds);
    if (audience !== 'everyone' && audience.length > 0 && !disclosing.mayHold(readers)) {
      const place = context.placeOf(`${clause}.for`) ?? span;
      context.report('N786', CALLS_CODES.N786, { name, entity, roles: audience }, place, { clause });
      continue;
    }
    for (const { said, given } of saidInPaper(disclosing.rights, content))
      for (const read of disclosing.rights.readsAll(said)) {
        const known = [readers, ...given, ...read.given];
        if (disclosing.follows(read.readable, known)) continue;
        const never = !disclosing.mayHold(read.readable, ...known);
        found.add(read, (field, former) => ({ ...field, never: never && former?.never !== false }));
      }
    const first = found.first();
    const [nobodys, somes] = [true, false].map((never) => first.filter((read) => read.never === never));
    if (nobodys?.length) context.report('N784', CALLS_CODES.N784, { name, reads: nobodys }, span, { clause });
    if (somes?.length) context.report('N785', CALLS_CODES.N785, { name, reads: somes }, span, { clause });
  }
}

interface Found extends HiddenField {
  readonly never: boolean;
}
