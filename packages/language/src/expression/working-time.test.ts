import { expect, test } from 'vitest';
import { formatInstant, readInstant } from './calendar.ts';
import { addWorkingDays } from './working-days.ts';
import { addWorkingTime, workingDaysBetween, workingTimeBetween, workingTimeOf } from './working-time.ts';

const HOUR = 3_600_000_000;
const ZONE = 'Europe/Amsterdam';

/** Monday to Friday with a break, an evening that lasts into Wednesday, and the night of Saturday. */
const SHOP = workingTimeOf([
  ['monday', 'monday', 'tuesday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday'],
  ['09:00:00', '13:00:00', '09:00:00', '20:00:00', '09:00:00', '09:00:00', '09:00:00', '22:00:00'],
  ['12:00:00', '17:00:00', '17:00:00', '02:00:00', '17:00:00', '17:00:00', '17:00:00', '06:00:00'],
  ['2026-12-25', '2026-12-31', '2028-02-29'],
  ['2026-12-26', '2027-01-01', '2028-02-29'],
]);

test.each([
  ['a day with a break', '2026-11-23T08:00:00Z', 4, '2026-11-23T13:00:00Z'],
  ['until it closes, not until it opens again', '2026-11-23T08:00:00Z', 3, '2026-11-23T11:00:00Z'],
  ['exactly as long as it is open', '2026-11-25T08:00:00Z', 8, '2026-11-25T16:00:00Z'],
  ['from an hour at which it is closed', '2026-11-23T05:00:00Z', 1, '2026-11-23T09:00:00Z'],
  ['past midnight', '2026-11-24T21:00:00Z', 5, '2026-11-25T09:00:00Z'],
  ['from past midnight', '2026-11-25T00:30:00Z', 1, '2026-11-25T08:30:00Z'],
  ['back', '2026-11-25T08:30:00Z', -1, '2026-11-25T00:30:00Z'],
  ['over a year end with days off', '2026-12-30T15:00:00Z', 2, '2027-01-02T22:00:00Z'],
  ['over a leap day that is off', '2028-02-28T16:00:00Z', 1, '2028-03-01T09:00:00Z'],
  ['over the night that lacks an hour', '2026-03-28T21:00:00Z', 8, '2026-03-30T08:00:00Z'],
  ['over the night with an hour twice', '2026-10-24T20:00:00Z', 9, '2026-10-25T05:00:00Z'],
  ['nothing', '2026-11-21T12:00:00Z', 0, '2026-11-21T12:00:00Z'],
] as const)('working time is added: %s', (_, from, hours, to) => {
  const found = addWorkingTime(readInstant(from), hours * HOUR, SHOP, ZONE);
  expect(found && formatInstant(found)).toBe(to);
});

test('where nothing is open there is no time to count', () => {
  const shut = workingTimeOf([['monday'], ['09:00:00'], ['10:00:00'], ['2026-01-01'], ['2045-12-31']]);
  const none = workingTimeOf([[], [], []]);
  const from = readInstant('2026-11-21T12:00:00Z');
  expect([shut, none].map((time) => addWorkingTime(from, HOUR, time, ZONE))).toEqual([null, null]);
  expect([shut, none].map((time) => workingTimeBetween(from, readInstant('2026-12-21T12:00:00Z'), time, ZONE))).toEqual(
    [0n, 0n],
  );
  expect(workingTimeBetween(from, readInstant('2036-12-01T12:00:00Z'), SHOP, ZONE)).toBeNull();
});

test.each([
  ['2026-11-23T08:00:00Z', '2026-11-23T16:00:00Z', 7],
  ['2026-11-23T16:00:00Z', '2026-11-23T08:00:00Z', -7],
  ['2026-10-24T00:00:00Z', '2026-10-25T12:00:00Z', 9],
  ['2026-03-28T00:00:00Z', '2026-03-29T12:00:00Z', 7],
  ['2026-12-24T00:00:00Z', '2027-01-03T12:00:00Z', 8 + 7 + 14 + 8 + 8],
] as const)('working time from %s to %s is %i hours', (from, to, hours) => {
  expect(workingTimeBetween(readInstant(from), readInstant(to), SHOP, ZONE)).toBe(BigInt(hours * HOUR));
});

test('hours that overlap count once', () => {
  const twice = workingTimeOf([
    ['monday', 'monday', 'monday'],
    ['09:00:00', '10:00:00', '09:30:00'],
    ['12:00:00', '11:00:00', '13:00:00'],
  ]);
  const from = readInstant('2026-11-23T00:00:00Z');
  expect(workingTimeBetween(from, readInstant('2026-11-24T00:00:00Z'), twice, ZONE)).toBe(BigInt(4 * HOUR));
});

test.each([
  ['2026-11-20', '2026-11-23', 2],
  ['2026-11-23', '2026-11-20', -2],
  ['2026-12-24', '2027-01-04', 5],
  ['2028-02-28', '2028-03-01', 1],
  ['2026-11-21', '2026-11-21', 0],
] as const)('the working days from %s to %s are %i', (from, to, days) => {
  expect(workingDaysBetween(from, to, SHOP)).toBe(days);
});

test('so many working days lead from a day to a working day as lie between them', () => {
  for (const from of ['2026-12-20', '2026-12-24', '2027-01-03', '2028-02-29'])
    for (const count of [-40, -9, -1, 1, 2, 7, 40]) {
      const to = addWorkingDays(from, count, SHOP);
      expect([from, count, to && workingDaysBetween(from, to, SHOP)]).toEqual([from, count, count]);
    }
});
