import { ENGINE_LIMITS } from '@nonet/engine';
import { expect, test } from 'vitest';
import { LongRequestBudget } from './long-requests.ts';
import { LIMITS } from './table.ts';

const MOST = LIMITS.longRequestSeconds;
const ms = (seconds: number) => seconds * 1000;

test('requests of a second each cost nothing, however many', () => {
  const budget = new LongRequestBudget();
  for (let turn = 0; turn < 1000; turn++) {
    const end = budget.begin('mia', ms(turn));
    end(ms(turn + 1), true);
  }
  expect(budget.wait('mia', ms(1000))).toBe(0);
});

test('long ones count while they are answered, for whoever asked, until as much time has passed', () => {
  const budget = new LongRequestBudget();
  const ends = Array.from({ length: 5 }, () => budget.begin('mia', 0));
  // Each second costs as many as are under way, and one is forgiven.
  expect(budget.wait('mia', ms(1 + (MOST - 1) / 4))).toBe(0);
  expect(budget.wait('mia', ms(1 + MOST / 4 + 1))).toBeGreaterThan(0);
  expect(budget.wait('ben', ms(1 + MOST / 4 + 1))).toBe(0);
  for (const end of ends) end(ms(31), true);
  const wait = budget.wait('mia', ms(31));
  expect(wait).toBe(5 * 30 - 31 - MOST + 1);
  expect(budget.wait('mia', ms(31 + wait - 1))).toBe(1);
  expect(budget.wait('mia', ms(31 + wait))).toBe(0);
});

test('requests that wait for each other use the available connections at most', () => {
  const budget = new LongRequestBudget();
  for (let place = 0; place < 500; place++) budget.begin('mia', 0);
  expect(budget.wait('mia', ms(1 + (MOST - 1) / (ENGINE_LIMITS.connections - 1)))).toBe(0);
});

test('a request that a lost database held up does not count', () => {
  const budget = new LongRequestBudget();
  const ends = Array.from({ length: 9 }, () => budget.begin('mia', 0));
  expect(budget.wait('mia', ms(35))).toBeGreaterThan(0);
  for (const end of ends) end(ms(35), false);
  expect(budget.wait('mia', ms(35))).toBe(0);
});
