import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { beginTransaction } from './transaction.ts';
import { insert } from './insert.ts';
import { importRows } from './import.ts';
import { lookUp } from './lookup.ts';
import { perform } from './perform.ts';
import { World } from './world.ts';

const DOCUMENT = `# Pages

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Page

| field | type | rules |
| --- | --- | --- |
| name | text | unique |
| size | integer | optional |
| keeper | User | optional |
| note | text | optional |
| seal | text | optional |
| tags | many User | optional |
| cover | image | optional, by system |
| leaves | list of Leaf | |

### Leaf

| field | type | rules |
| --- | --- | --- |
| scan | image | optional, by system |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |
| clerk | assigned |
| keeps | \`exists(Page where keeper == user)\` |

### Permissions

#### Page

| may | person | clerk | keeps |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| create, update | no | yes | yes |
| import | no | yes | not shown |
| delete | no | no | no |
| update size | no | not shown | no |
| update note | no | no | yes |
| read seal, read tags | no | no | no |

#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

/** 6, "Who is refused, and how". */
test.each([
  { what: 'what somebody like it may create', roles: ['clerk'], body: { name: 'b' }, code: null },
  { what: 'what others have, of who may create it', roles: ['clerk'], body: { name: 'a' }, code: 'NOT_UNIQUE' },
  // The actor may hold a role about the user alone after the create, so the result is judged.
  { what: 'what others have, of who may not create it', roles: [], body: { name: 'a' }, code: 'FORBIDDEN' },
  {
    what: 'a field that a role about the user alone may set',
    roles: ['clerk'],
    body: { name: 'b', note: 'x' },
    code: 'FORBIDDEN',
  },
  { what: 'an open field', roles: ['clerk'], body: { name: 'b', size: 'x' }, code: 'NOT_SPECIFIED' },
  {
    what: 'an open field, beside what is unknown',
    roles: ['clerk'],
    body: { size: 'x', no: 1 },
    code: 'NOT_SPECIFIED',
  },
])('a create: $what', ({ roles, body, code }) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  insert(transaction, 'Page', { name: 'a' });
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles });
  expect(perform(transaction.world, actor, { kind: 'create', entity: 'Page', body }).refused?.code ?? null).toBe(code);
});

/** Values that the sender can't set are not checked, so that it is one error, also in an owned child. */
test.each([
  ['a file', { cover: 'x' }, '3.Page.cover'],
  ['a file of an owned child', { leaves: [{ scan: 'x' }] }, '3.Leaf.scan'],
])('%s that nobody sets is refused once', (_what, body, clause) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles: ['clerk'] });
  const request = { kind: 'create', entity: 'Page', body: { name: 'b', ...body } } as const;
  expect(perform(transaction.world, actor, request).refused?.errors).toEqual([{ code: 'INVALID', clause }]);
});

// 6: `updated_at` would tell what is stored.
test.each<[what: string, body: Record<string, unknown>, changes: boolean]>([
  ['the value of a field that they read', { name: 'a' }, false],
  ['the value of a field that they do not read', { seal: 'red' }, true],
  ['the records of a list that they do not read', { tags: [] }, true],
])('somebody who sends %s again', (_what, body, changes) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const page = insert(transaction, 'Page', { name: 'a', size: 1, seal: 'red', tags: [] });
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles: ['clerk'] });
  const done = perform(transaction.world, actor, { kind: 'update', entity: 'Page', id: page, body });
  expect(done.refused).toBeNull();
  expect(done.transaction.touched.has(page)).toBe(changes);
});

// 6: `create` cells judge the result. Who keeps a page holds a role about the user alone, whose cell is a gap here.
test.each([
  { what: 'somebody who would keep it', keeps: true, code: 'NOT_SPECIFIED' },
  { what: 'somebody who would not', keeps: false, code: 'FORBIDDEN' },
])('a gap of a role about the user alone decides of a create by $what', ({ keeps, code }) => {
  const open = DOCUMENT.replace('| create, update | no | yes | yes |', '| create, update | no | yes | not shown |');
  const transaction = beginTransaction(new World(lookUp(planOf(open), {}), '2026-03-16T09:00:00Z'), null, true);
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles: [] });
  const body = { name: 'b', ...(keeps ? { keeper: actor } : {}) };
  expect(perform(transaction.world, actor, { kind: 'create', entity: 'Page', body }).refused?.code).toBe(code);
  const file = { header: Object.keys(body), bodies: [body] };
  const { refused, rows } = importRows(transaction.world, actor, 'Page', file);
  expect([refused?.code, rows.length]).toEqual([code, 1]);
});

// 3, the derived API: a list of children that is written replaces what was there.
test.each([[[]], [null]])('a list of children that is %j has none afterwards', (leaves) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles: ['clerk'] });
  const made = perform(transaction.world, actor, { kind: 'create', entity: 'Page', body: { name: 'b', leaves: [{}] } });
  const [page] = made.world.living('Page');
  if (page === undefined) throw new Error(`No page was made: ${JSON.stringify(made.refused)}`);
  expect(made.world.children(page.id, 'Leaf')).toHaveLength(1);
  const done = perform(made.world, actor, { kind: 'update', entity: 'Page', id: page.id, body: { leaves } });
  expect(done.refused).toBeNull();
  expect(done.world.children(page.id, 'Leaf')).toEqual([]);
});

/** 3: a value that is missing is reported by itself, also where the default of an owned child reads it. */
test('a default that reads what its owner lacks is no further mistake', () => {
  const sales = DOCUMENT.replace(
    '### Leaf\n\n| field | type | rules |\n| --- | --- | --- |\n',
    (heading) => `${heading}| price | integer | default page.rate.amount * 2 |\n`,
  )
    .replace('| name | text | unique |\n', '| name | text | unique |\n| rate | Rate | |\n')
    .replace(
      '### Leaf\n',
      '### Rate\n\n| field | type | rules |\n| --- | --- | --- |\n| amount | integer | |\n\n### Leaf\n',
    )
    .replace(
      '#### User\n',
      '#### Rate\n\n| may | others |\n| --- | --- |\n| read | yes |\n| create, update, delete | no |\n\n#### User\n',
    );
  const transaction = beginTransaction(new World(lookUp(planOf(sales), {}), '2026-03-16T09:00:00Z'), null, true);
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles: ['clerk'] });
  const rate = insert(transaction, 'Rate', { amount: 4 });
  const create = (body: Record<string, unknown>) =>
    perform(transaction.world, actor, { kind: 'create', entity: 'Page', body: { name: 'b', leaves: [{}], ...body } });
  expect(create({}).refused?.errors).toEqual([{ code: 'REQUIRED', clause: '3.Page.rate' }]);
  expect(create({ rate }).refused).toBeNull();
});
