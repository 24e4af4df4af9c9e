import { expect, test } from 'vitest';
import { planOf } from '../../fixtures/plan.ts';
import { beginTransaction } from '../transaction.ts';
import { insert } from '../insert.ts';
import { lookUp } from '../lookup.ts';
import { World } from '../world.ts';
import { answerExact } from './answer.ts';

const TOOLS = `
# Specification: Tools

## 1. What the product does and for whom

A club lends tools.

## 2. Screens and routes

none

## 3. Entities and their fields

### Tool

| field | type | rules |
| --- | --- | --- |
| label | text | ..40 |
| weight | integer | 0..50 |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| member | assigned |

### Permissions

#### Tool

| may | member | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update disabled, update email | no | no |

## 7. The calls it makes

### Answered

| setting | is |
| --- | --- |
| base | /club |

#### \`GET /tools/{id}\`

| part | is |
| --- | --- |
| by | everyone |
| when | \`not path.id.matches(/^[0-9a-f]{8}-[0-9a-f-]{27}$/)\` |
| does | refuse NO_ID |
| answers | none |

#### \`GET /tools/{id}\`

| part | is |
| --- | --- |
| by | everyone |
| does | read Tool by path.id |
| answers | OneTool |

#### \`GET /me\`

| part | is |
| --- | --- |
| by | everyone |
| does | user |
| answers | OneMember |

### Shapes

#### OneMember of User

| property | is |
| --- | --- |
| name | name |

#### OneTool of Tool

| property | is |
| --- | --- |
| label | label |

## 8. Error catalogue

| code | status | message |
| --- | --- | --- |
| NO_ID | 400 | That is no id. |

## 9. Business constants and limits

none
`;

// 7: several blocks of one call are tried in order; what a text looks like decides as it does in the product.
test('a condition on the form of an id in the path meets ids as they are, and what refuses needs no answer', () => {
  const plan = planOf(TOOLS);
  const transaction = beginTransaction(new World(lookUp(plan, {}), '2026-03-16T09:00:00Z'), null, true);
  const tool = insert(transaction, 'Tool', { label: 'Saw', weight: 2 });
  const user = insert(transaction, 'User', { name: 'Mo', email: 'mo@example.com', roles: ['member'] });
  const answered = (id: string) => {
    const request = { path: { id }, query: {}, token: null };
    const options = { clock: true, nextToken: '@token:1' };
    const calls = plan.answered.calls.filter(({ path }) => path.includes('{id}'));
    const { status, refused } = answerExact(transaction.world, user, calls, request, options);
    return [status, refused?.refused.code];
  };
  expect(answered(tool)).toEqual([200, undefined]);
  expect(answered('saw')).toEqual([400, 'NO_ID']);
});

// 6: what somebody may not read is not there for them, and be it themselves.
test.each([
  { roles: ['member'], answer: [200, undefined] },
  { roles: [], answer: [404, 'NOT_FOUND'] },
])('the caller has the roles $roles', ({ roles, answer }) => {
  const plan = planOf(TOOLS);
  const transaction = beginTransaction(new World(lookUp(plan, {}), '2026-03-16T09:00:00Z'), null, true);
  const user = insert(transaction, 'User', { name: 'Mo', email: 'mo@example.com', roles });
  const calls = plan.answered.calls.filter(({ path }) => path.endsWith('/me'));
  const request = { path: {}, query: {}, token: null };
  const { status, refused } = answerExact(transaction.world, user, calls, request, {
    clock: true,
    nextToken: '@token:1',
  });
  expect([status, refused?.refused.code]).toEqual(answer);
});

/** A call whose body names the record, and brings along the value that its event asks for. */
const RELABELLED = [
  [
    '## 4. States and transitions\n\nnone',
    '## 4. States and transitions\n\n### Tool\n\n| event | by | asks |\n| --- | --- | --- |\n| relabel | member | label |',
  ],
  [
    '### Shapes\n',
    '#### `POST /labels`\n\n| part | is |\n| --- | --- |\n| by | member |\n| does | `relabel on Tool by id == body.tool from body as Label` |\n| answers | 204 |\n\n### Shapes\n\n#### Label of Tool\n\n| property | is |\n| --- | --- |\n| tool | ignored |\n| label | label |\n',
  ],
].reduce((text, [from = '', to = '']) => text.replace(from, to), TOOLS);

// 7: refusals come in their order, 404 before 400.
test.each([
  { of: 'that is a list', bodyOf: () => [], code: 'NOT_FOUND' },
  { of: 'without its label', bodyOf: (tool: string) => ({ tool }), code: 'REQUIRED' },
  { of: 'of a tool', bodyOf: (tool: string) => ({ tool, label: 'Axe' }), code: undefined },
])('a body $of names the record of an event', ({ bodyOf, code }) => {
  const plan = planOf(RELABELLED);
  const transaction = beginTransaction(new World(lookUp(plan, {}), '2026-03-16T09:00:00Z'), null, true);
  const tool = insert(transaction, 'Tool', { label: 'Saw', weight: 2 });
  const user = insert(transaction, 'User', { name: 'Mo', email: 'mo@example.com', roles: ['member'] });
  const calls = plan.answered.calls.filter(({ path }) => path.endsWith('/labels'));
  const request = { path: {}, query: {}, token: null, body: bodyOf(tool) };
  const { refused } = answerExact(transaction.world, user, calls, request, { clock: true, nextToken: '@token:1' });
  expect(refused?.refused.code).toBe(code);
});
