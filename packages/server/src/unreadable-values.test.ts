import type { DashboardView } from '@nonet/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

/** Queries of fields that one reader may read, and another never (6): each is null there, of the field's type. */
const TILES: readonly (readonly [shows: string, by: string])[] = [
  ['sum(Parcel.weight)', ''],
  ['avg(Parcel.weight)', ''],
  ['min(Parcel.price)', ''],
  ['max(Parcel.day)', ''],
  ['min(Parcel.label)', ''],
  ['sum(Parcel.double)', ''],
  ['count(Parcel where abs(weight) > 1)', ''],
  ['count(Parcel where round(price) > 1 EUR)', ''],
  ['count(Parcel where sign(weight) == 1 and month(day) < today())', ''],
  ['count(Parcel where size(label) > 1 or lowerAscii(label).contains("a"))', ''],
  ['count(Parcel where least(weight, 3) < 3)', ''],
  ['count(Parcel where hour(at) > 3 and at + 1 day > now())', ''],
  ['count(Parcel where text(weight) == "1" or weight in [1, 2])', ''],
  ['sum(Parcel.weight)', 'month(day)'],
  ['sum(Parcel.price)', 'year(day)'],
  ['avg(Parcel.weight)', 'label'],
  ['count(Parcel)', 'level'],
  [
    'count(Parcel where (if other == null then today() else other.day) > today() or other != null and abs(other.weight) > 1)',
    '',
  ],
];

const DOCUMENT = `# Specification: Parcels

## 1. What the product does and for whom

Parcels are weighed.

## 2. Screens and routes

### Overview \`/overview\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | clerk, guest |

| tile | shows | by |
| --- | --- | --- |
${TILES.map(([shows, by], at) => `| Tile ${at} | \`${shows}\` | ${by === '' ? '' : `\`${by}\``} |`).join('\n')}

## 3. Entities and their fields

### Parcel

| field | type | rules |
| --- | --- | --- |
| label | text | |
| weight | integer | |
| price | money in EUR | |
| day | date | |
| at | datetime | |
| level | enum(low, high) | |
| other | Parcel | optional |
| double | integer | \`= weight * 2\` |
| stamp | Stamp | optional |

### Stamp

| field | type | rules |
| --- | --- | --- |
| size | integer | |
| day | date | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| clerk | assigned |
| guest | assigned |

### Permissions

#### Parcel

| may | clerk | others |
| --- | --- | --- |
| read | yes | yes |
| read label, weight, price, day, at, level, double | yes | no |
| create, update, delete | no | no |

#### Stamp

| may | clerk | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete | no | no |

#### User

| may | others |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

### Answered

| setting | is |
| --- | --- |
| base | /exact |

| call | by | does | answers |
| --- | --- | --- | --- |
| \`GET /parcels\` | clerk, guest | \`list Parcel order created_at\` | \`[Told]\` |

### Shapes

#### Told of Parcel

| property | is |
| --- | --- |
| weight | if other == null then weight else other.weight |
| size | if stamp == null then weight else stamp.size |
| day | if stamp == null then day else stamp.day |
| at? | stamp.day |

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let served: TestServer;
beforeAll(async () => {
  served = await serve(planFrom('parcels.md', DOCUMENT));
  await served.engine.pool.query(
    `with stamp as (insert into product.stamp (size, day) values (7, '2026-04-01') returning id)
     insert into product.parcel (label, weight, price, day, at, level, stamp)
     select 'Ab', 3, 4.5, '2026-03-01', '2026-03-01T10:00Z', 'low', id from stamp`,
  );
});
afterAll(() => served?.close());

test.each(['clerk', 'guest'])('every tile is drawn for somebody who is a %s', async (role) => {
  const cookie = await join(served, `${role}@example.com`, [role]);
  const answer = await served.ask('GET', '/api/-/dashboards/overview', { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  const summed = answer.json<DashboardView>().tiles.find(({ name }) => name === 'Tile 0');
  expect(summed?.value ?? null).toEqual(role === 'clerk' ? 3 : null);
});

test.each([
  ['clerk', { weight: 3, size: 7, day: '2026-04-01', at: '2026-04-01' }],
  ['guest', { weight: null, size: null, day: null }],
])('an exact call shows a %s the readable fields of a referenced record', async (role, expected) => {
  const cookie = await join(served, `exact-${role}@example.com`, [role]);
  const answer = await served.ask('GET', '/exact/parcels', { cookie });
  expect(answer.statusCode, answer.body).toBe(200);
  expect(answer.json()).toEqual([expected]);
});

test.each([
  ['clerk', 'Ab'],
  ['guest', null],
])(
  'a record is called for a %s by what they may read of its title, or else by the end of its id',
  async (role, title) => {
    const cookie = await join(served, `title-${role}@example.com`, [role]);
    const ask = async (path: string) => (await served.ask('GET', path, { cookie })).json();
    const endOf = ({ id }: { readonly id: string }) => `#${id.slice(-6)}`;
    const { items } = await ask('/api/parcels');
    expect(items).toMatchObject([{ _title: title ?? endOf(items[0]) }]);
    const record = await ask(`/api/parcels/${items[0].id}`);
    expect(record._title).toBe(title ?? endOf(record));
  },
);
