import { expect, test } from 'vitest';
import { limitWords, type Measure } from './limit-words.ts';

const LENGTH: Measure = { verb: 'is', unit: 'character' };

test.each<[measure: Measure, side: 'least' | 'most', is: string | null, was: string | null, words: string]>([
  [LENGTH, 'least', '1', null, 'is at least 1 character long, formerly without such a limit'],
  [LENGTH, 'most', '20', '10', 'is at most 20 characters long, formerly 10'],
  [{ verb: 'is', unit: '' }, 'most', '5 (`MOST`)', '9', 'is at most 5 (`MOST`), formerly 9'],
  [{ verb: 'holds', unit: 'record' }, 'least', null, '1', 'has no lower limit any more, formerly 1 record'],
])('the words of a limit: %o, at %s %s, formerly %s', (measure, side, is, was, words) => {
  expect(limitWords(measure, side, is, was)).toBe(words);
});
