import { checkDocument } from '@nonet/language';
import { expect, test } from 'vitest';
import { Rights } from './rights.ts';

const DOCUMENT = `# Books

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | ..80 |
| owner | User | |
| chapters | list of Chapter | optional |

### Chapter

| field | type |
| --- | --- |
| scan | image |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | assigned | |
| keeper | \`exists(Book where owner == user)\` | |
| owner_of | \`owner == user\` | Book |

### Permissions

#### Book

| may | clerk | keeper | owner_of |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| export | no | not shown | no |
| restore | no | no | no |
| history | not shown | no | no |
| import | not shown | not shown | |
| delete | no | no | not shown |
| create | no | no | no |
| update | yes | no | no |

#### Chapter

| may | clerk | others |
| --- | --- | --- |
| read, create | yes | no |

#### User

| may | others |
| --- | --- |
| read, create, update, update email, update roles, delete | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

const { plan } = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => ({ kind: 'missing' }));

/** 6: a gap is shown to people who hold the role now; a relationship depends on the record. */
test.each([
  { action: 'export', roles: [], held: [], gap: null },
  { action: 'export', roles: [], held: ['keeper'], gap: '6.Book.export.keeper' },
  { action: 'import', roles: ['clerk'], held: [], gap: '6.Book.import.clerk' },
  { action: 'import', roles: [], held: [], gap: null },
  { action: 'delete', roles: [], held: [], gap: '6.Book.delete.owner_of' },
] as const)('$action is left open for who is assigned $roles and holds $held: $gap', ({ action, roles, held, gap }) => {
  if (plan === null) throw new Error('The document has errors.');
  const rights = new Rights(plan, { userId: 'someone', roles }, new Set(held));
  expect(rights.gapNow('Book', action)).toBe(gap);
  // The engine decides about roles that the reader might hold.
  expect(rights.isOpen('Book', action)).toBe(true);
});

test.each([
  ['may read and update', 'yes', true],
  ['may update and not read', 'no', false],
])('6: whoever %s an owner adds a child to it: %s', (_what, reads, isAllowed) => {
  const text = DOCUMENT.replace('| read | yes | yes | yes |', `| read | ${reads} | ${reads} | ${reads} |`);
  const checked = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' })).plan;
  if (checked === null) throw new Error('The document has errors.');
  const rights = new Rights(checked, { userId: 'someone', roles: ['clerk'] }, new Set());
  expect(rights.may('Chapter', 'create')).toBe(isAllowed);
});

const NOTED = `# Orders

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Order

| field | type | rules |
| --- | --- | --- |
| status | state | |
| placed | datetime | optional |
| sent | datetime | optional |
| due | datetime | optional |
| opened | datetime | optional |

## 4. States

### Order.status

| state | kind |
| --- | --- |
| open | initial |
| done | final |

| event | from | to | by | when | asks | then |
| --- | --- | --- | --- | --- | --- | --- |
| finish | open | done | clerk | | due | \`sent = now(); placed = now()\` |

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | assigned | |

### Permissions

#### Order

| may | clerk |
| --- | --- |
| create, read, update, update placed | yes |
| delete, history, export, import | no |

#### User

| may | clerk |
| --- | --- |
| read, create, update, update email, update roles, delete | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test.each([
  ['set by an effect alone', 'sent', true],
  ['of every record', 'created_at', true],
  ['set by an effect, and by people who may change it', 'placed', false],
  ['asked for by an event', 'due', false],
  ['entered', 'opened', false],
])('whether the product notes a time that is %s', (_what, name, isNoted) => {
  const orders = checkDocument({ path: 'spec.md', text: NOTED }, () => ({ kind: 'missing' })).plan;
  if (orders === null) throw new Error('The document has errors.');
  const order = orders.entities.find((entity) => entity.name === 'Order');
  const field = order?.fields.find((each) => each.name === name);
  if (!field) throw new Error(`There is no field ${name}.`);
  expect(new Rights(orders, { userId: null, roles: [] }).isNoted('Order', field)).toBe(isNoted);
});
