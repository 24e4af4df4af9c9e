import { expect, test } from 'vitest';
import { Dice } from './document/dice.ts';
import { documentOf } from './document/document.ts';
import { laterDocument } from './document/later.ts';
import { validDocument } from './document/valid.ts';
import { WORDS, wordsIn } from './vocabulary.ts';

const DOCUMENTS = 1000;
/** These together used every word when they were chosen, and are read first. A changed generator makes other documents. */
const CHOSEN = [
  281, 11, 271, 194, 208, 204, 64, 125, 176, 196, 39, 110, 134, 185, 38, 144, 373, 52, 122, 247, 34, 41, 43, 83, 190,
  371,
];
const LATER = 60;

/** Words that no generated document has to use, each with its reason. */
const EXEMPT: Readonly<Record<string, string>> = {
  'expression: given call': 'A generated document is one file, and what gives a term stands in another.',
  'error: FUNCTION_FAILED': 'Only such a function fails so.',
  'screen: given': 'A generated document is one file, and the page of such a screen stands in another.',
  'part: reads': 'Only such a screen has it.',
  'part: does': 'Only such a screen has it.',
  'rule: widget': 'Its page stands in another file, too.',
  'type: id': 'It is the type of `id`, which is never stated.',
};

/** The lists whose words stand in a document as they are: one without them needs no reading, which costs the most. */
const SPELLED = new Set(['function', 'rule', 'product constant', 'call action']);

/** How rare words that are spelled otherwise look. */
const LOOKS: Readonly<Record<string, RegExp>> = { 'property: names': / by \w+ \|$/m };

function mightUse(text: string, missing: readonly string[]): boolean {
  return missing.some((each) => {
    const [list = '', word = ''] = each.split(': ');
    return LOOKS[each]?.test(text) ?? (!SPELLED.has(list) || text.includes(word));
  });
}

/** Words about a former version. */
const OF_CHANGE = new Set(['rule: back', 'rule: from', 'rule: was']);

test('generated documents use every word of the vocabulary', () => {
  const used = new Set<string>();
  let missing = WORDS.filter((word) => !Object.hasOwn(EXEMPT, word));
  for (const seed of [...CHOSEN, ...Array.from({ length: DOCUMENTS }, (_, at) => at + 1)]) {
    if (missing.every((word) => OF_CHANGE.has(word))) break;
    const text = documentOf(seed);
    const sought = missing.filter((word) => !OF_CHANGE.has(word));
    for (const word of mightUse(text, sought) ? wordsIn(text) : []) used.add(word);
    missing = missing.filter((word) => !used.has(word));
  }
  // Words about a former version are in later documents.
  for (let seed = 1; seed <= LATER && missing.length > 0; seed++) {
    const later = laterDocument(validDocument(seed).text, new Dice(seed));
    for (const word of later === null ? [] : wordsIn(later.text)) used.add(word);
    missing = missing.filter((word) => !used.has(word));
  }
  expect(missing, 'the generator (testing/src/products/document) never uses these').toEqual([]);
  expect(Object.keys(EXEMPT).filter((word) => used.has(word) || !WORDS.includes(word))).toEqual([]);
});
