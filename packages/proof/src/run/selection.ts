import { type ClauseAddress, isWithinClause } from '@nonet/language';
import type { Case } from './case.ts';

/** Selects the derived cases that are carried out. */
export interface Selection {
  readonly isAll: boolean;
  has(derived: Case): boolean;
}

export const EVERY_CASE: Selection = { isAll: true, has: () => true };

/** The cases of some clauses, and of what is below them. */
export function casesOf(only: readonly ClauseAddress[]): Selection {
  const isAsked = (clause: ClauseAddress) => isWithin(clause, only);
  return { isAll: false, has: ({ clauses, about = [] }) => [...clauses, ...about].some(isAsked) };
}

/** The cases that both select. */
export function bothOf(one: Selection, other: Selection): Selection {
  if (one.isAll) return other;
  if (other.isAll) return one;
  return { isAll: false, has: (derived) => one.has(derived) && other.has(derived) };
}

/** Whether a clause is one of these, or below one. */
export function isWithin(clause: ClauseAddress, clauses: readonly ClauseAddress[]): boolean {
  return clauses.some((asked) => isWithinClause(clause, asked));
}
