import { expect, test } from 'vitest';
import type { Running } from '../product.ts';
import { askedLocale } from './language.ts';

test.each<[own: string, others: string[], header: string | undefined, locale: string]>([
  ['en', [], undefined, 'en'],
  ['nl', [], undefined, 'nl'],
  ['en', [], 'nl', 'nl'],
  ['en', [], 'nl-BE, en;q=0.8', 'nl-BE'],
  ['en', [], 'en, nl;q=0.8', 'en-001'],
  ['nl', [], 'en-GB', 'en-GB'],
  ['nl', [], '*', 'nl'],
  // Neither the document nor the product has Swedish words, so its own are used, with the formats of Sweden.
  ['nl', [], 'sv-SE', 'nl-SE'],
  ['nl', [], 'fr-FR', 'fr-FR'],
  ['en', ['fr'], 'fr-CA, nl', 'fr-CA'],
  ['en', ['fr'], 'sv, fr;q=0.5', 'fr'],
])('a product in %s (and %j) asked in %s speaks %s', (ownLanguage, languages, header, locale) => {
  expect(askedLocale({ ownLanguage, languages } as unknown as Running, header)).toBe(locale);
});

test.each([
  [undefined, 'en'],
  ['nl-NL', 'nl-NL'],
])('without a product, %s is answered in %s', (header, locale) => {
  expect(askedLocale(null, header)).toBe(locale);
});
