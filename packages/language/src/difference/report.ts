import { tableOf } from '../collections.ts';
import type { Plan } from '../plan/plan.ts';
import { type Difference, type DifferenceAudience, type DifferenceEffect, EFFECTS } from './difference.ts';
import { differencesOf } from './differences-of.ts';

/** The findings of `nonet diff`, as other programs read them. */
export interface DifferencesReport {
  readonly former: DocumentName;
  readonly new: DocumentName;
  readonly differences: readonly Difference[];
  readonly counts: Readonly<Record<DifferenceEffect, number>>;
}

export interface DocumentName {
  /** The file, or what it was called by: `HEAD:spec.md`. */
  readonly name: string;
  readonly title: string;
}

/** A document, and what people call it. */
export interface NamedPlan {
  readonly name: string;
  readonly plan: Plan;
}

/** Compares two documents. `audience`: only what concerns these people; null is everybody. */
export function reportDifferences(
  former: NamedPlan,
  now: NamedPlan,
  audience: DifferenceAudience | null,
): DifferencesReport {
  const all = differencesOf(former.plan, now.plan);
  const differences = audience === null ? all : all.filter(({ audiences }) => audiences.includes(audience));
  const count = (effect: DifferenceEffect): number => differences.filter((one) => one.effect === effect).length;
  return {
    former: { name: former.name, title: former.plan.title },
    new: { name: now.name, title: now.plan.title },
    differences,
    counts: tableOf(EFFECTS, count),
  };
}
