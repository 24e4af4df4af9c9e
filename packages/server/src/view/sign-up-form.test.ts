import { checkDocument } from '@nonet/language';
import { expect, test } from 'vitest';
import { Rights } from './rights.ts';
import { screenView } from './screens.ts';

const DOCUMENT = `# Club

## 1. Purpose

none

## 2. Screens

### Join \`/join\`

| part | is |
| --- | --- |
| kind | sign up |
| for | everyone |

## 3. Entities

### User

| field | type | rules |
| --- | --- | --- |
| nick | text | ..20 |
| badge | text | ..20 |

## 4. States

none

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |
| boss | assigned |

### Permissions

#### User

| may | visitor | boss |
| --- | --- | --- |
| read, update, update email, update roles, delete | no | no |
| create | yes | yes |
| update badge | no | yes |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

/** 2, 6: a person who signs up has no account yet, so the form is the same for all readers. */
test('a sign-up asks for what is required by the rights of nobody', () => {
  const { plan } = checkDocument({ path: 'spec.md', text: DOCUMENT }, () => ({ kind: 'missing' }));
  const [screen] = plan?.screens ?? [];
  if (!plan || screen === undefined) throw new Error('The document has errors.');
  for (const actor of [
    { userId: null, roles: [] },
    { userId: 'someone', roles: ['boss'] },
  ]) {
    const asked = screenView(new Rights(plan, actor), screen).groups.flatMap(({ columns }) => columns);
    expect(asked.map(({ path }) => path.join('.')).toSorted()).toEqual(['email', 'name', 'nick']);
    expect(asked.every(({ field }) => field.onCreate)).toBe(true);
  }
});
