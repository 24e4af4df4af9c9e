import { expect, test } from 'vitest';
import { documentOf } from './document/document.ts';
import { WORDS, wordsIn } from './vocabulary.ts';

const DOCUMENTS = 300;

/** Words that no generated document has to use, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'type: id': 'It is the type of `id`, which is never stated.',
  'rule: from':
    'A conversion concerns a document and its former version: `engine/src/migrate/conversions.test.ts` carries them out.',
  'rule: was': 'A rename concerns a document and its former version: `engine/src/fixtures/renamed.ts` makes those.',
};

test('generated documents use every word of the vocabulary', () => {
  const used = new Set<string>();
  let missing = WORDS.filter((word) => !Object.hasOwn(EXEMPT, word));
  for (let seed = 1; seed <= DOCUMENTS && missing.length > 0; seed++) {
    for (const word of wordsIn(documentOf(seed))) used.add(word);
    missing = missing.filter((word) => !used.has(word));
  }
  expect(missing, 'the generator (testing/src/products/document) never uses these').toEqual([]);
  expect(Object.keys(EXEMPT).filter((word) => used.has(word) || !WORDS.includes(word))).toEqual([]);
});
