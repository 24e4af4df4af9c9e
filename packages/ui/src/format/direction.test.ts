import { expect, test } from 'vitest';
import { directionOf } from './direction.ts';

test.each([
  ['ar', 'rtl'],
  ['ar-EG', 'rtl'],
  ['he-IL', 'rtl'],
  ['fa', 'rtl'],
  ['en', 'ltr'],
  ['nl-BE', 'ltr'],
  ['uz', 'ltr'],
  ['uz-Arab', 'rtl'],
  ['ar-Latn', 'ltr'],
  ['en-US@posix', 'ltr'],
  ['C', 'ltr'],
  ['', 'ltr'],
])('%s runs %s', (locale, direction) => {
  expect(directionOf(locale)).toBe(direction);
});
