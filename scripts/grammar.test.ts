import { readdirSync, readFileSync } from 'node:fs';
import { checkDocument } from '@nonet/language';
import { expect, test } from 'vitest';
import { EXAMPLE, grammar, llmsTxt, PAGES } from './grammar.ts';

const docs = new URL('../docs/', import.meta.url);
const read = (file: string) => readFileSync(new URL(file, docs), 'utf8');

test.each([
  ['language/grammar.md', grammar],
  ['llms.txt', () => llmsTxt(PAGES)],
])('%s is that of the vocabulary and the pages: otherwise run `node scripts/grammar.ts`', (file, generate) => {
  expect(read(file)).toBe(generate());
});

test('the page of the whole language costs a reader at most 4,000 tokens', () => {
  // A token of such a text has four characters or so, and never fewer than three on average.
  expect(grammar().length / 3).toBeLessThan(4000);
});

test('its example has no error and no gap', () => {
  const { diagnostics } = checkDocument({ path: 'example.md', text: EXAMPLE }, () => ({ kind: 'missing' }));
  expect(diagnostics.filter(({ severity }) => severity !== 'hint')).toEqual([]);
});

test('each page of the reference is in the index', () => {
  const pages = readdirSync(new URL('language/', docs)).map((name) => `language/${name}`);
  expect(PAGES.filter((page) => page.startsWith('language/')).toSorted()).toEqual(pages.toSorted());
});
