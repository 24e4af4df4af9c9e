import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginDocument } from './begin-document.ts';
import { readDrizzle } from './read-drizzle.ts';

const DESK = readFileSync(path.join(import.meta.dirname, '../fixtures/import/desk.ts.txt'), 'utf8');
const FORM = { name: 'drizzle', words: 'a schema of Drizzle', endings: ['.ts'], read: readDrizzle };

async function begin(text: string) {
  return beginDocument('Imported', FORM, { name: 'schema.ts', content: Buffer.from(text) });
}

describe('a schema', async () => {
  const { text, leftOut } = await begin(DESK);

  test.each([
    ['a sized text', '| name | text | ..80, indexed | | name varchar(80) |'],
    ['a unique index by lower()', '| email | text | unique ignoring case | | email text |'],
    ['a column with the name of its key', '| nick | text | optional, unique | | nick text |'],
    ['a type of its own', '| place | not shown | optional | | place point |'],
    [
      'columns that are spread into it',
      '| imported_created_at | datetime | `default now()` | | created_at timestamptz |',
    ],
    ['choices', '| priority | enum(low, very_high (very high)) | optional, `default "low"` | | priority priority |'],
    ['texts of a constant list', '| kind | enum(question, fault) | | | kind text |'],
    ['a decimal number', '| hours | decimal(6, 2) | optional, `default 0` | | hours numeric(6, 2) |'],
    ['a list', '| tags | not shown | optional | | tags text array |'],
    ['a boolean', '| paid | boolean | `default false` | | paid bool |'],
    ['a default in SQL', '| opened_on | date | optional, `default today()` | | opened_on date |'],
    ['a reference', '| reported_by | Person | cascade | | reported_by int4 |'],
    ['a reference to its own table', '| parent | Ticket | optional, clear | | parent_id uuid |'],
    ['a reference that only a relation states', '| solved_by | Person | optional | | solved_by int4 |'],
    ['a default with an apostrophe', '| title | text | `default "it\'s broken"` | | title text |'],
    ['what is unique together', '| unique | title, reported_by |'],
    ['a key of two columns', '| unique | person, ticket |'],
    ['a check', '| V1 | Ticket | `closed_on == null or opened_on == null or closed_on >= opened_on` | |'],
  ])('has %s', (_what, row) => {
    expect(text.split('\n')).toContain(row);
  });

  test('has an entity for each table, also of a creator and of a schema', () => {
    expect(text.match(/^### .*$/gm)).toEqual([
      '### Person',
      '### Ticket',
      '### Watcher',
      '### DeskNote',
      '### OldTicket',
      '### MoreTicket',
    ]);
  });

  test('lists what it could not take by the line', () => {
    expect(leftOut.map(({ place, what }) => `${place}: ${what}`)).toEqual([
      'schema.ts:10: people.changed_at: a value that the program sets at each change',
      'schema.ts:46: tickets.code: a value that the program sets',
      'schema.ts:68: open: pgView',
      'schema.ts:26: people.room_id: refers to rooms.id, which is not here',
      'schema.ts:50: a check of tickets that has no counterpart',
      'schema.ts:25: people.place: the type point has no counterpart that is known to be the same',
      'schema.ts:39: tickets.tags: the type text array has no counterpart that is known to be the same',
      'schema.ts:67: more_tickets.of: the type int4 array has no counterpart that is known to be the same',
    ]);
  });
});

test('none of a schema is run', async () => {
  const { text } = await begin(
    "import { pgTable, text } from 'drizzle-orm/pg-core';\nprocess.exit(7);\nthrow new Error();\nexport const a = pgTable('things', { b: text('b') });\n",
  );
  expect(text).toContain('| b | text | optional | | b text |');
});

test('texts of a schema are no SQL', async () => {
  const { text, leftOut } = await begin(
    `import { pgTable, text } from 'drizzle-orm/pg-core';
export const a = pgTable('a"; drop table b; --', { b: text("x'); drop table c; --").default("'; drop table d; --"), e: text('e').default(sql\`1); drop table f; --\`) });
`,
  );
  expect([text.match(/^### .*$/gm), leftOut.map(({ what }) => what)]).toEqual([
    ['### ADropTableB'],
    ['a"; drop table b; --.e: the default 1); drop table f; -- is no SQL that is understood'],
  ]);
});

test.each([
  [
    'TypeScript with a mistake',
    "import { pgTable } from 'drizzle-orm/pg-core';\nexport const a = pgTable('a', {;\n",
    2,
    /./,
  ],
  ['a schema that was cut off', DESK.slice(0, 900), 22, /./],
  ['a schema for another database', "import { mysqlTable } from 'drizzle-orm/mysql-core';\n", 1, /another database/],
])('%s is refused at its line', async (_what, text, place, message) => {
  await expect(begin(text)).rejects.toMatchObject({
    name: 'NotReadable',
    place,
    message: expect.stringMatching(message),
  });
});

test('a source without a table is refused', async () => {
  await expect(begin('export const a = 1;\n')).rejects.toThrow('has no table of drizzle-orm/pg-core');
});
