import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, refusalOf, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

// A list of owned children shows what their owners say: `columns: code, purchase.buyer, purchase.buyer.name`.

const DOCUMENT = `# Tickets

## 1. What the product does and for whom

Tickets are bought.

## 3. Entities and their fields

### Buyer

| field | type | rules |
| --- | --- | --- |
| name | text | |

### Purchase

| field | type | rules |
| --- | --- | --- |
| buyer | Buyer | |
| secret_note | text | optional |
| tickets | list of Ticket | |

| setting | is |
| --- | --- |
| title | {buyer.name} |

### Ticket

| field | type | rules |
| --- | --- | --- |
| code | text | |

### User

#### Demo records

| email | name |
| --- | --- |
| olli@example.com | Olli |

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| office | signed in |

### Permissions

#### Buyer

| may | office | others |
| --- | --- | --- |
| read, create | yes | no |

#### Purchase

| may | office | others |
| --- | --- | --- |
| read, create | yes | no |
| read secret_note | no | no |
`;

let story: Story;
let office: Actor;

const none = { ifMatch: null };

beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  office = await story.actor('olli@example.com');
  const buyer = await story.engine.create(office, 'Buyer', { name: 'Kaisa' }, none);
  await story.engine.create(office, 'Purchase', { buyer: buyer.record.id, tickets: [{ code: 'T-1' }] }, none);
});
afterAll(() => story.end());

const asked = async (fields: string, expand: string | null) => {
  const { items } = await story.engine.list(office, 'Ticket', { ...WHOLE_LIST, fields, expand });
  return items[0];
};

test.each([
  ['code,purchase.buyer.name', null, { code: 'T-1', purchase: { _title: 'Kaisa', buyer: { name: 'Kaisa' } } }],
  ['code,purchase.buyer', 'purchase.buyer', { code: 'T-1', purchase: { buyer: { _title: 'Kaisa', name: 'Kaisa' } } }],
  ['code,parent.buyer.name', null, { code: 'T-1', parent: { buyer: { name: 'Kaisa' } } }],
  ['purchase', null, { purchase: expect.any(String) }],
])('the fields %s of an owned child', async (fields, expand, expected) => {
  expect(await asked(fields, expand)).toMatchObject(expected);
});

test('of its owner nobody sees what they may not read', async () => {
  expect((await refusalOf(asked('code,purchase.secret_note', null))).code).toBe('INVALID');
});
