import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addWorkingDays } from './working-days.ts';

const WEEK = [1, 2, 3, 4, 5];
const CHRISTMAS = { workingDays: WEEK, holidays: ['2026-12-25', '2026-12-26', '2027-01-01'] };

describe('working days', () => {
  test.each([
    ['2026-11-20', 1, '2026-11-23'],
    ['2026-11-21', 1, '2026-11-23'],
    ['2026-11-21', 0, '2026-11-21'],
    ['2026-11-16', 5, '2026-11-23'],
    ['2026-11-23', -1, '2026-11-20'],
    ['2026-11-21', -1, '2026-11-20'],
    ['2026-12-24', 1, '2026-12-28'],
    ['2026-12-24', 6, '2027-01-05'],
    ['2026-12-28', -1, '2026-12-24'],
    ['2026-12-25', -1, '2026-12-24'],
  ])('%s and %i of them is %s', (date, count, expected) => {
    expect(addWorkingDays(date, count, CHRISTMAS)).toBe(expected);
  });

  const days = fc.integer({ min: 20_000, max: 20_120 }).map((day) => dateOf(day));

  test('are as many as there are when they are counted one by one', () => {
    fc.assert(
      fc.property(
        days,
        fc.integer({ min: -60, max: 60 }),
        fc.uniqueArray(fc.integer({ min: 1, max: 7 }), { minLength: 1 }),
        fc.uniqueArray(days, { maxLength: 30 }),
        (date, count, workingDays, holidays) => {
          expect(addWorkingDays(date, count, { workingDays, holidays })).toBe(
            oneByOne(date, count, workingDays, holidays),
          );
        },
      ),
    );
  });
});

function dateOf(day: number): string {
  return new Date(day * 86_400_000).toISOString().slice(0, 10);
}

function oneByOne(date: string, count: number, workingDays: readonly number[], holidays: readonly string[]): string {
  let day = Date.parse(date) / 86_400_000;
  for (let left = Math.abs(count); left > 0; ) {
    day += Math.sign(count);
    const weekday = new Date(day * 86_400_000).getUTCDay() || 7;
    if (workingDays.includes(weekday) && !holidays.includes(dateOf(day))) left -= 1;
  }
  return dateOf(day);
}
