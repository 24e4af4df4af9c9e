import { expect, test } from 'vitest';
import { withArticle } from './article.ts';

test.each([
  ['Loan', 'a Loan'],
  ['Inspection', 'an Inspection'],
  ['Umbrella', 'an Umbrella'],
  ['User', 'a User'],
  ['Unit', 'a Unit'],
])('%s is %s', (name, expected) => {
  expect(withArticle(name)).toBe(expected);
});
