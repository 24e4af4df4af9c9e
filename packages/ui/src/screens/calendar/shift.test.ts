import { describe, expect, test } from 'vitest';
import { shifted } from './shift.ts';

const ZONE = 'Europe/Amsterdam';

describe('a record moved by days', () => {
  test.each([
    ['a date', { from: 'on', to: null, instant: false }, { on: '2026-11-21' }, 2, { on: '2026-11-23' }],
    [
      'its end goes with its beginning',
      { from: 'a', to: 'b', instant: false },
      { a: '2026-11-30', b: '2026-12-01' },
      -1,
      { a: '2026-11-29', b: '2026-11-30' },
    ],
    [
      'what has no end keeps none',
      { from: 'a', to: 'b', instant: false },
      { a: '2026-11-30', b: null },
      1,
      { a: '2026-12-01' },
    ],
    [
      'an instant keeps its time of day where the clocks change',
      { from: 'at', to: null, instant: true },
      { at: '2026-10-24T07:30:00.000Z' },
      1,
      { at: '2026-10-25T08:30:00.000Z' },
    ],
  ])('%s', (_, source, record, days, changes) => {
    expect(shifted(source, record, { days }, ZONE)).toEqual(changes);
  });

  test.each([
    ['from', { a: '2026-12-02' }],
    ['to', { b: '2026-12-03' }],
  ] as const)('its %s alone', (edge, changes) => {
    const record = { a: '2026-11-30', b: '2026-12-01' };
    expect(shifted({ from: 'a', to: 'b', instant: false }, record, { days: 2 }, ZONE, edge)).toEqual(changes);
  });

  test('by minutes, over midnight', () => {
    const record = { a: '2026-11-30T21:30:00.000Z', b: '2026-11-30T22:45:00.000Z' };
    expect(shifted({ from: 'a', to: 'b', instant: true }, record, { days: 1, minutes: 30 }, ZONE)).toEqual({
      a: '2026-12-01T22:00:00.000Z',
      b: '2026-12-01T23:15:00.000Z',
    });
  });
});
