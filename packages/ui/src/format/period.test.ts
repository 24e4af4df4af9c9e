import { describe, expect, test } from 'vitest';
import { type CalendarView, periodOf } from './period.ts';

const MONDAY = 1;

describe('the days that a calendar shows around one', () => {
  test.each([
    ['month', '2026-11-21', '2026-10-26', '2026-12-06', '2026-10-01', '2026-12-01'],
    ['list', '2026-11-21', '2026-11-01', '2026-11-30', '2026-10-01', '2026-12-01'],
    ['week', '2026-11-21', '2026-11-16', '2026-11-22', '2026-11-14', '2026-11-28'],
    // A week that begins in another month or year.
    ['week', '2027-01-01', '2026-12-28', '2027-01-03', '2026-12-25', '2027-01-08'],
    ['day', '2027-01-01', '2027-01-01', '2027-01-01', '2026-12-31', '2027-01-02'],
    ['list', '2028-02-29', '2028-02-01', '2028-02-29', '2028-01-01', '2028-03-01'],
  ] as const)('%s of %s: %s to %s', (view: CalendarView, day, first, last, before, after) => {
    const period = periodOf(view, day, MONDAY);
    expect([period.first, period.last, period.before, period.after]).toEqual([first, last, before, after]);
  });
});
