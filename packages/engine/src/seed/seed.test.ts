import { checkDocument, type Plan } from '@nonet/language';
import { createTestDatabase } from '@nonet/testing/database';
import { describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { seed } from './seed.ts';

/** A product whose shelves, books and copies are stated as records; each case has other rows. */
const DOCUMENT = (rows: Record<string, string>) => `# Specification: Shelves

## 1. What the product does and for whom

Shelves.

## 2. Screens and routes

none

## 3. Entities and their fields

### User

${rows.users ?? ''}

### Shelf

| field | type | rules |
| --- | --- | --- |
| name | text | |
| code | text | optional, unique ignoring case |
| rank | integer | optional, unique |
| width | decimal(4, 1) | optional |
| price | money | optional |
| opened | date | optional |
| mail | email | optional |
| site | url | optional |
| call | phone | optional |

| setting | is |
| --- | --- |
| id | integer |
| title | \`{name}\` |

${rows.shelves ?? ''}

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | |
| shelf | Shelf | optional |
| shelves | many Shelf | |
| copies | list of Copy | |
| next | Book | optional |
| number | number B-{000} | |
| pages | integer | default 100 |
| status | state | |

| setting | is |
| --- | --- |
| title | \`{title}, {shelf.name}\` |
| delete | never |

${rows.books ?? ''}

### Copy

| field | type | rules |
| --- | --- | --- |
| mark | text | |

${rows.copies ?? ''}

## 4. States and transitions

### Book.status

| state | kind |
| --- | --- |
| here | initial |
| gone | final |

| event | from | to | by |
| --- | --- | --- | --- |
| lose | here | gone | clerk |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |

### Permissions

#### Shelf, Book

| may | clerk | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete | no | no |

#### User

| may | clerk | others |
| --- | --- | --- |
| read, create, update, delete, update roles, update email, update disabled | yes | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value | meaning |
| --- | --- | --- |
| CURRENCY | "EUR" | |
`;

const table = (kind: string, headers: string, ...rows: string[]) => {
  const names = headers.split(',');
  const lines = [names.join(' | '), names.map(() => '---').join(' | '), ...rows];
  return `#### ${kind}\n\n${lines.map((line) => `| ${line} |`).join('\n')}`;
};
const demo = (headers: string, ...rows: string[]) => table('Demo records', headers, ...rows);
const records = (headers: string, ...rows: string[]) => table('Records', headers, ...rows);
const shelves = demo('name,code,rank', 'North | N1 | 1', 'South | s2 | 2', 'South | S3 | 3');

/** The codes of the errors that are reported for the records; none if they can be inserted. */
const CASES: readonly [what: string, rows: Record<string, string>, codes: readonly string[]][] = [
  ['a title', { shelves, books: demo('title,shelf', 'A | North') }, []],
  ['a unique text', { shelves, books: demo('title,shelf', 'A | S3') }, []],
  ['a unique text in another case', { shelves, books: demo('title,shelf', 'A | S2') }, []],
  ['a title of two records', { shelves, books: demo('title,shelf', 'A | South') }, ['N316']],
  ['an unknown title', { shelves, books: demo('title,shelf', 'A | West') }, ['N316']],
  ['a unique number, which is no name', { shelves, books: demo('title,shelf', 'A | 2') }, ['N316']],
  ['a record of an entity without any', { books: demo('title,shelf', 'A | North') }, ['N316']],
  ['a demo record among those of every start', { shelves, books: records('title,shelf', 'A | North') }, ['N316']],
  ['a list', { shelves, books: demo('title,shelves', 'A | North, S3') }, []],
  ['a list with one that is not there', { shelves, books: demo('title,shelves', 'A | North, West') }, ['N316']],
  ['a list with one twice', { shelves, books: demo('title,shelves', 'A | North, North') }, ['N315']],
  ['a circle', { shelves, books: demo('title,shelf,next', 'A | North | B, North', 'B | N1 | A, North') }, []],
  [
    'a title of what another record refers to, by its last row',
    { shelves, books: demo('title,shelf,next', 'A | none | B, North', 'B | North | none') },
    [],
  ],
  [
    'a title of what another record does not refer to',
    { shelves, books: demo('title,shelf,next', 'A | none | B, West', 'B | North | none') },
    ['N316'],
  ],
  ['a number that is given', { books: demo('title,number,next', 'A | B-007 | none', 'B | B-008 | B-007') }, []],
  ['a parent', { books: demo('title,number', 'A | B-007'), copies: demo('mark,book', 'x | B-007') }, []],
  ['no parent', { books: demo('title,number', 'A | B-007'), copies: demo('mark', 'x') }, ['N317']],
  ['an empty parent', { books: demo('title,number', 'A | B-007'), copies: demo('mark,book', 'x | none') }, ['N317']],
  [
    'an unknown parent',
    { books: demo('title,number', 'A | B-007'), copies: demo('mark,parent', 'x | B-009') },
    ['N316'],
  ],
  ['no required value', { books: demo('title,number', 'none | B-007') }, ['N317']],
  ['a state', { books: demo('title,status', 'A | gone') }, []],
  ['a state that is not there', { books: demo('title,status', 'A | lost') }, ['N315']],
  ['a role', { users: demo('email,name,roles', 'a@example.com | A | clerk') }, []],
  ['a role that is not there', { users: demo('email,name,roles', 'a@example.com | A | boss') }, ['N315']],
  ['an address that is none', { users: demo('email,name', 'a@b,c.org | A') }, ['N315']],
  ['two of one address', { users: demo('email,name', 'a@example.com | A', 'A@example.com | B') }, ['N329']],
  ['a date that is none', { shelves: demo('name,opened', 'A | 21-11-2026') }, ['N315']],
  ['a day that is none', { shelves: demo('name,opened', 'A | 2026-02-30') }, ['N315']],
  ['a text in the place of a number', { shelves: demo('name,rank', 'A | many') }, ['N315']],
  ['a number with too many places', { shelves: demo('name,width', 'A | 1.25') }, ['N315']],
  ['a number with too many digits', { shelves: demo('name,width', 'A | 1234.5') }, ['N315']],
  ['an amount with too many places', { shelves: demo('name,price', 'A | 1.255') }, ['N315']],
  ['a mail address that is none', { shelves: demo('name,mail', 'A | a@b') }, ['N315']],
  ['a web address that is none', { shelves: demo('name,site', 'A | https://') }, ['N315']],
  ['a phone number that is none', { shelves: demo('name,call', 'A | (((') }, ['N315']],
  ['an id', { shelves: demo('id,name', '7 | A', '9 | B') }, []],
  ['an id twice', { shelves: demo('id,name', '7 | A', '7 | B') }, ['N329']],
  ['an id that is none', { shelves: demo('id,name', '0 | A') }, ['N315']],
  ['two of one unique number', { shelves: demo('name,rank', 'A | 1', 'B | 1') }, ['N329']],
];

/** Starts a product with its records; answers the words of the error that prevents it, or null. */
function starts(plan: Plan): Promise<string | null> {
  return withSeeded(plan, async () => null).catch((error: unknown) => String(error));
}

/** Runs work on a product's database once its records are inserted. */
async function withSeeded<Result>(plan: Plan, work: (pool: Pool) => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase();
  const pool = openPool(database.url, { connections: 4 });
  try {
    const engine = await createEngine({ plan, pool, environment: {}, clock: () => '2026-11-21T10:00:00.000000Z' });
    try {
      await seed(engine, { demo: true });
      return await work(pool);
    } finally {
      await engine.close();
    }
  } finally {
    await pool.end();
    await database.drop();
  }
}

describe('an empty cell leaves what a new record has by itself (3)', () => {
  const given = { number: 'B-001', status: 'here', pages: '100', disabled: 'false' };
  test.each(['', 'none'])('written as "%s"', async (cell) => {
    const rows = {
      users: demo('email,name,disabled', `a@example.com | A | ${cell}`),
      books: demo('title,number,status,pages', `A | ${cell} | ${cell} | ${cell}`),
    };
    const { plan } = checkDocument({ path: 'spec.md', text: DOCUMENT(rows) }, () => ({ kind: 'missing' }));
    const stored = await withSeeded(plan as Plan, (pool) =>
      pool.query(
        'select b.number, b.status, b.pages::text, u.disabled::text from product.book b cross join product.user u',
      ),
    );
    expect(stored.rows).toEqual([given]);
  });
});

describe('records that the checker accepts can be created (3)', () => {
  test.each(CASES)('%s', async (_what, rows, codes) => {
    const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: DOCUMENT(rows) }, () => ({ kind: 'missing' }));
    const errors = diagnostics.filter(({ severity }) => severity === 'error');
    expect(errors.map(({ code }) => code)).toEqual(codes);
    expect(plan === null ? null : await starts(plan)).toBeNull();
  });
});

/** Orders whose titles are made in the database, of a number and of what each refers to. */
const ORDERS = `# Specification: Orders

## 1. What the product does and for whom

Orders.

## 2. Screens and routes

none

## 3. Entities and their fields

### Customer

| field | type | rules |
| --- | --- | --- |
| name | text | |

#### Records

| name |
| --- |
| Korn |
| Roth |

### Note

| field | type | rules |
| --- | --- | --- |
| order | Order | |
| line | Line | |

#### Records

| order | line |
| --- | --- |
| O-2, Roth | Flour for O-2, Roth |

### Order

| field | type | rules |
| --- | --- | --- |
| number | number O-{0} | |
| customer | Customer | |
| before | Order | optional |
| lines | list of Line | |

| setting | is |
| --- | --- |
| title | \`{number}, {customer.name}\` |
| delete | soft |

#### Records

| customer | before |
| --- | --- |
| Korn | O-2, Roth |
| Roth | O-1, Korn |

### Line

| field | type | rules |
| --- | --- | --- |
| what | text | |

| setting | is |
| --- | --- |
| title | \`{what} for {order.number}, {order.customer.name}\` |

#### Records

| order | what |
| --- | --- |
| O-1, Korn | Salt |
| O-2, Roth | Flour |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

not shown

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

test('a record is named by a title that shows what it refers to (3)', async () => {
  const { plan } = checkDocument({ path: 'spec.md', text: ORDERS }, () => ({ kind: 'missing' }));
  const stored = await withSeeded(plan as Plan, (pool) =>
    pool.query(
      `select l.what, p.number, b.number as before, (select count(*)::int from product.note n where n.line = l.id) as notes
       from product.line l join product."order" p on p.id = l._parent join product."order" b on b.id = p.before order by l.what`,
    ),
  );
  expect(stored.rows).toEqual([
    { what: 'Flour', number: 'O-2', before: 'O-1', notes: 1 },
    { what: 'Salt', number: 'O-1', before: 'O-2', notes: 0 },
  ]);
});

test.each([
  { stated: 'O-7', next: 'O-8' },
  { stated: 'O-0', next: 'O-1' },
])('the next number after $stated is $next (3)', async ({ stated, next }) => {
  const text = ORDERS.replace('| customer | before |\n| --- | --- |\n', '| number | customer |\n| --- | --- |\n')
    .replace('| Korn | O-2, Roth |', `| ${stated} | Korn |`)
    .replace('| Roth | O-1, Korn |', '| | Roth |')
    .replaceAll('O-1, Korn', `${stated}, Korn`)
    .replaceAll('O-2, Roth', `${next}, Roth`);
  const { plan } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  const stored = await withSeeded(plan as Plan, (pool) => pool.query('select number from product."order" order by 1'));
  expect(stored.rows.map(({ number }: { number: string }) => number).toSorted()).toEqual([stated, next].toSorted());
});
