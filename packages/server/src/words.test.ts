import {
  EXACT_CALL_SETTINGS,
  EXACT_CALL_ACTIONS,
  EXACT_CALL_PARTS,
  FUNCTIONS,
  LIST_WORDS,
  STANDARD_ERRORS,
} from '@nonet/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { serve } from './fixtures/serve.ts';
import { ACTIONS, LISTS, PARTS, SETTINGS } from './fixtures/words/calls.ts';
import { ASKS, EFFECTS } from './fixtures/words/effects.ts';
import { ERRORS } from './fixtures/words/errors.ts';
import { AT, DAY, documentOfFunctions, FUNCTION_CASES, RHYTHM, WEEK } from './fixtures/words/functions.ts';
import { type Case, type Json, Words } from './fixtures/words/world.ts';

let words: Words;

beforeAll(async () => {
  words = await Words.start();
});
afterAll(() => words.server.close());

/** The words of the language that have cases here, with their cases. */
const TABLES: Readonly<Record<string, readonly [known: readonly string[], cases: Readonly<Record<string, Case>>]>> = {
  'an effect of `then` (4)': [Object.keys(EFFECTS), EFFECTS],
  'what an event asks for (4)': [Object.keys(ASKS), ASKS],
  'what an exact call does (7)': [[...EXACT_CALL_ACTIONS, 'EVENT on'], ACTIONS],
  'a word of an exact list (7)': [LIST_WORDS, LISTS],
  'a part of an exact call (7)': [EXACT_CALL_PARTS, PARTS],
  'a setting of exact calls (7)': [[...EXACT_CALL_SETTINGS, 'errors CODE'], SETTINGS],
  'an error of the language (8)': [Object.keys(STANDARD_ERRORS), ERRORS],
};

describe.each(Object.entries(TABLES))('%s', (_, [known, cases]) => {
  test('every word has a case', () => {
    expect(Object.keys(cases).toSorted()).toEqual(known.toSorted());
  });
  test.each(Object.entries(cases))('%s', async (_word, shows) => {
    expect.hasAssertions();
    await shows(words);
  });
});

test('every function of the language has a case', () => {
  expect(Object.keys(FUNCTION_CASES).toSorted()).toEqual(Object.keys(FUNCTIONS).toSorted());
});

test('each function works its value out', async () => {
  const server = await serve(planFrom('functions.md', documentOfFunctions(FUNCTION_CASES)));
  const made = await server.ask('POST', '/api/samples', { body: { at: AT, day: DAY, rhythm: RHYTHM, week: WEEK } });
  const worked = await server.ask('POST', `/api/samples/${String(made.json<Json>()['id'])}/work`, { body: {} });
  expect(worked.statusCode, worked.body).toBe(200);
  const answered = Object.keys(FUNCTION_CASES).map((name, index) => [name, worked.json<Json>()[`f${index}`]]);
  expect(Object.fromEntries(answered)).toEqual(
    Object.fromEntries(Object.entries(FUNCTION_CASES).map(([name, one]) => [name, one.answered])),
  );
  await server.close();
});
