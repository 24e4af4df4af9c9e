import type { Problem } from '@nonet/client';
import { answerDifference } from './answers.ts';
import type { Bindings } from './bindings.ts';
import type { Expect, ExpectedProblem } from './case.ts';
import { fitsAround } from './compare.ts';
import { errorsDifference } from './errors.ts';

/** The difference between an answer and a step's expectation, in words; null if there is none. */
export function stepDifference(bindings: Bindings, expect: Expect, status: number, text: string): string | null {
  if (status !== expect.status) return `the answer is ${status}${codeIn(text)}, not ${expect.status}${wanted(expect)}`;
  const isJson = expect.problem !== undefined || (expect.answer !== undefined && !TEXTS.has(expect.answer.kind));
  if (isJson && !isParsed(text)) return 'the answer is no JSON';
  if (expect.problem !== undefined) return problemDifference(expect.problem, text);
  return expect.answer === undefined ? null : answerDifference(bindings, expect.answer, text);
}

/** Answers that are no JSON. */
const TEXTS: ReadonlySet<string> = new Set(['nothing', 'csv']);

function isParsed(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

export function headerDifference({ headers = {}, without = [] }: Expect, found: Headers): string | null {
  const extra = without.find((name) => found.has(name));
  if (extra !== undefined) return `the header ${extra} is ${found.get(extra)}, and must not be there`;
  const wrong = Object.entries(headers).find(([name, part]) => found.get(name)?.includes(part) !== true);
  return wrong === undefined ? null : `the header ${wrong[0]} is ${found.get(wrong[0])}, without ${wrong[1]}`;
}

function wanted({ problem }: Expect): string {
  return problem === undefined ? '' : ` ${problem.code}`;
}

function codeIn(text: string): string {
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  return code === undefined ? '' : ` ${code}`;
}

function problemDifference(expected: ExpectedProblem, text: string): string | null {
  const problem = JSON.parse(text) as Problem;
  if (problem.code !== expected.code) return `the code is ${problem.code}, not ${expected.code}`;
  if (expected.clause !== undefined && problem.clause !== expected.clause)
    return `the clause is ${problem.clause}, not ${expected.clause}`;
  const codes = (list: readonly string[] | undefined) => (list ?? []).toSorted().join(', ') || 'nothing';
  if (expected.confirm !== undefined && codes(problem.confirm) !== codes(expected.confirm))
    return `what confirms it is ${codes(problem.confirm)}, not ${codes(expected.confirm)}`;
  const reported = problem.errors ?? [];
  // A refusal of the whole request may report no single error.
  const comparesErrors = expected.errors.length > 1 || (expected.errors.length === 1 && reported.length > 0);
  const reason = comparesErrors ? errorsDifference(expected.errors, reported) : null;
  if (reason !== null) return reason;
  const unfilled = [problem.detail, ...reported.map(({ message }) => message)].find((words) => UNFILLED.test(words));
  if (unfilled !== undefined) return `the words are ${JSON.stringify(unfilled)}, which leave something unsaid`;
  return wordsFit(expected.words, problem.detail) ? null : `the words are ${JSON.stringify(problem.detail)}`;
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
