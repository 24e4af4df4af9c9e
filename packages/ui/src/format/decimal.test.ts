import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { readDecimal, separatorsOf, shiftPoint, writeDecimal } from './decimal.ts';

describe('what a person types becomes an exact decimal', () => {
  test.each([
    ['en', '12.50', '12.50'],
    ['en', '1,234.50', '1234.50'],
    ['en', '12,50', '12,50'],
    ['nl', '12,50', '12.50'],
    ['nl', '1.234,50', '1234.50'],
    ['nl', '12.50', '12.50'],
    ['nl', '1.234', '1.234'],
    ['fr', '1 234,50', '1234.50'],
    ['en', '-0.001', '-0.001'],
    ['en', 'twelve', 'twelve'],
    ['en', '12345678901234567890.12', '12345678901234567890.12'],
  ])('%s: %s → %s', (locale, typed, expected) => {
    expect(readDecimal(typed, separatorsOf(locale))).toBe(expected);
  });

  test('what is written in an input is read back as it was', () => {
    const decimals = fc.tuple(fc.bigInt(), fc.stringMatching(/^\d{1,9}$/)).map(([whole, part]) => `${whole}.${part}`);
    fc.assert(
      fc.property(decimals, fc.constantFrom('en', 'nl', 'fr', 'de'), (decimal, locale) => {
        const separators = separatorsOf(locale);
        expect(readDecimal(writeDecimal(decimal, separators), separators)).toBe(decimal);
      }),
    );
  });
});

describe('moving the point', () => {
  test.each([
    ['0.21', 2, '21'],
    ['21', -2, '0.21'],
    ['12.5', -2, '0.125'],
    ['-0.005', 2, '-0.5'],
    ['100', -2, '1'],
    ['0', 2, '0'],
    ['x', 2, 'x'],
  ])('%s by %i is %s', (decimal, places, expected) => {
    expect(shiftPoint(decimal, places)).toBe(expected);
  });

  test('there and back loses nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(6), (whole, places) => {
        expect(shiftPoint(shiftPoint(String(whole), -places), places)).toBe(String(whole));
      }),
    );
  });
});
