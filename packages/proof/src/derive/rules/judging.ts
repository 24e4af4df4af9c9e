import type { Expression, Rule } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { type Outcome, perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { withFiles } from '../../search/draft.ts';
import { focusConstants } from '../constants/constants.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** How many drafts are tried. */
export const BUDGET = 220;
/** One unit apart. */
export const TOUCHING = 0.04;
/** Too far from a rule's boundary to show it. */
export const FAR = 0.45;

/** What a rule shows that admits, or that refuses. */
export function clausesOf(context: DerivationContext, rule: Rule, holding: boolean): string[] {
  const constants = focusConstants(context, [rule.condition]);
  if (holding) return [rule.clause, ...constants];
  const errors = context.plan.errors.filter(({ code }) => code === rule.error).map(({ clause }) => clause);
  return [rule.clause, `${rule.clause}.error`, ...errors, ...constants].filter(
    (clause) => clause in context.plan.clauses,
  );
}

/** The entity whose requests lead to records of this one: the owner of an owned child. */
export function rootOf(context: DerivationContext, entity: string): string {
  const { owner } = context.lookup.entity(entity);
  return owner === null ? entity : rootOf(context, owner.entity);
}

/** What a rule depends on, and what else is judged with it. */
export function conditionsWith(context: DerivationContext, rule: Rule, cause: string): Expression[] {
  const judgedWithIt = context.plan.rules.filter((other) => other === rule || other.on.includes(cause));
  return judgedWithIt.flatMap(({ condition }) => (condition === null ? [] : [condition]));
}

interface Draft {
  readonly as: Actor;
  readonly body: Body;
}

/** Climbs from drafts to the one with the least cost. */
export function climb(
  { lookup: { effort } }: DerivationContext,
  start: readonly Draft[],
  measure: (draft: Draft) => number,
  change: (draft: Draft) => Draft,
): { draft: Draft; cost: number } | null {
  let best: { draft: Draft; cost: number } | null = null;
  const consider = (draft: Draft) => {
    const found = measure(draft);
    if (best === null || found <= best.cost) best = { draft, cost: found };
  };
  for (const draft of start) consider(draft);
  for (let tries = 0; tries < BUDGET && !effort.isSpent; tries += 1) {
    const found = best as { draft: Draft; cost: number } | null;
    if (found === null || found.cost <= TOUCHING) break;
    consider(change(found.draft));
  }
  return best;
}

/** What the document says to a request with a body, with nothing done. */
export function trying(world: World, as: Actor, request: (body: Body) => Request, body: Body): Outcome {
  const copy = world.fork();
  return perform(copy, as, request(withFiles(body, (type) => copy.addFile({ type, by: as }))));
}
