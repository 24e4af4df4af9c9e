import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../format/zone.ts';
import { daysFrom, scaleOf, ZOOMS } from './scale.ts';

const day = fc.integer({ min: -20_000, max: 20_000 }).map((days) => addDays('2026-11-26', days));

describe('the scale around a day', () => {
  test.each(ZOOMS)('by %s: has the day, and its units and what is above them fill it', (zoom) => {
    fc.assert(
      fc.property(day, fc.constantFrom(0, 1, 6), (at, firstDayOfWeek) => {
        const scale = scaleOf(zoom, at, firstDayOfWeek);
        expect(scale.first <= at && at <= scale.last).toBe(true);
        expect(daysFrom(scale.first, scale.last) + 1).toBe(scale.length);
        for (const stretches of [scale.units, scale.above]) {
          let end = 0;
          for (const { from, hour = 0, start, length } of stretches) {
            expect(start).toBeCloseTo(end, 9);
            expect(start).toBe(daysFrom(scale.first, from) + hour / 24);
            end = start + length;
          }
          expect(end).toBeCloseTo(scale.length, 9);
        }
      }),
    );
  });

  test.each(ZOOMS)('by %s: the scales before and after it meet it', (zoom) => {
    fc.assert(
      fc.property(day, (at) => {
        const { before, after, first, last } = scaleOf(zoom, at, 1);
        const [former, next] = [scaleOf(zoom, before, 1), scaleOf(zoom, after, 1)];
        expect(former.first < first && former.last >= addDays(first, -1)).toBe(true);
        expect(next.last > last && next.first <= addDays(last, 1)).toBe(true);
      }),
    );
  });

  test('its weeks begin as the region’s do, and its months on the first', () => {
    expect(scaleOf('weeks', '2026-11-26', 1).units[4]?.from).toBe('2026-11-23');
    expect(scaleOf('weeks', '2026-11-26', 0).units[4]?.from).toBe('2026-11-22');
    expect(scaleOf('months', '2026-11-26', 1).units.slice(0, 2)).toEqual([
      { from: '2026-08-01', start: 0, length: 31 },
      { from: '2026-09-01', start: 31, length: 30 },
    ]);
  });
});
