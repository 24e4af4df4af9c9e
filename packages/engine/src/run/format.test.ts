import type { Settings } from '@nonet/language';
import { expect, test } from 'vitest';
import { formatValue } from './format.ts';

const settings = { locale: 'nl', timeZone: 'UTC', currency: null } as Settings;

test.each([
  [1974, '1974'],
  [12345, '12.345'],
  [-2500, '-2500'],
])('the whole number %s is grouped only where it is no year', (number, words) => {
  expect(formatValue(number, { kind: 'integer', nullable: false }, settings)).toBe(words);
});

test.each([
  ['en', '1WD', '1 working day'],
  ['en', '5WD', '5 working days'],
  ['nl', '5WD', '5 werkdagen'],
  ['nl', 'P1M', '1 maand'],
])('a duration is written in the words of its language (%s %s)', (locale, value, words) => {
  expect(formatValue(value, { kind: 'duration', nullable: false }, { ...settings, locale })).toBe(words);
});
