import { expect, test } from 'vitest';
import { withEmptySteps } from './steps.ts';

type Keys = readonly (string | number | null)[];
const filled = (step: 'month' | 'day' | 'one' | null, keys: Keys, additive = true) =>
  withEmptySteps({ step, additive, groups: keys.map((key) => ({ key, label: String(key), value: 5 })) });

test.each<[string, 'month' | 'day' | 'one' | null, Keys, Keys]>([
  ['months', 'month', ['2025-11-01', '2026-02-01'], ['2025-11-01', '2025-12-01', '2026-01-01', '2026-02-01']],
  [
    'days over the end of a leap February',
    'day',
    ['2024-02-28', '2024-03-01'],
    ['2024-02-28', '2024-02-29', '2024-03-01'],
  ],
  ['days over a change of the clocks', 'day', ['2026-03-28', '2026-03-30'], ['2026-03-28', '2026-03-29', '2026-03-30']],
  ['whole numbers', 'one', [-1, 2], [-1, 0, 1, 2]],
  ['what is not stated stays last', 'one', [1, 3, null], [1, 2, 3, null]],
  ['no order', null, ['a', 'c'], ['a', 'c']],
  ['nothing', 'day', [], []],
  ['nothing stated', 'day', [null], [null]],
  ['too far apart', 'day', ['0001-01-01', '2026-01-01'], ['0001-01-01', '2026-01-01']],
])('%s', (_, step, keys, expected) => {
  expect(filled(step, keys).map(({ key }) => key)).toEqual(expected);
});

test.each([
  ['a count of nothing is zero', true, 0],
  ['there is no average of nothing', false, null],
] as const)('%s', (_, additive, value) => {
  expect(filled('one', [1, 3], additive)[1]).toMatchObject({ key: 2, value, isEmpty: true });
});
