import { KEPT_UNTIL } from '@nonet/language';
import { keptEntities, keptUntil } from '../../reference/retention.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { focusConstants } from '../constants/constants.ts';
import { reach } from '../records/reach.ts';

/** Clocks of tests are set ahead by no more than this. */
const LONGEST_MILLISECONDS = 20 * 366 * 86_400_000;

/** A product looks for records whose time has passed every hour. */
const AROUND_MILLISECONDS = 2 * 3_600_000;

/** 3: `kept for`: a record is there before its time, and gone after it. */
export function* deriveRetention(context: DerivationContext): Cases {
  for (const { name, label, keptFor, fields } of keptEntities(context.lookup)) {
    const until = fields.find((field) => field.name === KEPT_UNTIL);
    if (keptFor === null || until === undefined) continue;
    const clauses = [keptFor.clause, until.clause, ...focusConstants(context, [until.computed])];
    if (!context.capabilities.clock) {
      context.cannot('clock', ...clauses);
      continue;
    }
    const found = reach(context, {
      entity: name,
      state: null,
      about: [until.computed],
      want: (world, id) => {
        const at = keptUntil(world, id);
        const wait = at === null ? 0 : Date.parse(at) - Date.parse(world.now);
        return wait > 2 * AROUND_MILLISECONDS && wait <= LONGEST_MILLISECONDS ? 0 : 0.5;
      },
    });
    const at = found === null ? null : keptUntil(found.builder.world, found.id);
    const actor = context.actors.find((one) => found !== null && one !== null && found.builder.reads(one, found.id));
    if (found === null || at === null || actor === undefined) {
      context.cannot('not found', keptFor.clause);
      continue;
    }
    const { builder, id } = found;
    for (const milliseconds of [-AROUND_MILLISECONDS, AROUND_MILLISECONDS]) {
      builder.wait(new Date(Date.parse(at) + milliseconds).toISOString(), clauses);
      builder.see(actor, id, clauses);
    }
    yield builder.done(`${label} before and after the time for which it is kept`, clauses);
  }
}
