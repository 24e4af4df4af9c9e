import type { Expression, Rule } from '@nonet/language';
import { namesAt } from '../../reference/transaction.ts';
import type { Outcome } from '../../reference/perform.ts';
import { distance, margin } from '../../search/distance.ts';

/** A rule; `together`: what it refuses may break other rules, too, which are then named beside it. */
export type SoughtRule = Rule & { readonly together?: true };

/** The distance between a request and one that this rule just admits, or that only this rule just refuses; 0 to 1. */
export function costOf(outcome: Outcome, rule: SoughtRule, condition: Expression, holding: boolean): number {
  const { transaction, refused } = outcome;
  const touched = [...transaction.touched.values()].filter((one) => one.entity === rule.entity && !one.deleted);
  if (touched.length === 0) return 0.95;
  const each = (measure: (names: Record<string, unknown>) => number) =>
    Math.min(...touched.map(({ id }) => measure(namesAt(transaction, id))));
  const others = othersBroken(outcome, rule);
  if (holding) {
    if (refused === null) return each((names) => margin(transaction.world, condition, names)) / 3;
    return 0.5 + 0.2 * each((names) => distance(transaction.world, condition, names, true)) + 0.2 * others;
  }
  const wrong = each((names) => distance(transaction.world, condition, names, false));
  const isAmongErrors = refused?.errors.some(({ clause }) => clause === rule.clause) === true;
  if (rule.together === true) return isAmongErrors ? 0.3 * others : 0.5 + 0.3 * wrong + 0.1 * others;
  if (refused === null || wrong > 0 || others > 0) return 0.5 + 0.2 * wrong + 0.25 * others;
  if (!isAmongErrors) return 0.9;
  return (
    each((names) => {
      const broken = distance(transaction.world, condition, names, false) === 0;
      return broken ? margin(transaction.world, condition, names) : 1;
    }) / 3
  );
}

/** Counts more than any fault beside it: cells are judged first (6), and hide what else is wrong. */
const REFUSED_BY_CELLS = 4;

/** The weight of all other faults of a request, from 0 (none) to below 1. */
function othersBroken({ transaction, refused }: Outcome, rule: Rule): number {
  if (refused === null) return 0;
  if (refused.code === 'FORBIDDEN') return REFUSED_BY_CELLS / (REFUSED_BY_CELLS + 1);
  const { rules } = transaction.lookup.plan;
  const sum = (refused.errors.length === 0 ? [{ clause: refused.clause }] : refused.errors)
    .filter(({ clause }) => clause !== rule.clause)
    .map(({ clause }) => {
      const other = rules.find((candidate) => candidate.clause === clause);
      const condition = other?.condition ?? null;
      if (other === undefined || condition === null) return 1;
      const records = [...transaction.touched.values()].filter(
        ({ entity, deleted }) => entity === other.entity && !deleted,
      );
      return Math.max(
        0.1,
        ...records.map(({ id }) => distance(transaction.world, condition, namesAt(transaction, id), true)),
      );
    })
    .reduce((total, part) => total + part, 0);
  return sum / (sum + 1);
}
