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
| create, update | no | no | no |

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

/** 6: what is left open is shown to whoever holds the role now; a relationship is held where the record says so. */
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
  // What might be held is for the engine to find out.
  expect(rights.isOpen('Book', action)).toBe(true);
});
