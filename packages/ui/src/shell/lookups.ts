import type { EntityView, ListQuery } from '@nonet/client';

const MOST_OF_A_LOOKUP = 20;

/**
 * The queries that find records of an entity by a text, in the fields of their title: a number by all of the text or one
 * of its words, as they were typed or in capitals; another text by the longest word, if there is one without digits.
 */
export function lookupQueries({ lookups }: Pick<EntityView, 'lookups'>, typed: string): readonly ListQuery[] {
  const words = wordsOf(typed);
  const text = longestOf(words.filter((word) => !/\d/.test(word))) ?? longestOf(words);
  if (text === undefined) return [];
  const wholes = [typed, ...words.filter((word) => /\d/.test(word)).map(withoutMarks)];
  // A comma divides values.
  const values = new Set(wholes.flatMap((each) => (each.includes(',') ? [] : [each, each.toUpperCase()])));
  return lookups.flatMap(({ field, whole }) => {
    if (whole && values.size === 0) return [];
    const filters: Record<string, string> = whole
      ? { [`${field}.in`]: [...values].join(',') }
      : { [`${field}.contains`]: text };
    return [{ filters, limit: MOST_OF_A_LOOKUP, fields: ['id'] }];
  });
}

function longestOf(words: readonly string[]): string | undefined {
  return words.toSorted((one, other) => other.length - one.length)[0];
}

/** A number as it stands in a title: `EX-1:` is `EX-1`. */
function withoutMarks(word: string): string {
  return word.replaceAll(/^[^\p{L}\p{N}]+|[^\p{L}\p{N}]+$/gu, '');
}

/** Whether a title has all words of a text. */
export function hasWords(title: string, typed: string): boolean {
  const name = title.toLowerCase();
  return wordsOf(typed).every((word) => name.includes(word.toLowerCase()));
}

function wordsOf(typed: string): string[] {
  return typed.split(/\s+/).filter((word) => word !== '');
}
