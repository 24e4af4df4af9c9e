import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { beginTransaction } from './transaction.ts';
import { refusedExport } from './export.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { World } from './world.ts';

/** 6: any yes allows; else any gap is NOT_SPECIFIED; else it is FORBIDDEN. */
const CASES: readonly (readonly [roles: readonly string[], code: string | null])[] = [
  [['clerk'], null],
  [['guest'], 'NOT_SPECIFIED'],
  [['other'], 'FORBIDDEN'],
  [['guest', 'other'], 'NOT_SPECIFIED'],
  [['clerk', 'guest', 'other'], null],
  [[], 'FORBIDDEN'],
];

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

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | assigned | |
| guest | assigned | |
| other | assigned | |

### Permissions

#### Book

| may | clerk | guest | other |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| export | yes | not shown | no |
| create, update, delete | no | no | no |

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

const lookup = lookUp(planOf(DOCUMENT), {});

test.each(CASES)('who holds %j', (roles, code) => {
  const transaction = beginTransaction(new World(lookup, '2026-03-16T09:00:00Z'), null, true);
  const actor = insert(transaction, 'User', { email: 'a@example.com', name: 'Ann', roles });
  expect(refusedExport(transaction.world, actor, 'Book')?.code ?? null).toBe(code);
});

test('nobody signed in is asked to sign in', () => {
  expect(refusedExport(new World(lookup, '2026-03-16T09:00:00Z'), null, 'Book')?.code).toBe('UNAUTHENTICATED');
});
