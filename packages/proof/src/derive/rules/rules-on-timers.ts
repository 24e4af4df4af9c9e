import type { Expression, Rule } from '@nonet/language';
import { dueTime, fireTimer, type Timer, timersOf } from '../../reference/advance.ts';
import type { World } from '../../reference/world.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { LONGEST_WAIT_MILLISECONDS } from '../records/attempt.ts';
import { reach } from '../records/reach.ts';
import { BUDGET, clausesOf, conditionsWith, FAR, rootOf, TOUCHING } from './judging.ts';
import { costOf } from './rule-cost.ts';

/** The time between a record's start and its timer, long enough for the steps of a case. */
const BEFORE_MILLISECONDS = 5000;

/**
 * A record whose timer a rule just admits or refuses when its time comes (4, 5). A timer has no answer, so the case
 * reads the record afterwards. Null if no timer causes the event.
 */
export function onTimer(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  name: string,
): CaseBuilder | null {
  if (!context.capabilities.clock) return null;
  const entity = rootOf(context, rule.entity);
  const timers = timersOf(context.world).filter((timer) => timer.entity === entity && timer.event.name === name);
  for (const timer of timers) {
    const { row } = timer;
    for (const state of row.from === null || row.from === 'new' ? [null] : row.from) {
      const found = reach(context, {
        entity,
        state,
        about: [...conditionsWith(context, rule, name), row.when],
        nearest: TOUCHING,
        accept: FAR,
        budget: BUDGET,
        want: (world, id) => costInTime(world, timer, id, { rule, condition, holding }),
      });
      const due = found === null ? null : dueTime(found.builder.world, timer, found.id);
      if (found === null || due === null) continue;
      const { builder, id } = found;
      const actor = context.actors.find((one) => one !== null && builder.reads(one, id));
      if (actor === undefined) continue;
      const clauses = [...clausesOf(context, rule, true), row.clause];
      builder.wait(new Date(Date.parse(due) + 1000).toISOString(), clauses);
      builder.see(actor, id, clauses);
      return builder;
    }
  }
  return null;
}

interface Sought {
  readonly rule: Rule;
  readonly condition: Expression;
  readonly holding: boolean;
}

/**
 * The distance between a timer and one that a rule just admits, or that only this rule just refuses, when its time
 * comes; 0 to 1.
 */
function costInTime(world: World, timer: Timer, id: string, { rule, condition, holding }: Sought): number {
  const due = dueTime(world, timer, id);
  const wait = due === null ? 0 : Date.parse(due) - Date.parse(world.now);
  if (due === null || wait <= BEFORE_MILLISECONDS || wait > LONGEST_WAIT_MILLISECONDS) return 0.99;
  const then = world.fork();
  then.now = due;
  return costOf(fireTimer(then, timer, id), rule, condition, holding);
}
