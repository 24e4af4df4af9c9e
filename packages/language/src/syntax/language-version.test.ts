import { expect, test } from 'vitest';
import { statedVersion, upgraded } from './language-version.ts';
import { parse, type Parsed } from './parse.ts';

const parsed = (text: string): Parsed => parse({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
const REST = '\n\n## 1. What the product does and for whom\n\nnone\n';

test.each<[string, number | null, string[]]>([
  ['# A', null, []],
  ['# A\n\nNonet: 1', 1, []],
  ['# A\n\nWords.\nnonet:  1  \nMore words.', 1, []],
  ['# A\n\nNonet: 2', 2, ['N198: 2']],
  ['# A\n\nNonet: one', null, ['N198: one']],
  ['# A\n\nNonet: 0', null, ['N198: 0']],
  ['# A\n\nNonet:', null, ['N198: Nonet:']],
  ['# A\n\nNonet: 1\n\nNonet: 1', 1, ['N199: 1']],
  ['# A\n\nNonet is what this is written in.', null, []],
])('%j states version %s of the language', (head, stated, problems) => {
  const text = head + REST;
  const { tree, diagnostics } = parsed(text);
  expect(statedVersion(tree)).toBe(stated);
  const found = diagnostics.filter(({ code }) => code === 'N198' || code === 'N199');
  expect(found.map(({ code, span }) => `${code}: ${text.slice(span.start, span.end)}`)).toEqual(problems);
});

test.each([
  ['# A', '# A\n\nNonet: 1'],
  ['# A\n\nWords.', '# A\n\nNonet: 1\n\nWords.'],
  ['# A\n\nNonet: 1', '# A\n\nNonet: 1'],
  ['# A\n\nNonet: one', '# A\n\nNonet: 1'],
])('%j is upgraded by stating the version that is known', (head, upgradedHead) => {
  const text = head + REST;
  expect(upgraded(text, parsed(text).tree)).toBe(upgradedHead + REST);
  expect(upgraded(upgradedHead + REST, parsed(upgradedHead + REST).tree)).toBe(upgradedHead + REST);
});

test('a document without a title has no place for a version', () => {
  const text = REST.trimStart();
  expect(upgraded(text, parsed(text).tree)).toBeNull();
});
