import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { EDITS } from '../bench/changes/edits/index.ts';
import { FilledDatabases } from '../bench/changes/filled-databases.ts';
import type { Outcome, WayBack } from '../bench/changes/judge-edit.ts';

// A part of `npm run changes`: one edit of each kind on a filled database, forward while people write, and back.

let server: TestDatabase;
let databases: FilledDatabases;

beforeAll(async () => {
  server = await createTestDatabase();
  databases = new FilledDatabases(server.url, 'small');
});

afterAll(async () => {
  await databases.close();
  await server.drop();
});

test.each<[number: string, outcome: Outcome, wayBack: WayBack]>([
  ['01', 'applied', 'taken back'],
  ['03', 'applied with words', 'closed, as said'],
  ['37', 'applied with words', 'taken back'],
  ['47', 'applied with words', 'taken back'],
  ['53', 'applied', 'taken back'],
  ['61', 'applied with words', 'taken back'],
  ['63', 'applied', 'taken back'],
  ['88', 'applied', 'taken back'],
  ['75', 'applied', 'taken back'],
  ['74', 'applied with words', 'taken back'],
])('edit %s of the list that `npm run changes` carries out is %s, and %s', async (number, outcome, wayBack) => {
  const edit = EDITS.find((each) => each.number === number);
  if (edit === undefined) throw new Error(`There is no edit ${number}.`);
  expect(await databases.judge(edit)).toMatchObject({ outcome, wayBack, faults: [] });
});
