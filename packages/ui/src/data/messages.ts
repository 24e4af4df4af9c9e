import { ProblemError, UnexplainedError } from '@nonet/client';
import type { Words } from '../words/en.ts';

/** A failure as one sentence: the document's own words if it has any. */
export function messageOf(error: unknown, words: Words): string {
  if (error instanceof ProblemError) {
    if (error.status === 0) return words.unreachable;
    if (error instanceof UnexplainedError) return words.unexplained(error.status);
    const [first] = error.errors;
    return first && error.errors.length === 1 ? first.message : error.problem.detail || error.problem.title;
  }
  return words.brokenScreen;
}
