import type { Settings } from '@nonet/language';
import { expect, test } from 'vitest';
import { formatSize, formatValue } from './format.ts';

const settings = { locale: 'nl', timeZone: 'UTC', currency: null } as Settings;

test.each([
  [1974, '1974'],
  [12345, '12.345'],
  [-2500, '-2500'],
])('the whole number %s is grouped only where it is no year', (number, words) => {
  expect(formatValue(number, { kind: 'integer', nullable: false }, settings)).toBe(words);
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [1024, '1 kB'],
  [1_000_000, '1 MB'],
  [1_500_000, '1.5 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [2_000_000_000, '2 GB'],
])('%s bytes are written in the largest unit that they fill', (bytes, words) => {
  expect(formatSize(bytes, 'en')).toBe(words);
});
