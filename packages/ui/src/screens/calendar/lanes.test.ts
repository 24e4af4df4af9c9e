import fc from 'fast-check';
import { expect, test } from 'vitest';
import { addDays } from '../../format/zone.ts';
import { lanesOf } from './lanes.ts';

const WEEK = Array.from({ length: 7 }, (_, day) => addDays('2026-11-16', day));

test('every entry that touches the week has a lane, and no two of a lane overlap', () => {
  const entry = fc.tuple(fc.integer({ min: -10, max: 16 }), fc.nat(9)).map(([start, length]) => ({
    from: addDays('2026-11-16', start),
    to: addDays('2026-11-16', start + length),
  }));
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 12 }), (unsorted) => {
      const entries = unsorted.toSorted((one, other) => one.from.localeCompare(other.from));
      const lanes = lanesOf(entries, WEEK);
      const touching = entries.filter(({ from, to }) => to >= '2026-11-16' && from <= '2026-11-22');
      expect(lanes.flat()).toHaveLength(touching.length);
      for (const lane of lanes) {
        lane.slice(1).forEach((each, index) => expect(each.from > (lane[index]?.to ?? '')).toBe(true));
      }
    }),
  );
});
