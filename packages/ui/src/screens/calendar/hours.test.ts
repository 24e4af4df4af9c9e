import type { RecordView } from '@nonet/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry, Source } from './entries.ts';
import { minutesOf, timedOn, timeOf } from './hours.ts';

const entry = (from: string, at: string, to: string, until: string): Entry => ({
  source: {} as Source,
  record: { id: `${from} ${at} ${to} ${until}` } as RecordView,
  from,
  to,
  at,
  until,
});
const DAY = '2026-11-26';

describe('an entry on a day with hours', () => {
  test.each([
    ['from its time to its end', entry(DAY, '09:30', DAY, '11:00'), [570, 660]],
    ['to midnight, if it goes on', entry(DAY, '22:00', '2026-11-27', '02:00'), [1320, 1440]],
    ['from midnight, if it began before', entry('2026-11-25', '22:00', DAY, '02:00'), [0, 120]],
    ['the whole day, if it is longer', entry('2026-11-20', '22:00', '2026-11-30', '02:00'), [0, 1440]],
    ['long enough to be seen', entry(DAY, '09:30', DAY, '09:30'), [570, 595]],
    ['within the day', entry(DAY, '23:50', DAY, '23:55'), [1415, 1440]],
    ['at its beginning, if it ends before that', entry(DAY, '09:30', '2026-11-20', '09:00'), [570, 595]],
  ])('is %s', (_, one, span) => {
    expect(timedOn([one], DAY).map(({ start, end }) => [start, end])).toEqual([span]);
  });

  test.each([
    ['ends as the day begins', entry('2026-11-25', '22:00', DAY, '00:00')],
    ['is on another day', entry('2026-11-25', '22:00', '2026-11-25', '23:00')],
    ['has no time', { ...entry(DAY, '09:30', DAY, '10:00'), at: null, until: null }],
  ])('is not there if it %s', (_, one) => {
    expect(timedOn([one], DAY)).toEqual([]);
  });
});

test('no two entries lie over each other, and each is there', () => {
  const any = fc
    .tuple(fc.nat(1400), fc.nat(600))
    .map(([start, length]) => entry(DAY, timeOf(start), DAY, timeOf(Math.min(start + length, 1439))));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), (entries) => {
      const timed = timedOn(entries, DAY);
      expect(timed).toHaveLength(entries.length);
      for (const one of timed) {
        expect(one.place).toBeLessThan(one.beside);
        for (const other of timed) {
          if (one === other || one.start >= other.end || other.start >= one.end) continue;
          expect(one.beside).toBe(other.beside);
          expect(one.place).not.toBe(other.place);
        }
      }
    }),
  );
});

test('a time is so many minutes', () => {
  fc.assert(
    fc.property(fc.nat(1439), (minutes) => {
      expect(minutesOf(timeOf(minutes))).toBe(minutes);
    }),
  );
});
