import { expect, test } from 'vitest';
import { readersLocale } from './readers-locale.ts';

test.each([
  ['en', ['en-GB', 'en'], 'en-GB'],
  ['en', ['en-US'], 'en-US'],
  ['en', ['nl-NL', 'nl'], 'en-NL'],
  ['en', ['nl', 'en'], 'en-001'],
  ['en', [], 'en-001'],
  ['en-GB', ['nl'], 'en-GB'],
  ['nl', ['en-US', 'nl-BE'], 'nl-BE'],
  ['nl', ['en'], 'nl'],
  ['pt-BR', ['pt-PT'], 'pt-PT'],
  ['en', ['not_a_locale_', 'de-AT'], 'en-AT'],
  // The digits and the calendar are those in which values are entered.
  ['ar', ['ar-EG'], 'ar-EG-u-ca-gregory-nu-latn'],
  ['fa', [], 'fa-u-ca-gregory-nu-latn'],
  ['ar', ['ar-AE'], 'ar-AE'],
])('words in %s, a reader of %j: %s', (language, readers, locale) => {
  expect(readersLocale(language, readers)).toBe(locale);
});

test('nobody gets the dates of another country by accident', () => {
  const date = (readers: readonly string[]) =>
    new Intl.DateTimeFormat(readersLocale('en', readers), { dateStyle: 'medium', timeZone: 'UTC' }).format(
      new Date('2026-11-21'),
    );
  expect([date([]), date(['nl-NL']), date(['en-US'])]).toEqual(['21 Nov 2026', '21 Nov 2026', 'Nov 21, 2026']);
});
