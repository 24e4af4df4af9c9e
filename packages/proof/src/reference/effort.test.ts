import { expect, test } from 'vitest';
import { Effort } from './effort.ts';

/** Works in steps of one until it may no more; how many there were. */
function work(effort: Effort, wanted: number): number {
  const from = effort.steps;
  while (!effort.isSpent && effort.steps - from < wanted) effort.steps += 1;
  return effort.steps - from;
}

test('a search takes as many steps as it may, a part of it no more than the whole has left, and the next one begins anew', () => {
  const effort = new Effort();
  const parts = effort.within(10, () => [6, 20].map((wanted) => effort.within(8, () => work(effort, wanted))));
  expect([parts, effort.wasGivenUp]).toEqual([[6, 4], true]);
  expect([effort.within(10, () => work(effort, 3)), effort.wasGivenUp]).toEqual([3, false]);
  expect(work(effort, 50)).toBe(50);
});
