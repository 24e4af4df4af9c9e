import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addMonths, monthOf } from './month.ts';
import { addDays, toInstant, toLocal } from './zone.ts';

describe('the product’s clocks', () => {
  test.each([
    ['2026-11-21T09:30', 'Europe/Amsterdam', '2026-11-21T08:30:00.000Z'],
    ['2026-07-01', 'Europe/Amsterdam', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', 'Europe/Amsterdam', '2026-10-24T22:00:00.000Z'],
    ['2026-11-21T00:00', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
  ])('%s in %s', (local, zone, instant) => {
    expect(toInstant(local, zone)).toBe(instant);
  });

  test('an instant is shown and read back, except in the hour that comes twice', () => {
    const minutes = fc.integer({ min: Date.UTC(2020, 0) / 60_000, max: Date.UTC(2035, 0) / 60_000 });
    fc.assert(
      fc.property(minutes, fc.constantFrom('UTC', 'Asia/Kolkata', 'Asia/Tokyo'), (minute, zone) => {
        const instant = new Date(minute * 60_000).toISOString();
        expect(toInstant(toLocal(instant, zone), zone)).toBe(instant);
      }),
    );
  });
});

describe('a calendar’s month', () => {
  test('whole weeks from the first day of the week', () => {
    const month = monthOf('2026-11', 1);
    expect([month.first, month.last, month.weeks[0]?.[0], month.weeks.at(-1)?.at(-1)]).toEqual([
      '2026-11-01',
      '2026-11-30',
      '2026-10-26',
      '2026-12-06',
    ]);
  });

  test('steps over years', () => {
    expect([addMonths('2026-12', 1), addMonths('2026-01', -1), addDays('2026-12-31', 1)]).toEqual([
      '2027-01',
      '2025-12',
      '2027-01-01',
    ]);
  });
});
