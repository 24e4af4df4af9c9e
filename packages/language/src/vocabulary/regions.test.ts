import { expect, test } from 'vitest';
import { isRegion, regions } from './regions.ts';

test.each([
  ['CH', true],
  ['GB', true],
  ['ch', false],
  ['UK', false],
  ['DD', false],
  ['EU', false],
  ['QQ', false],
  ['001', false],
  ['Switzerland', false],
])('%s is a region: %s', (text, is) => {
  expect(isRegion(text)).toBe(is);
});

test('all regions are offered once', () => {
  const all = regions();
  expect(all.length).toBeGreaterThan(240);
  expect(new Set(all).size).toBe(all.length);
  expect(all).toEqual(expect.arrayContaining(['AD', 'NL', 'ZW']));
});
