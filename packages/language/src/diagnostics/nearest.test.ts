import { expect, test } from 'vitest';
import { editDistance, nearest } from './nearest.ts';

test.each([
  ['purpse', 'purpose'],
  ['Purpose', 'purpose'],
  ['submited_at', 'submitted_at'],
  ['submittedAt', 'submitted_at'],
  ['sttaus', 'status'],
  ['form', 'from'],
  ['x', null],
  ['invoice', null],
])('nearest to %s is %s', (name, expected) => {
  expect(nearest(name, ['purpose', 'status', 'submitted_at', 'from', 'to'])).toBe(expected);
});

test('the first of several equally near names wins', () => {
  expect(nearest('cat', ['bat', 'hat'])).toBe('bat');
});

test.each([
  ['', 'abc', 3],
  ['kitten', 'sitting', 3],
  ['ab', 'ba', 1],
  ['same', 'same', 0],
])('the distance of %s and %s is %i', (left, right, expected) => {
  expect(editDistance(left, right)).toBe(expected);
  expect(editDistance(right, left)).toBe(expected);
});
