import { expect, test } from 'vitest';
import { labellingOf } from './labels.ts';

const months = Array.from({ length: 12 }, (_, place) => `${place + 1}/2026`);

test.each([
  ['room for all', ['Travel', 'Meals', 'Other'], 400, 'flat', 1],
  ['room in two lines', ['Travel and stay', 'Meals', 'Office supplies'], 250, 'broken', 1],
  ['a word that is too long to be broken', ['Accommodations', 'Meals', 'Other'], 200, 'turned', 1],
  ['a year of months', months, 300, 'turned', 1],
  ['two years of them on a telephone', [...months, ...months], 240, 'turned', 2],
  ['before the width is known', months, 0, 'flat', 1],
  ['nothing', [], 300, 'flat', 1],
] as const)('%s', (_, labels, width, form, step) => {
  expect(labellingOf(labels, width)).toEqual({ form, step });
});
