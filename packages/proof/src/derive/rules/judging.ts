import type { Expression, Rule } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { type Outcome, perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { withFiles } from '../../search/draft.ts';
import { focusConstants } from '../constants/constants.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** The maximum number of drafts that are tried. */
export const BUDGET = 220;
/** The cost of a draft that is one unit away from the boundary. */
export const TOUCHING = 0.04;
/** The cost from which a draft is too far from a rule's boundary to show it. */
export const FAR = 0.45;

/** The clauses that a rule shows when it admits a draft (`holding`), or when it refuses one. */
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

/** The expressions on which a rule depends, and the ones that are judged with it. */
export function conditionsWith(context: DerivationContext, rule: Rule, cause: string): Expression[] {
  const judgedWithIt = context.plan.rules.filter((other) => other === rule || other.on.includes(cause));
  return judgedWithIt.flatMap(({ condition }) => (condition === null ? [] : [condition]));
}

/** A record that an actor might create. */
export interface Draft {
  readonly as: Actor;
  readonly body: Body;
}

/** Climbs from drafts to the one with the least cost. */
export function climb(
  { lookup: { workBudget } }: DerivationContext,
  start: readonly Draft[],
  measure: (draft: Draft) => number,
  change: (draft: Draft) => Draft,
): { draft: Draft; cost: number } | null {
  let best: { draft: Draft; cost: number } | null = null;
  // Few values decide, so that changes come back to drafts that have been measured.
  const measured = new Map<string, number>();
  const consider = (draft: Draft) => {
    const key = JSON.stringify(draft);
    const found = measured.get(key) ?? measure(draft);
    measured.set(key, found);
    if (best === null || found <= best.cost) best = { draft, cost: found };
  };
  for (const draft of start) consider(draft);
  for (let tries = 0; tries < BUDGET && !workBudget.isSpent; tries += 1) {
    const found = best as { draft: Draft; cost: number } | null;
    if (found === null || found.cost <= TOUCHING) break;
    consider(change(found.draft));
  }
  return best;
}

/** The document's answer to a request with a body, which changes nothing in the world. */
export function trying(world: World, as: Actor, request: (body: Body) => Request, body: Body): Outcome {
  const copy = world.fork();
  return perform(copy, as, request(withFiles(body, (type) => copy.addFile({ type, by: as }))));
}
