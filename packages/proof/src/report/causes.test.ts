import { expect, test } from 'vitest';
import type { Failure } from '../proof.ts';
import { because, type FailureReason, kept, namedClause } from '../run/failure-reason.ts';
import type { Fault } from '../run/fault.ts';
import { causeOf, causesOf } from './causes.ts';

const failure = (clause: string, reason: FailureReason, fault?: Fault): Failure => ({
  derived: { clauses: [clause], title: clause, steps: [] },
  result: {
    passed: false,
    clauses: [clause],
    reason,
    request: null,
    answer: null,
    ...(fault === undefined ? {} : { fault }),
  },
});
const answered = (status: string, expected: number) => because`the answer is ${kept(status)}, not ${kept(expected)}`;
const valued = (actual: string, expected: string) => because`${kept('total')} is ${actual}, not ${expected}`;
const faultAt = (place: string, message: string): Fault => ({ type: 'TypeError', message, frames: [`at ${place}`] });
const queried = (message: string): Fault => ({
  type: 'DatabaseError',
  message,
  frames: ['at Client.query (/app/node_modules/pg/lib/client.js:1:1)', 'at run (node:internal/process:1:1)'],
});
const isOneCause = (one: Failure, other: Failure) => causeOf(one) === causeOf(other);

test.each<[what: string, one: Failure, other: Failure]>([
  [
    'one difference at clauses of one kind',
    failure('6.Claim.create', answered('500 INTERNAL', 201)),
    failure('6.Desk.create', answered('500 INTERNAL', 201)),
  ],
  [
    'one difference in other values',
    failure('3.Claim.total', valued('"12.50"', '"13.00"')),
    failure('3.Claim.net', valued('"a is 5, not 6"', '8')),
  ],
  [
    'one difference in other clauses',
    failure('5.V1', because`the clause is ${namedClause('5.V1')}, not ${namedClause('4.Claim.status.submit')}`),
    failure('5.V2', because`the clause is ${namedClause('5.V9')}, not ${namedClause('4.Desk.state.close')}`),
  ],
  [
    'one difference within another',
    failure('5.V1', because`in ${'@Claim:7'}: ${valued('7', '8')}`),
    failure('5.V2', because`in ${'@Desk:12'}: ${valued('9', '1')}`),
  ],
  [
    'one fault of the product, wherever it comes up',
    failure('6.Claim.create', answered('500', 201), faultAt('one (a.ts:1:1)', 'x of "a"')),
    failure('4.Claim.status.submit.when', answered('500', 422), faultAt('one (a.ts:1:1)', 'x of "b"')),
  ],
])('%s has one cause', (_what, one, other) => {
  expect(isOneCause(one, other)).toBe(true);
});

test.each<[what: string, one: Failure, other: Failure]>([
  [
    'another status',
    failure('6.Claim.create', answered('500 INTERNAL', 201)),
    failure('6.Claim.create', answered('403 FORBIDDEN', 201)),
  ],
  [
    'a clause of another kind',
    failure('4.Claim.status.submit.when', answered('200', 422)),
    failure('5.V1', answered('200', 422)),
  ],
  [
    'a fault at another place',
    failure('5.V1', answered('500', 201), faultAt('one (a.ts:1:1)', 'x')),
    failure('5.V1', answered('500', 201), faultAt('other (b.ts:1:1)', 'x')),
  ],
  [
    'another fault, of which no place in the product is known',
    failure('5.V1', answered('500', 201), queried('deadlock detected (40P01)')),
    failure('5.V1', answered('500', 201), queried('syntax error (42601)')),
  ],
])('%s has a cause of its own', (_what, one, other) => {
  expect(isOneCause(one, other)).toBe(false);
});

test('failures are grouped by their causes, each with its first', () => {
  const [one, two, three] = [
    failure('5.V1', answered('200', 422)),
    failure('6.Claim.create', answered('403', 201)),
    failure('5.V2', answered('200', 422)),
  ];
  expect(causesOf([one, two, three]).map(({ first, others }) => ({ first, others }))).toEqual([
    { first: one, others: [three] },
    { first: two, others: [] },
  ]);
});

test('a reason has its values in its text alone', () => {
  const reason = because`in ${'@Claim:7'}: ${because`${kept('total')} is ${7}, not ${8}`} (${namedClause('5.V1.error')})`;
  expect(reason).toEqual({
    text: 'in @Claim:7: total is 7, not 8 (5.V1.error)',
    template: 'in …: total is …, not … (5.*.error)',
  });
});
