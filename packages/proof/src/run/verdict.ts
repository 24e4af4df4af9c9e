import type { Problem } from '@nonet/client';
import { answerDifference } from './answers.ts';
import type { Bindings } from './bindings.ts';
import type { Expect, ExpectedProblem } from './case.ts';
import { fitsAround } from './compare.ts';
import { errorsDifference } from './errors.ts';
import { because, type FailureReason, kept, namedClause } from './failure-reason.ts';

/** The difference between an answer and a step's expectation, in words; null if there is none. */
export function stepDifference(bindings: Bindings, expect: Expect, status: number, text: string): FailureReason | null {
  if (status !== expect.status)
    return because`the answer is ${kept(`${status}${codeIn(text)}`)}, not ${kept(`${expect.status}${wanted(expect)}`)}`;
  const isJson = expect.problem !== undefined || (expect.answer !== undefined && !TEXTS.has(expect.answer.kind));
  if (isJson && !isParsed(text)) return because`the answer is not JSON`;
  if (expect.problem !== undefined) return problemDifference(expect.problem, text);
  return expect.answer === undefined ? null : answerDifference(bindings, expect.answer, text);
}

/** Answers that are no JSON. */
const TEXTS: ReadonlySet<string> = new Set(['nothing', 'csv', 'calendar']);

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function headerDifference({ headers = {}, without = [] }: Expect, found: Headers): FailureReason | null {
  const extra = without.find((name) => found.has(name));
  if (extra !== undefined)
    return because`the header ${kept(extra)} is ${String(found.get(extra))}, and must not be there`;
  const wrong = Object.entries(headers).find(([name, part]) => found.get(name)?.includes(part) !== true);
  if (wrong === undefined) return null;
  const [name, part] = wrong;
  return because`the header ${kept(name)} is ${String(found.get(name))}, without ${part}`;
}

function wanted({ problem }: Expect): string {
  return problem === undefined ? '' : ` ${problem.code}`;
}

function codeIn(text: string): string {
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  return code === undefined ? '' : ` ${code}`;
}

function problemDifference(expected: ExpectedProblem, text: string): FailureReason | null {
  const problem = JSON.parse(text) as Problem;
  if (problem.code !== expected.code) return because`the code is ${kept(problem.code)}, not ${kept(expected.code)}`;
  if (expected.clause !== undefined && problem.clause !== expected.clause)
    return because`the clause is ${namedClause(String(problem.clause))}, not ${namedClause(String(expected.clause))}`;
  const codes = (list: readonly string[] | undefined) => (list ?? []).toSorted().join(', ') || 'none';
  if (expected.confirm !== undefined && codes(problem.confirm) !== codes(expected.confirm))
    return because`the codes to confirm are ${kept(codes(problem.confirm))}, not ${kept(codes(expected.confirm))}`;
  const reported = problem.errors ?? [];
  // A refusal of the whole request may report no single error.
  const comparesErrors = expected.errors.length > 1 || (expected.errors.length === 1 && reported.length > 0);
  const reason = comparesErrors ? errorsDifference(expected.errors, reported) : null;
  if (reason !== null) return reason;
  const unfilled = [problem.detail, ...reported.map(({ message }) => message)].find((words) => UNFILLED.test(words));
  if (unfilled !== undefined) return because`the message ${JSON.stringify(unfilled)} lacks a value`;
  return wordsFit(expected.words, problem.detail) ? null : because`the message is ${JSON.stringify(problem.detail)}`;
}

/** Text that appears in a message where a value is missing. */
const UNFILLED = /\bnull\?|\b(?:undefined|NaN)\b|\[object /;

function wordsFit(words: ExpectedProblem['words'], text: string): boolean {
  if (words === null) return true;
  const parts = [''];
  for (const word of words) {
    if (word === null) parts.push('');
    else parts.push((parts.pop() ?? '') + word);
  }
  return fitsAround(parts, text);
}
