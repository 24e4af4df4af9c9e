import fc from 'fast-check';
import { datePatternOf, readDate } from '@nonet/language';
import { expect, test } from 'vitest';
import { patternText, writeDate } from './typed-date.ts';

const LETTERS = { day: 'd', month: 'm', year: 'y' };

test.each([
  ['en-GB', 'dd/mm/yyyy'],
  ['en-US', 'mm/dd/yyyy'],
  ['en-001', 'dd/mm/yyyy'],
  ['nl-NL', 'dd-mm-yyyy'],
  ['de-DE', 'dd.mm.yyyy'],
  ['sv-SE', 'yyyy-mm-dd'],
  ['ar-EG', 'dd/mm/yyyy'],
])('in %s dates are typed as %s', (locale, text) => {
  expect(patternText(datePatternOf(locale), LETTERS)).toBe(text);
});

test.each([
  ['en-GB', '21/11/2026', '2026-11-21'],
  ['en-GB', '1/2/2026', '2026-02-01'],
  ['en-US', '2/1/2026', '2026-02-01'],
  ['en-GB', '21.11.2026', '2026-11-21'],
  ['en-GB', '21 11 2026', '2026-11-21'],
  ['en-GB', '21112026', '2026-11-21'],
  ['en-US', '11212026', '2026-11-21'],
  ['en-GB', '2026-11-21', '2026-11-21'],
  ['nl-NL', ' 21-11-2026 ', '2026-11-21'],
  // Not a date, or an incomplete one.
  ['en-GB', '31/2/2026', '31/2/2026'],
  ['en-GB', '11/21/2026', '11/21/2026'],
  ['en-GB', '21/11', '21/11'],
  ['en-GB', '21/11/26', '21/11/26'],
  ['en-GB', 'tomorrow', 'tomorrow'],
  ['en-GB', '', ''],
])('in %s “%s” is read as “%s”', (locale, typed, read) => {
  expect(readDate(typed, datePatternOf(locale), false)).toBe(read);
});

test('two digits are a year once the input ends', () => {
  expect(readDate('21/11/26', datePatternOf('en-GB'), true)).toBe('2026-11-21');
  expect(readDate('211126', datePatternOf('en-GB'), true)).toBe('2026-11-21');
});

test('a written date is read back, in every locale', () => {
  const dates = fc
    .date({ min: new Date('1900-01-01'), max: new Date('2200-01-01'), noInvalidDate: true })
    .map((date) => date.toISOString().slice(0, 10));
  const locales = fc.constantFrom('en-GB', 'en-US', 'nl-NL', 'de-DE', 'sv-SE', 'ja-JP', 'ko-KR', 'fa-IR', 'th-TH');
  fc.assert(
    fc.property(dates, locales, (date, locale) => {
      const pattern = datePatternOf(locale);
      expect(readDate(writeDate(date, pattern), pattern, false)).toBe(date);
    }),
  );
});
