import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { beginTransaction } from './transaction.ts';
import type { View } from './evaluate.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { mayReadField } from './permissions.ts';
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
| out | integer | \`= count(Loan where book == this)\` |
| known | integer | \`= count(Book)\` |

### Loan

| field | type | rules |
| --- | --- | --- |
| book | Book | |

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

#### Loan

| may | desk | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

// 6: a computed field is readable where everything that it reads is, decided from the cells.
test.each([0, 1])('whoever could never read a loan does not read how many there are, where there are %i', (loans) => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00Z'), null, true);
  const book = insert(transaction, 'Book', { title: 'Pluk' });
  for (let count = 0; count < loans; count += 1) insert(transaction, 'Loan', { book });
  const view = transaction.world.view(book) as View;
  expect(['out', 'known'].map((field) => mayReadField(null, view, field))).toEqual([false, true]);
});
