import { PRODUCT_CONSTANTS, STANDARD_ERRORS } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { describe, expect, test } from 'vitest';
import { type StageName, takeThrough } from './fixtures/corpus/corpus.ts';
import { ciphered, cipherNames } from './fixtures/corpus/cipher.ts';
import { documentsIn, planOf } from './fixtures/corpus/documents.ts';
import { evolvedText } from './fixtures/corpus/evolve.ts';

/** The examples have derived tests of their own, in a browser. */
const STRANGERS = documentsIn('examples/corpus');
/** `npm run corpus` takes every document through all stages. */
const READ: readonly StageName[] = ['check', 'format'];
/** It stands for the others where a product is served. */
const SERVED = new Set(['corpus/shop']);
/** And one of them where a later version is put to use. */
const EVOLVED = new Set(['corpus/lab']);

const tools = { createDatabase: createTestDatabase, browser: null, testSeconds: 0 };

describe.each(STRANGERS.map((document) => [document.name, document] as const))('%s', (_, document) => {
  test.each(READ)('goes through %s', async (stage) => {
    for await (const { faults } of takeThrough(document, tools, [stage])) expect(faults).toEqual([]);
  });

  test('goes through serve', { tags: SERVED.has(document.name) ? [] : ['thorough'] }, async () => {
    for await (const { faults } of takeThrough(document, tools, ['serve'])) expect(faults).toEqual([]);
  });

  test('goes through evolve', { tags: EVOLVED.has(document.name) ? [] : ['thorough'] }, async () => {
    for await (const { faults } of takeThrough(document, tools, ['evolve'])) expect(faults).toEqual([]);
  });
});

test('an error that a stage throws is a fault of that stage', async () => {
  const document = {
    name: 'broken',
    text: '# Specification: Broken\n\n## 3. Entities and their fields\n\n### Thing\n\n| field | typ |\n',
  };
  const reports = [];
  for await (const report of takeThrough(document, tools, ['format', 'check', 'serve'])) reports.push(report);
  expect(reports.map(({ stage, faults }) => [stage, faults.length > 0])).toEqual([
    ['format', true],
    ['check', true],
  ]);
});

test('a name that the language has stays', () => {
  const all = ['User', ...Object.keys(PRODUCT_CONSTANTS), ...Object.keys(STANDARD_ERRORS)];
  expect(all.filter((name) => ciphered(name) !== null)).toEqual([]);
});

test.each(STRANGERS.map(({ name, text }) => [name, text]))('the other names of %s mean the same', (_, text) => {
  const { text: renamed, names } = cipherNames(text);
  expect(names.size).toBeGreaterThan(20);
  const before = planOf(text);
  const after = planOf(renamed);
  const renamedEntities = before.entities.map(({ name }) => names.get(name) ?? name);
  expect(after.entities.map(({ name }) => name)).toEqual(renamedEntities);
  expect(Object.keys(after.clauses).length).toBe(Object.keys(before.clauses).length);
});

test.each(STRANGERS.map(({ name, text }) => [name, text]))('a later version of %s states its renames', (_, text) => {
  const later = evolvedText(text);
  const plan = planOf(later.text);
  expect(new Set(plan.renames.map(({ was }) => was))).toEqual(new Set(later.names.keys()));
});
