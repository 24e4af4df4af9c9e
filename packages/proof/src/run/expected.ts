import { UNORDERED } from '../reference/exact/errors.ts';
import { ANY_INSTANT, ANY_TEXT } from '../reference/any.ts';
import type { Bindings } from './bindings.ts';
import type { Answer, Expect } from './case.ts';

/** The expected answer for a report, with the product's own ids as far as they are known. */
export function expectedText(bindings: Bindings, { status, problem, answer }: Expect): string {
  if (problem !== undefined) {
    const by = problem.clause ? ` by ${problem.clause}` : '';
    const errors = problem.errors.map(({ code, clause, field }) => `${field ?? clause ?? 'the request'}: ${code}`);
    return `${status} ${problem.code}${by}${errors.length === 0 ? '' : ` (${errors.join(', ')})`}`;
  }
  return answer === undefined ? String(status) : `${status} ${answerText(bindings, answer)}`;
}

function answerText(bindings: Bindings, answer: Answer): string {
  if (answer.kind === 'nothing') return 'without a body';
  const { kind, ...rest } = answer;
  const value = kind === 'exactly' ? answer.body : kind === 'record' ? answer.record : rest;
  return bindings
    .describe(value)
    .replaceAll(JSON.stringify(ANY_TEXT), '<any text>')
    .replaceAll(JSON.stringify(ANY_INSTANT), '<any instant>')
    .replaceAll(JSON.stringify(UNORDERED), '"<in any order>"');
}
