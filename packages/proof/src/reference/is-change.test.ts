import { expect, test } from 'vitest';
import { planOf } from '../fixtures/plan.ts';
import { insert } from './insert.ts';
import { lookUp } from './lookup.ts';
import { perform } from './perform.ts';
import { beginTransaction } from './transaction.ts';
import { World } from './world.ts';

const DOCUMENT = `# Tools

## 1. Purpose

none

## 2. Screens

none

## 3. Entities

### Tool

| field | type | rules |
| --- | --- | --- |
| name | text | |
| note | text | optional |
| status | state | |

| setting | is |
| --- | --- |
| history | kept |

## 4. States

### Tool.status

| state | kind |
| --- | --- |
| kept | initial |
| gone | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| clear | kept | same | person | \`for each in Tool: each.note = null\` |
| scrap | kept | gone | person | |

## 5. Rules

none

## 6. Roles

### Roles

| role | is given to |
| --- | --- |
| person | signed in |

### Permissions

#### Tool

| may | person | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete, history | no | no |

#### User

| may | person | others |
| --- | --- | --- |
| read, create, update, delete, update email, update roles | no | no |

## 7. Calls

none

## 8. Errors

none

## 9. Constants

none
`;

test('3: a history has an event, and an effect on another record where that changes', () => {
  const transaction = beginTransaction(new World(lookUp(planOf(DOCUMENT), {}), '2026-03-16T09:00:00.000Z'), null, true);
  const person = insert(transaction, 'User', { email: 'a@example.com', name: 'a', roles: [] });
  const [cleared, empty, noted] = [null, null, 'worn'].map((note) => insert(transaction, 'Tool', { name: 'a', note }));
  const { world, refused } = perform(transaction.world, person, {
    kind: 'fire',
    entity: 'Tool',
    id: cleared ?? '',
    event: 'clear',
    body: {},
  });
  expect(refused).toBeNull();
  const actions = [cleared, empty, noted].map((id) => world.history(id ?? '').map(({ action }) => action));
  expect(actions).toEqual([['clear'], [], ['update']]);
});
