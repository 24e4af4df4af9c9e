import fc from 'fast-check';
import { readDecimal, separatorsOf } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { shiftPoint, writeDecimal } from './decimal.ts';

describe('typed text becomes an exact decimal', () => {
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
    ['en', '1e3', '1e3'],
    ['en', '1.234,56', '1234.56'],
    ['en', '1.234.567', '1234567'],
    ['nl', '1,234.56', '1234.56'],
    ['nl', '-1.234.567,5', '-1234567.5'],
    ['nl', '1.23.456', '1.23.456'],
    ['en', '1,23', '1,23'],
    ['en', '\u22121,234.50', '-1234.50'],
    ['en', '+5', '5'],
    ['en', '.5', '0.5'],
    ['nl', '5,', '5'],
    ['nl', '-', '-'],
    ['de-CH', '1’234.50', '1234.50'],
    ['en', '', ''],
    ['en', '12345678901234567890.12', '12345678901234567890.12'],
  ])('%s: %s → %s', (locale, typed, expected) => {
    expect(readDecimal(typed, separatorsOf(locale))).toBe(expected);
  });

  test.each([
    ['nl', '1.234', { places: 2 }, '1234'],
    ['nl', '1.234', { places: 3 }, '1.234'],
    ['nl', '1.5', { places: 0 }, '1.5'],
    ['nl', '€ 1.234,56', { units: ['EUR', '€'] }, '1234.56'],
    ['en', '12.50 EUR', { units: ['EUR', '€'] }, '12.50'],
    ['en', '$5', { units: ['EUR', '€'] }, '$5'],
    ['nl', '21 %', { units: ['%'] }, '21'],
  ])('%s: %s with %j → %s', (locale, typed, reading, expected) => {
    expect(readDecimal(typed, separatorsOf(locale), reading)).toBe(expected);
  });

  test('the format of a list can be pasted', () => {
    const cents = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n }).map((whole) => shiftPoint(String(whole), -2));
    fc.assert(
      fc.property(cents, fc.constantFrom('en', 'nl', 'fr', 'de', 'de-CH', 'es'), (decimal, locale) => {
        const shown = new Intl.NumberFormat(locale, { minimumFractionDigits: 2 }).format(
          decimal as Intl.StringNumericLiteral,
        );
        const read = readDecimal(shown, separatorsOf(locale), { places: 2 });
        expect(shiftPoint(read, 2)).toBe(shiftPoint(decimal, 2));
      }),
    );
  });

  test('a value that is written to an input is read back unchanged', () => {
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

  test('a round trip loses nothing', () => {
    fc.assert(
      fc.property(fc.bigInt(), fc.nat(6), (whole, places) => {
        expect(shiftPoint(shiftPoint(String(whole), -places), places)).toBe(String(whole));
      }),
    );
  });
});
