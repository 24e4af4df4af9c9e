import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { couldBeShown, couldRead } from './could.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { beginTransaction } from './transaction.ts';
import { World } from './world.ts';

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
| loans | all Loan by book | |
| places | many Copy | |
| free | boolean | \`= all(Loan have this.title == null)\` |
| out | integer | \`= count(loans)\` |
| known | integer | \`= count(Book)\` |

### Loan

| field | type | rules |
| --- | --- | --- |
| book | Book | |
| copy | Copy | |
| note | text | |

### Copy

| field | type | rules |
| --- | --- | --- |
| place | text | |

### Review

| field | type | rules |
| --- | --- | --- |
| copy | Copy | |
| words | text | |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to | of |
| --- | --- | --- |
| desk | assigned | |
| visitor | anyone | |

### Permissions

#### Book

| may | desk | others |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete | yes | no |

#### Loan, Copy

| may | desk | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

#### Review

| may | desk | visitor |
| --- | --- | --- |
| read | no | as copy |
| create, update, delete | yes | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

// 6: what an actor can never read is answered as if it did not exist, whichever records there are.
test.each([
  ['a field of records that everybody may read', 'Book.title', [true, true]],
  ['what is computed of such records', 'Book.known', [true, true]],
  ['what is computed of whether there are records that only the desk may read', 'Book.free', [true, false]],
  ['what is computed of the length of a list of them', 'Book.out', [true, false]],
  ['a field of records that only the desk may read', 'Loan.note', [true, false]],
  ['a field of a record that is read as one is that only the desk may read', 'Review.words', [true, false]],
])('%s', (_what, path, expected) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const desk = insert(transaction, 'User', { name: 'Mo', email: 'mo@example.com', roles: ['desk'] });
  const [entity = '', field = ''] = path.split('.');
  expect([desk, null].map((actor) => couldRead(transaction.world, actor, entity, field))).toEqual(expected);
});

test.each([
  ['a field of records that everybody may read', 'title', [true, true]],
  ['a list of records that only the desk may read', 'places', [true, false]],
  ['a reversed list of them', 'loans', [true, false]],
])('a screen shows %s to those who could read some of it', (_what, field, expected) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const desk = insert(transaction, 'User', { name: 'Mo', email: 'mo@example.com', roles: ['desk'] });
  expect([desk, null].map((actor) => couldBeShown(transaction.world, actor, 'Book', field))).toEqual(expected);
});
