import { isWithinClause, type Plan } from '@nonet/language';

/** A clause of a document, for people and programs. */
export interface ExplainedClause {
  readonly clause: string;
  /** Where it stands, and its text; null if only clauses below it do. */
  readonly place: { readonly file: string; readonly line: number; readonly text: string } | null;
  /** The consequence of its being open; null if it is not. */
  readonly gap: string | null;
  readonly below: readonly string[];
}

/** Null if the document has no such clause. */
export function explainedClause(plan: Plan, clause: string): ExplainedClause | null {
  const place = plan.clauses[clause];
  const below = Object.keys(plan.clauses).filter((each) => each !== clause && isWithinClause(each, clause));
  if (!place && below.length === 0) return null;
  const gap = plan.gaps.find((each) => each.clause === clause);
  return {
    clause,
    place: place ? { file: place.file, line: place.line, text: place.text.trim() } : null,
    gap: gap?.consequence ?? null,
    below,
  };
}
