import type { Expression } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import { and } from './formula.ts';
import type { Knowledge } from './knowledge.ts';
import { measureOf } from './measure.ts';
import { isShown, type Reading } from './reading.ts';
import { type Solved, solve } from './solve.ts';
import { nullOf, truthOf } from './truth.ts';
import { assumed, example } from './example.ts';

/**
 * Whether conditions can hold together. `never`: for no values that the fields' rules allow. `sometimes`: for the
 * values of the example, each in the document's words (`amount = 3`). `unknown`: the analysis does not follow the
 * deciding parts (queries, patterns, sums of several fields), or the search reached its limit (`STEP_LIMIT`).
 */
export type Verdict =
  | { readonly kind: 'never' | 'unknown' }
  | { readonly kind: 'sometimes'; readonly example: readonly string[] };

/**
 * Whether all of the conditions can hold together. The same question always costs the same, and the cost is limited.
 */
export function decide(conditions: readonly Expression[], knowledge: Knowledge): Verdict {
  const { reading, solved } = ask(conditions, knowledge);
  if (solved.kind === 'unsatisfiable') return { kind: 'never' };
  const words = solved.kind === 'solution' ? example(reading, conditions, solved.solution) : null;
  return words === null ? { kind: 'unknown' } : { kind: 'sometimes', example: words };
}

/** Whether all of the conditions certainly can't hold together; false if that is not known. */
export function excludes(conditions: readonly Expression[], knowledge: Knowledge): boolean {
  return ask(conditions, knowledge).solved.kind === 'unsatisfiable';
}

/**
 * Values for which the conditions hold, in the document's words. A part that the analysis does not follow (a query, a
 * pattern) is listed with the value that it would need. Null if there are none, or if that is not known.
 */
export function assumption(conditions: readonly Expression[], knowledge: Knowledge): readonly string[] | null {
  const { reading, solved } = ask(conditions, knowledge);
  return solved.kind === 'solution' ? assumed(reading, solved.solution) : null;
}

function ask(
  conditions: readonly Expression[],
  knowledge: Knowledge,
): { readonly reading: Reading; readonly solved: Solved } {
  const reading = readingOf(conditions, knowledge);
  // The analysis claims nothing about parts that are not shown.
  if (!conditions.every(isShown)) return { reading, solved: { kind: 'too large' } };
  const asked = conditions.map((condition) => reading.truth(condition));
  return { reading, solved: solve(and(...asked, ...reading.facts)) };
}

function readingOf(conditions: readonly Expression[], knowledge: Knowledge): Reading {
  const nullableVariables = new Set<string>();
  for (const condition of conditions) {
    walk(condition, (part) => {
      if (part.kind === 'variable' && part.type.nullable) nullableVariables.add(part.name);
    });
  }
  const reading: Reading = {
    knowledge,
    nullableVariables,
    terms: new Map(),
    following: new Set(),
    facts: [],
    truth: (condition) => truthOf(reading, condition),
    isNull: (value) => nullOf(reading, value),
    measure: (value) => measureOf(reading, value),
  };
  return reading;
}
