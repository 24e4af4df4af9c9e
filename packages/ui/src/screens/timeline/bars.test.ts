import type { RecordView } from '@nonet/client';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Entry, Source } from '../calendar/entries.ts';
import { barOf, extentOf, isTooShort, packed } from './bars.ts';

const entry = (from: string, to: string, at: string | null = null, until: string | null = null): Entry => ({
  source: {} as Source,
  record: { id: `${from} ${to}` } as RecordView,
  from,
  to,
  at,
  until,
});
const scale = { first: '2026-11-01' };

describe('a bar', () => {
  test.each([
    ['of dates ends with its last day', entry('2026-11-03', '2026-11-05'), { start: 2, end: 5 }],
    ['of one date is a day', entry('2026-11-01', '2026-11-01'), { start: 0, end: 1 }],
    [
      'of instants is from minute to minute',
      entry('2026-11-02', '2026-11-02', '06:00', '18:00'),
      { start: 1.25, end: 1.75 },
    ],
    ['begins before the scale', entry('2026-10-30', '2026-11-02'), { start: -2, end: 2 }],
    ['that ends before it begins has no length', entry('2026-11-05', '2026-11-02'), { start: 4, end: 4 }],
  ])('%s', (_, of, bar) => {
    expect(barOf(of, scale)).toMatchObject(bar);
  });

  test('is drawn within the scale, and never too narrow to be seen', () => {
    expect(extentOf(barOf(entry('2026-10-01', '2026-12-31'), scale), 10, 30)).toEqual({ left: 0, width: 300 });
    expect(extentOf(barOf(entry('2026-11-02', '2026-11-02', '06:00', '06:00'), scale), 10, 30).width).toBe(6);
  });
});

test('no two bars of a lane overlap, nor their texts, and every bar has a lane', () => {
  const any = fc
    .tuple(fc.integer({ min: 1, max: 28 }), fc.nat(12), fc.nat(60))
    .map(([first, length, letters]) => ({ first, length, text: 'x'.repeat(letters) }));
  fc.assert(
    fc.property(fc.array(any, { maxLength: 12 }), fc.constantFrom(2.5, 8, 30), (all, width) => {
      const texts = new Map<Entry, string>();
      const bars = all.map(({ first, length, text }) => {
        const two = (day: number) => `2026-11-${String(Math.min(day, 30)).padStart(2, '0')}`;
        const one = entry(two(first), two(first + length));
        texts.set(one, text);
        return barOf(one, scale);
      });
      const textOf = (bar: (typeof bars)[number]) => texts.get(bar.entry) ?? '';
      const lanes = packed(bars, width, 30, textOf);
      expect(lanes.flat()).toHaveLength(bars.length);
      for (const lane of lanes)
        for (const [place, bar] of lane.slice(1).entries()) {
          const former = lane[place] ?? bar;
          const extent = extentOf(former, width, 30);
          const text = isTooShort(former, width, 30, textOf(former)) ? Math.min(textOf(former).length * 6.2, 240) : 0;
          expect(extentOf(bar, width, 30).left).toBeGreaterThanOrEqual(extent.left + extent.width + text);
        }
    }),
  );
});
