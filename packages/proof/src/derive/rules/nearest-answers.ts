import type { Expression, Transition } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { bodiesFor } from '../records/plain-fixtures.ts';
import { conditionsWith, FAR, rootOf, trying } from './judging.ts';
import { costOf, type SoughtRule } from './rule-cost.ts';

/** An event that somebody causes on a record; null: it begins one. */
export interface Caused {
  readonly id: string | null;
  readonly as: Actor;
  readonly event: string;
  readonly row: Transition;
}

interface Answered {
  readonly body: Body;
  readonly cost: number;
  /** Whether the rule refuses them, though perhaps with others. */
  readonly isRefused: boolean;
}

/** The answers to what an event asks that come closest to being just admitted by a rule, or just refused by it alone. */
export function nearestAnswers(
  context: DerivationContext,
  world: World,
  { id, as, event, row }: Caused,
  rule: SoughtRule,
  condition: Expression,
  holding: boolean,
): Answered {
  const entity = rootOf(context, rule.entity);
  const judged = (body: Body): Answered => {
    const request = (given: Body): Request => ({ kind: 'fire', entity, id, event, body: given });
    const outcome = trying(world, as, request, body);
    const isRefused = outcome.refused?.errors.some(({ clause }) => clause === rule.clause) === true;
    return { body, cost: costOf(outcome, rule, condition, holding), isRefused };
  };
  const tried = bodiesFor(context, entity, row, as, [condition]).map(judged);
  const best = nearestOf(tried);
  const refused = tried.filter(({ isRefused }) => isRefused);
  if (holding || best.cost <= FAR || refused.length === 0 || row.asks.length < 2) return best;
  // Another answer beside it may satisfy the other rules (a speaker is busy then, and the room need not be taken, too).
  const { body } = nearestOf(refused);
  const others = bodiesFor(context, entity, row, as, conditionsWith(context, rule, event), body);
  return nearestOf([best, ...others.map(judged)]);
}

function nearestOf(tried: readonly Answered[]): Answered {
  return tried.reduce((one, other) => (other.cost < one.cost ? other : one));
}
