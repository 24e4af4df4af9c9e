import fc from 'fast-check';
import { Temporal } from 'temporal-polyfill';
import { expect, test } from 'vitest';
import { addToDate, datesBetween, daysBetween, weekdayOf } from './calendar.ts';

const FIRST = Temporal.PlainDate.from('0001-01-01');
const ends = ['0001-01-01', '1900-02-28', '2000-02-29', '2024-02-29', '2026-12-31', '9999-12-31'];
const days = fc.oneof(
  fc.constantFrom(...ends.map((day) => Temporal.PlainDate.from(day))),
  fc.integer({ min: 0, max: 3_652_058 }).map((number) => FIRST.add({ days: number })),
);

test('days are counted as the calendar of Temporal counts them', () => {
  fc.assert(
    fc.property(days, fc.integer({ min: -800, max: 800 }), (day, count) => {
      const [text, other] = [day.toString(), day.add({ days: count })];
      expect(weekdayOf(text)).toBe(day.dayOfWeek);
      const isThere = other.year >= 1 && other.year <= 9999;
      expect(addToDate(text, { months: 0, days: count, microseconds: 0 }, 1)).toBe(isThere ? other.toString() : null);
      if (!isThere) return;
      expect(daysBetween(text, other.toString())).toBe(count);
      const between = datesBetween(text, other.toString()) ?? [];
      expect(between).toEqual(
        Array.from({ length: Math.max(0, count + 1) }, (_, at) => day.add({ days: at }).toString()),
      );
    }),
    { numRuns: 60 },
  );
});

test.each(['2026-02-30', '2026-13-01', 'tomorrow', ''])('%s is no date', (text) => {
  expect(() => weekdayOf(text)).toThrow(RangeError);
});
