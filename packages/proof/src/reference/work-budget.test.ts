import { expect, test } from 'vitest';
import { WorkBudget } from './work-budget.ts';

/** Works in steps of one until it may no more; how many there were. */
function work(workBudget: WorkBudget, wanted: number): number {
  const from = workBudget.steps;
  while (!workBudget.isSpent && workBudget.steps - from < wanted) workBudget.steps += 1;
  return workBudget.steps - from;
}

test('a search takes its steps at most, a part of it at most those that are left, and the next search has all again', () => {
  const workBudget = new WorkBudget();
  let searches = 0;
  workBudget.onSearch = () => (searches += 1);
  const parts = workBudget.within(10, () =>
    [6, 20].map((wanted) => workBudget.within(8, () => work(workBudget, wanted))),
  );
  expect([parts, workBudget.wasGivenUp]).toEqual([[6, 4], true]);
  expect([workBudget.within(10, () => work(workBudget, 3)), workBudget.wasGivenUp]).toEqual([3, false]);
  expect(work(workBudget, 50)).toBe(50);
  expect(searches).toBe(2);
});
