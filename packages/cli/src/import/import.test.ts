import { readFileSync } from 'node:fs';
import { copyFile, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createEngine, makeScratchFolder, openPool, seed } from '@nonet/engine';
import { checkDocument } from '@nonet/language';
import { Product, start } from '@nonet/server';
import { createTestDatabase } from '@nonet/testing/database';
import { describe, expect, test } from 'vitest';
import { runNonet } from '../fixtures/nonet-command.ts';
import { beginFromDatabase } from './begin-from-database.ts';
import { beginDocument } from './begin-document.ts';
import { type ForeignFile, NotReadable } from './foreign.ts';
import { formOf } from './forms.ts';

const FOLDER = path.join(import.meta.dirname, '../fixtures/import');

async function begin(name: string, text?: string | Buffer) {
  const file: ForeignFile = {
    name,
    content: Buffer.from(text ?? readFileSync(path.join(FOLDER, name.endsWith('.ts') ? `${name}.txt` : name))),
  };
  const form = formOf(file);
  if (form === null) throw new Error(`No form reads ${name}.`);
  return beginDocument('Imported', form, file);
}

/** The rows of a document's tables. */
function rowsOf(text: string): string[] {
  return text.split('\n').filter((line) => line.startsWith('| '));
}

const FILES = [
  'shop.sql',
  'blog.prisma',
  'club-members.csv',
  'assets.json',
  'library.yaml',
  'desk.ts',
  'newsroom.yaml',
];

describe.each(FILES)('%s', (name) => {
  test('begins a document that is clean apart from its gaps', async () => {
    const { text, errors } = await begin(name);
    const { diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
    const found = diagnostics.filter(({ severity }) => severity === 'error' || severity === 'warning');
    expect([errors, found.map(({ message }) => message)]).toEqual([[], []]);
  });

  test('begins a document that can be served', async () => {
    const { text } = await begin(name);
    const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
    if (plan === null) throw new Error('The document has errors.');
    const database = await createTestDatabase();
    const engine = await createEngine({ plan, databaseUrl: database.url });
    await seed(engine, { demo: false });
    const served = await start({
      product: new Product({ engine }),
      mode: 'dev',
      uiFolder: null,
      port: 0,
      log: 'faults',
    });
    const answer = await fetch(`${served.url}/api/gaps`);
    const gaps = (await answer.json()) as readonly unknown[];
    await served.stop();
    await engine.close();
    await database.drop();
    expect([answer.status, gaps.length > 5]).toEqual([200, true]);
  });
});

test('a live database begins the document of its dump', async () => {
  const database = await createTestDatabase({ isEmpty: true });
  const pool = openPool(database.url, { connections: 1 });
  try {
    // The data of a dump, and its owners, are no part of a schema.
    const schema = readFileSync(path.join(FOLDER, 'shop.sql'), 'utf8')
      .replaceAll(/^COPY [^;]*;\n[^]*?^\\\.$/gm, '')
      .replaceAll(/^(?:\\|ALTER .* OWNER TO).*$/gm, '');
    await pool.query(schema);
    const [live, dumped] = [await beginFromDatabase('Imported', database.url), await begin('shop.sql')];
    const sorted = (text: string) =>
      rowsOf(text)
        .map((row) => row.replace(/^\| V\d+ /, '| V '))
        .toSorted();
    expect(sorted(live.text)).toEqual(sorted(dumped.text));
    const whatOf = (begun: typeof live) => begun.leftOut.map(({ what }) => what).toSorted();
    expect(whatOf(live)).toEqual(whatOf(dumped));
    expect(live.leftOut.filter(({ place }) => !/^test_\w+: \w+\.\w+$/.test(place))).toEqual([]);
  } finally {
    await pool.end();
    await database.drop();
  }
});

test('what the checker refuses is listed with its line', async () => {
  const { leftOut } = await begin(
    'shop.sql',
    'create table t (\n  id int primary key,\n  n int default 3 check (n > 1),\n  d date\n    default now()\n);\n',
  );
  expect(leftOut.every(({ place }) => /^shop\.sql:\d+$/.test(place))).toBe(true);
});

/** Rows of the document that a file begins, by the file and what of it they follow from. */
test.each([
  ['assets.json', 'a required and unique text', '| title (Name of the tool) | text | unique, ..80 | | title Data |'],
  [
    'assets.json',
    'choices with labels',
    '| state | enum(In, out_for_repair (Out for repair)) | optional | | state Select |',
  ],
  ['assets.json', 'a reference to people', '| kept_by | User | optional | | kept_by Link User |'],
  ['assets.json', 'a reference to what is not here', '| shelf | not shown | optional | | shelf Link Shelf |'],
  ['assets.json', 'owned rows', '| parts | list of ToolPart | | | parts Table Tool Part |'],
  ['assets.json', 'a password', '| pin | secret | optional | | pin Password |'],
  ['assets.json', 'an inexact number', '| weight | not shown | optional | | weight Float |'],
  ['shop.sql', 'unique index by lower()', '| email | text | ..120, unique ignoring case | | email varchar(120) |'],
  ['shop.sql', 'a comment of several lines', "| full_name | text | | As on the passport / 'x' ‹b›. | full_name text |"],
  ['shop.sql', 'a default number', '| balance | decimal(10, 2) | `default 0` | | balance numeric(10, 2) |'],
  ['shop.sql', 'an inexact number', '| rating | not shown | optional | | rating float8 |'],
  ['shop.sql', 'an array', '| tags | not shown | optional | | tags text array |'],
  ['shop.sql', 'a required domain', '| short | text | | | short code |'],
  [
    'shop.sql',
    'a name that every entity has',
    '| imported_created_at | datetime | `default now()` | | created_at timestamptz |',
  ],
  ['shop.sql', 'a foreign key', '| customer | Customer | cascade | | customer_id int4 |'],
  ['shop.sql', 'a counted key', '| id | integer |'],
  [
    'shop.sql',
    'an enum with words of the language',
    '| status | enum(choice_new (new), paid, sent_out (sent out)) | `default "choice_new"` | | status order_status |',
  ],
  ['shop.sql', 'a check that lists texts', '| kind | enum(gift, own) | | | kind text |'],
  ['shop.sql', 'an index', '| begins | date | optional, indexed | | begins date |'],
  ['shop.sql', 'a default with signs of Markdown', '| note | text | optional, `default "a_b*c"` | | note text |'],
  ['shop.sql', 'a computed column', '| total | not shown | optional | | total numeric(10, 2) |'],
  ['shop.sql', 'a check', '| V1 | Customer | `balance >= 0` | |'],
  ['shop.sql', 'a check of what may be null', '| V2 | Order | `begins == null or ends == null or begins <= ends` | |'],
  ['shop.sql', 'a check of nulls', '| V3 | Order | `(begins == null) == (ends == null)` | |'],
  ['shop.sql', 'several columns that are unique', '| unique | login, imported_version |'],
  ['blog.prisma', 'an enum', '| role | enum(USER, ADMIN) | `default "USER"` | | role Role |'],
  ['blog.prisma', 'a relation', '| author | UserRecord | optional, clear | | authorId Int? |'],
  ['blog.prisma', 'many to many', '| tags | many Tag | | | tags Tag() |'],
  ['blog.prisma', 'a list of numbers', '| scores | not shown | | | scores Int() |'],
  ['blog.prisma', 'a native type and a comment', '| title | text | ..255 | Shown in lists. | title String |'],
  ['blog.prisma', 'fields that are unique together', '| unique | title, author |'],
  ['club-members.csv', 'numbers', '| score (Score) | decimal(4, 2) | | | 2 of 2 rows have a value, all different |'],
  [
    'club-members.csv',
    'instants with gaps',
    '| member_since (Member since) | datetime | optional | | 1 of 2 rows have a value, all different |',
  ],
  ['club-members.csv', 'no values', '| empty (Empty) | not shown | optional | | no values |'],
])('%s: %s', async (name, _what, row) => {
  expect(rowsOf((await begin(name)).text)).toContain(row);
});

test.each([
  ['shop.sql', 'shop.sql:34: a view'],
  ['shop.sql', 'shop.sql:10: customers.rating: the type float8 has no counterpart that is known to be the same'],
  ['shop.sql', 'shop.sql:29: orders.total is computed by PostgreSQL: its field is not shown'],
  ['shop.sql', 'shop.sql:32: a check of orders that has no counterpart'],
  ['blog.prisma', 'blog.prisma:15: User.scores: the type Int[] has no counterpart that is known to be the same'],
  ['blog.prisma', 'blog.prisma:31: Tag.id has a default that is not taken'],
  ['club-members.csv', 'club-members.csv:1: Empty has no values: its type is not shown'],
])('%s: what is not taken is listed with its place: %s', async (name, line) => {
  const { leftOut } = await begin(name);
  expect(leftOut.map(({ place, what }) => `${place}: ${what}`)).toContain(line);
});

/** Columns of CSV, and the type that all of their values have. */
test.each([
  ['1|20|-3', 'integer'],
  ['01|20', 'text'],
  ['1|2.50', 'decimal(3, 2)'],
  ['true|false', 'boolean'],
  ['yes|no', 'text'],
  ['2024-02-29|2023-01-01', 'date'],
  ['2023-02-29|2023-01-01', 'text'],
  ['01/02/2024|03/04/2024', 'text'],
  ['2024-01-01T10:00:00', 'text'],
  ['09:30|23:59:59', 'time'],
  ['a@example.com', 'email'],
  ['https://example.com', 'url'],
  ['12345678901234567890', 'decimal(20, 0)'],
])('CSV: the values %s are %s', async (values, type) => {
  const { text } = await begin('x.csv', ['v', ...values.split('|')].join('\n'));
  expect(
    rowsOf(text)
      .find((row) => row.startsWith('| v |'))
      ?.split(' | ')[1],
  ).toBe(type);
});

test('a table with nothing but a key is an entity without fields', async () => {
  const { text, errors } = await begin(
    'x.sql',
    'create table a (id int primary key);\ncreate table b (id uuid primary key);\n',
  );
  expect([errors, text]).toEqual([[], expect.stringMatching(/### A\n\n\| setting \| is \|\n[^]*### B\n\nnone\n/)]);
});

test('texts of the source are never read as the document’s', async () => {
  const { text } = await begin('shop.sql');
  expect(text).toContain('“## 4. States (include)(/etc/passwd).”');
  expect(text.match(/^## /gm)).toHaveLength(9);
});

test.each([
  ['x.sql', 'create table a (\n  b int,,\n);', 2],
  ['x.prisma', 'model A {\n  id Int @id\n  ???\n}', 3],
  ['x.csv', 'a,b\n1,2,3\n', 2],
])('%s that can’t be read is refused at its line', async (name, text, line) => {
  await expect(begin(name, text)).rejects.toMatchObject({ name: 'NotReadable', place: line });
  await expect(begin(name, text)).rejects.toBeInstanceOf(NotReadable);
});

test('the command writes a document once, and `nonet load` takes the data of a CSV file', async () => {
  const folder = await makeScratchFolder('import');
  const database = await createTestDatabase();
  const place = { folder, environment: { DATABASE_URL: database.url } };
  await copyFile(path.join(FOLDER, 'club-members.csv'), path.join(folder, 'club-members.csv'));
  const begun = runNonet(place, ['import', 'club-members.csv']);
  expect([begun.status, begun.stderr]).toEqual([0, '']);
  expect(begun.stdout).toContain('spec.md: 1 entity with 7 fields.');
  const again = runNonet(place, ['import', 'club-members.csv']);
  expect(again).toMatchObject({ status: 1, stderr: expect.stringContaining('spec.md is there already') });
  await writeFile(path.join(folder, 'club.xml'), '<club/>');
  const unknown = runNonet(place, ['import', 'club.xml']);
  expect(unknown).toMatchObject({
    status: 2,
    stderr: expect.stringContaining('--as postgresql, prisma, drizzle, openapi, directus, frappe, xlsx, csv'),
  });

  const text = await readFile(path.join(folder, 'spec.md'), 'utf8');
  const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (plan === null) throw new Error('The document has errors.');
  await (await createEngine({ plan, databaseUrl: database.url })).close();
  // A column whose type is not shown has no place for values.
  const csv =
    'name,born_on,score,member_since,e_mail,active\nAnn,1990-02-28,1.5,2024-01-01T00:00:00Z,ann@example.com,true\n';
  await writeFile(path.join(folder, 'data.csv'), csv);
  const loaded = runNonet(place, ['load', 'ClubMember', 'data.csv']);
  expect([loaded.stderr, loaded.stdout]).toEqual(['', '1 record of ClubMember loaded.\n']);
  await database.drop();
});
