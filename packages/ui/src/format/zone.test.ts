import { describe, expect, test } from 'vitest';
import { addMonths, monthOf } from './month.ts';
import { addDays, instantsOf, isLocal, toInstant, toLocal } from './zone.ts';

const ZONES = ['UTC', 'Europe/Amsterdam', 'America/New_York', 'Asia/Kolkata', 'Australia/Lord_Howe', 'Africa/Cairo'];

describe('the product’s clocks', () => {
  test.each([
    ['2026-11-21T09:30', 'Europe/Amsterdam', '2026-11-21T08:30:00.000Z'],
    ['2026-07-01', 'Europe/Amsterdam', '2026-06-30T22:00:00.000Z'],
    ['2026-03-29T03:30', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25', 'Europe/Amsterdam', '2026-10-24T22:00:00.000Z'],
    ['2026-11-21T00:00', 'Asia/Kolkata', '2026-11-20T18:30:00.000Z'],
    // Skipped: as much later as the clocks are put forward. Twice: the earlier.
    ['2026-03-29T02:30', 'Europe/Amsterdam', '2026-03-29T01:30:00.000Z'],
    ['2026-10-25T02:30', 'Europe/Amsterdam', '2026-10-25T00:30:00.000Z'],
    ['2026-04-24', 'Africa/Cairo', '2026-04-23T22:00:00.000Z'],
  ])('%s in %s', (local, zone, instant) => {
    expect(toInstant(local, zone)).toBe(instant);
  });

  test.each([
    ['2026-10-25T02:30:00', 'Europe/Amsterdam', ['2026-10-25T00:30:00.000Z', '2026-10-25T01:30:00.000Z']],
    ['2026-03-29T02:30:00', 'Europe/Amsterdam', []],
    ['2026-03-29T03:00:00', 'Europe/Amsterdam', ['2026-03-29T01:00:00.000Z']],
    // Half an hour, and at midnight.
    ['2026-04-05T01:45:00', 'Australia/Lord_Howe', ['2026-04-04T14:45:00.000Z', '2026-04-04T15:15:00.000Z']],
    ['2026-04-24T00:30:00', 'Africa/Cairo', []],
    // A day that was left out.
    ['2011-12-30T12:00:00', 'Pacific/Apia', []],
  ])('%s in %s is %j', (local, zone, instants) => {
    expect(instantsOf(local, zone)).toEqual(instants);
  });

  test.each(ZONES)(
    'in %s every instant of a year is among those that its clocks show so, each in its order',
    (zone) => {
      for (let day = 0; day < 366; day += 1) {
        for (const minutes of [0, 30, 90, 150, 210, 780]) {
          const instant = new Date(Date.UTC(2026, 0, 1 + day, 0, minutes)).toISOString();
          const local = toLocal(instant, zone);
          const instants = instantsOf(local, zone);
          expect(isLocal(local)).toBe(true);
          expect(instants).toContain(instant);
          expect(instants.map((each) => toLocal(each, zone))).toEqual(instants.map(() => local));
          expect(instants.toSorted()).toEqual(instants);
          expect(toInstant(local, zone)).toBe(instants[0]);
        }
      }
    },
  );
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
