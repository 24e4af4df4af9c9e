import { expect, test } from 'vitest';
import type { Failure } from '../proof.ts';
import { causeOf, causesOf } from './causes.ts';

const failure = (clause: string, reason: string, fault?: string): Failure => ({
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
const isOneCause = (one: Failure, other: Failure) => causeOf(one) === causeOf(other);

test.each<[what: string, one: Failure, other: Failure]>([
  [
    'one difference at clauses of one kind',
    failure('6.Claim.create', 'the answer is 500 INTERNAL, not 201'),
    failure('6.Desk.create', 'the answer is 500 INTERNAL, not 201'),
  ],
  [
    'one difference in other values',
    failure('3.Claim.total', 'total is "12.50", not "13.00"'),
    failure('3.Claim.net', 'total is "7", not "8"'),
  ],
  [
    'one difference in other ids, dates and clauses',
    failure('5.V1', 'the clause is 5.V1, not 4.Claim.status.submit of @Claim:7 on 2026-03-16'),
    failure('5.V2', 'the clause is 5.V9, not 4.Desk.state.close of @Desk:12 on 2027-01-02'),
  ],
  [
    'one fault of the product, wherever it comes up',
    failure('6.Claim.create', 'the answer is 500 INTERNAL, not 201', 'TypeError: x of "a"\n    at one (a.ts:1:1)'),
    failure('4.Claim.status.submit.when', 'the answer is 500, not 422', 'TypeError: x of "b"\n    at one (a.ts:1:1)'),
  ],
])('%s has one cause', (_what, one, other) => {
  expect(isOneCause(one, other)).toBe(true);
});

test.each<[what: string, one: Failure, other: Failure]>([
  [
    'another status',
    failure('6.Claim.create', 'the answer is 500 INTERNAL, not 201'),
    failure('6.Claim.create', 'the answer is 403 FORBIDDEN, not 201'),
  ],
  [
    'clauses of another kind',
    failure('4.Claim.status.submit.when', 'the answer is 200, not 422'),
    failure('5.V1', 'the answer is 200, not 422'),
  ],
  [
    'another fault',
    failure('5.V1', 'the answer is 500, not 201', 'TypeError: x\n    at one (a.ts:1:1)'),
    failure('5.V1', 'the answer is 500, not 201', 'TypeError: x\n    at other (b.ts:1:1)'),
  ],
])('%s has a cause of its own', (_what, one, other) => {
  expect(isOneCause(one, other)).toBe(false);
});

test('failures are grouped by their causes, each with its first', () => {
  const [one, two, three] = [
    failure('5.V1', 'the answer is 200, not 422'),
    failure('6.Claim.create', 'the answer is 403, not 201'),
    failure('5.V2', 'the answer is 200, not 422'),
  ];
  expect(causesOf([one, two, three]).map(({ first, others }) => ({ first, others }))).toEqual([
    { first: one, others: [three] },
    { first: two, others: [] },
  ]);
});
