import { format } from '@nonet/language';
import { expect, test } from 'vitest';
import { checked, documentsIn } from './fixtures/corpus/documents.ts';

/** The whole products of the gallery: documents that an organisation could begin with. */
const PRODUCTS = documentsIn('examples/products');

test.each(PRODUCTS.map(({ name, text }) => [name, text]))(
  '%s has neither errors, warnings, gaps nor hints, and its standard form',
  (_, text) => {
    const { plan, diagnostics } = checked(text);
    // Who begins with it reads the disclosures with their own eyes.
    const reported = diagnostics.filter(({ severity }) => severity !== 'disclosure');
    expect(reported.map(({ code, message }) => [code, message])).toEqual([]);
    expect(plan).not.toBeNull();
    expect(format(text)).toBe(text);
  },
);

test.each(PRODUCTS.map(({ name, text }) => [name, text]))('%s has all that a product of its kind has', (_, text) => {
  const { plan } = checked(text);
  const kinds = new Set(plan?.screens.map(({ kind }) => kind));
  expect([...kinds]).toEqual(expect.arrayContaining(['list', 'record', 'dashboard']));
  expect(plan?.states.length).toBeGreaterThan(0);
  expect(plan?.papers.length).toBeGreaterThan(0);
  // Mails and notices are calls.
  expect(plan?.calls.length).toBeGreaterThan(0);
});
