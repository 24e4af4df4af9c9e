import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Actor } from '../../engine.ts';
import { planOfDocument, startStory, type Story } from '../../fixtures/story.ts';
import { WHOLE_LIST } from '../../fixtures/whole-list.ts';

// Conditions on what references lead to, in lists and in cells of point 6: one statement that may begin at either end.

const list = (name: string, where: string) => `### ${name} \`/${name.toLowerCase()}\`

| part | is |
| --- | --- |
| kind | list of Claim |
| for | clerk, half, owner_of_firm |
| where | \`${where}\` |
| columns | note |
`;

const DOCUMENT = `# Claims

## 1. What the product does and for whom

Members hand in claims.

## 2. Screens and routes

${list('Accounts', 'member.account == user')}
${list('Owned', 'member.firm.owner == user')}
${list('Regions', 'member.firm.region.head == user')}
${list('North', '"North" == member.firm.region.name')}
${list('Others', 'member.firm.owner != user')}

## 3. Entities and their fields

### Region

| field | type | rules |
| --- | --- | --- |
| name | text | |
| head | User | optional |

### Firm

| field | type | rules |
| --- | --- | --- |
| name | text | |
| owner | User | optional |
| region | Region | |

### Member

| field | type | rules |
| --- | --- | --- |
| name | text | |
| account | User | optional |
| firm | Firm | |

| setting | is |
| --- | --- |
| delete | soft |

### Claim

| field | type | rules |
| --- | --- | --- |
| member | Member | |
| note | text | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |
| owner_of_firm | assigned |
| half | assigned |

### Permissions

#### User, Region

| may | clerk | half | owner_of_firm | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| create, update, delete | no | no | no | no |

#### Firm

| may | clerk | half | owner_of_firm | others |
| --- | --- | --- | --- | --- |
| read | yes | \`name == "One"\` | yes | no |
| create, update, delete | no | no | no | no |

#### Member

| may | clerk | half | owner_of_firm | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | yes | no |
| create, update, delete, restore | no | no | no | no |

#### Claim

| may | clerk | half | owner_of_firm | others |
| --- | --- | --- | --- | --- |
| read | yes | yes | \`member.firm.owner == user\` | no |
| create, update, delete | no | no | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let story: Story;
let ada: string;

beforeAll(async () => {
  story = await startStory(planOfDocument(DOCUMENT));
  const { rows } = await story.engine.pool.query<{ id: string }>(`
    with ada as (insert into product."user" (email, name, roles) values ('ada@example.com', 'Ada', '{}') returning id),
      bob as (insert into product."user" (email, name, roles) values ('bob@example.com', 'Bob', '{}') returning id),
      north as (insert into product.region (name, head) select 'North', id from ada returning id),
      south as (insert into product.region (name, head) values ('South', null) returning id),
      one as (insert into product.firm (name, owner, region) select 'One', ada.id, north.id from ada, north returning id),
      two as (insert into product.firm (name, owner, region) select 'Two', ada.id, south.id from ada, south returning id),
      three as (insert into product.firm (name, owner, region) select 'Three', null, north.id from north returning id),
      members as (
        insert into product.member (name, account, firm, _deleted_at)
        select m.name, m.account, m.firm, m.gone from (
          select 'a' as name, ada.id as account, one.id as firm, null::timestamptz as gone from ada, one
          union all select 'b', bob.id, two.id, null from bob, two
          union all select 'c', null, three.id, null from three
          union all select 'd', ada.id, one.id, now() from ada, one) m
        returning id, name),
      claims as (insert into product.claim (member, note) select id, 'of ' || name from members)
    select id from ada`);
  ada = rows[0]?.id ?? '';
});
afterAll(() => story.end());

test.each<[screen: string | null, role: string, notes: readonly string[]]>([
  ['accounts', 'clerk', ['of a']],
  ['owned', 'clerk', ['of a', 'of b']],
  ['regions', 'clerk', ['of a', 'of c']],
  ['north', 'clerk', ['of a', 'of c']],
  ['others', 'clerk', ['of c', 'of d']],
  // Whoever may not read a firm finds nothing by it.
  ['owned', 'half', ['of a']],
  ['regions', 'half', ['of a']],
  [null, 'owner_of_firm', ['of a', 'of b', 'of d']],
  ['accounts', 'owner_of_firm', ['of a']],
])('2, 6: %s for %s', async (screen, role, notes) => {
  const actor: Actor = { userId: ada, roles: [role] };
  const query = { ...WHOLE_LIST, screen, order: 'note', count: true };
  const { items, count } = await story.engine.list(actor, 'Claim', query);
  expect([items.map(({ note }) => note), count]).toEqual([notes, notes.length]);
});
