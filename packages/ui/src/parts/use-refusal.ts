import { type FieldProblem, ProblemError } from '@nonet/client';
import { useState } from 'react';
import type { FieldErrors } from '../data/errors.ts';
import type { Draft } from '../fields/drafts.ts';
import { followPath, type FormField, type PlacedProblem, placeProblems } from '../fields/places.ts';
import { useWords } from '../words/words.ts';

/** The refusal of a form: for its summary, and beside its inputs. */
export interface Refusal {
  /** The errors of inputs that are still as they were sent. */
  readonly entries: readonly (PlacedProblem & {
    /** The path of its input now. */
    readonly now: string;
  })[];
  /** The errors that concern none of the form's inputs. */
  readonly others: readonly FieldProblem[];
  /** Errors that are shown beside an input until its value changes. */
  readonly standing: FieldErrors;
  /** Whether every refused input was changed since, or is gone, and no error concerns the whole form. */
  readonly answered: boolean;
  /** Is called with the draft that is sent. */
  sending: () => void;
}

/** Places a refusal in the form that was sent, however that is changed since. */
export function useRefusal(error: unknown, fields: readonly FormField[], draft: Draft): Refusal {
  const words = useWords();
  const [sent, setSent] = useState(draft);
  const problems = error instanceof ProblemError ? error.errors : [];
  const { placed, others } = placeProblems(problems, fields, words);
  const standing: Record<string, string> = {};
  const entries = placed.flatMap((entry) => {
    const now = followPath(entry.path, sent, draft);
    // An input that was changed since may be right by now: the product says so when it is sent again.
    if (!now?.untouched) return [];
    const { message } = entry.problem;
    standing[now.path] = standing[now.path] ? `${standing[now.path]} ${message}` : message;
    return [{ ...entry, now: now.path }];
  });
  const answered = placed.length > 0 && entries.length === 0 && others.length === 0;
  return { entries, others, standing, answered, sending: () => setSent(draft) };
}
