import type { DashboardView } from '@nonet/client';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const SHOWS = [
  ['sum(Bonus.amount)', '', 'number'],
  ['sum(Bonus.hours)', '', 'number'],
  ['sum(Bonus.share)', '', 'number'],
  ['sum(Bonus.doubled)', '', 'number'],
  ['sum(amount * 2 of Bonus)', '', 'number'],
  ['sum(hours + 1 of Bonus)', '', 'number'],
  ['avg(Bonus.hours)', '', 'number'],
  ['avg(Bonus.amount)', '', 'number'],
  ['min(Bonus.hours)', '', 'number'],
  ['max(Bonus.day where day != null)', '', 'number'],
  ['min(Bonus.note where note != null)', '', 'number'],
  ['max(Bonus.spent)', '', 'number'],
  ['count(Bonus where hours > 1)', '', 'number'],
  ['count(Bonus)', 'note', 'bar'],
  ['count(Bonus)', 'level', 'pie'],
  ['count(Bonus)', 'if day != null then month(day) else null', 'line'],
  ['count(Bonus)', 'by_whom', 'table'],
  ['sum(Bonus.amount)', 'is_paid', 'table'],
  ['avg(Bonus.hours)', 'name', 'bar'],
] as const;

const FIELDS = ['amount', 'hours', 'share', 'spent', 'day', 'note', 'is_paid', 'level', 'by_whom', 'doubled'];

const DOCUMENT = `# Specification: Bonuses

## 1. What the product does and for whom

A team has bonuses, whose amounts only the manager sees.

## 2. Screens and routes

### Overview \`/overview\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | everyone |

| tile | shows | by | as |
| --- | --- | --- | --- |
${SHOWS.map(([shows, by, as], place) => `| Tile ${place} | ${shows} | ${by} | ${as} |`).join('\n')}

## 3. Entities and their fields

### Bonus

| field | type | rules |
| --- | --- | --- |
| name | text | |
| amount | money | default 1 |
| hours | integer | default 2 |
| share | decimal(8, 2) | default 0.5 |
| spent | duration | default 1 hour |
| day | date | optional |
| note | text | optional |
| is_paid | boolean | default false |
| level | enum(low, high) | default low |
| by_whom | User | optional, clear |
| doubled | decimal(8, 2) | = share * 2 |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| manager | assigned |
| member | assigned |

### Permissions

#### Bonus

| may | manager | member |
| --- | --- | --- |
| read | yes | yes |
${FIELDS.map((field) => `| read ${field} | yes | no |`).join('\n')}
| create, update, delete | yes | no |

#### User

| may | manager | member |
| --- | --- | --- |
| read | yes | yes |
| create, update, delete, update roles, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;

let team: TestServer;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  team = await serve(planFrom('bonuses.md', DOCUMENT));
  for (const role of ['manager', 'member']) cookies[role] = await join(team, `${role}@example.com`, [role]);
  await team.engine.pool.query(
    `insert into product.bonus (name, amount, hours, share, spent, is_paid, level) values ('A', 1, 2, 0.5, '1 hour', false, 'low')`,
  );
});
afterAll(() => team?.close());

// A tile that reads a field which no holder of a role may read does not exist for them.
test.each([
  ['manager', SHOWS.length],
  ['member', 0],
])('a dashboard over what not everybody may read is answered to the %s, with %i tiles', async (role, count) => {
  const answer = await team.ask('GET', '/api/-/dashboards/overview', { cookie: cookies[role] ?? '' });
  expect(answer.statusCode, answer.body).toBe(200);
  const { tiles } = answer.json<DashboardView>();
  expect(tiles).toHaveLength(count);
  expect(tiles.filter(({ late, open }) => late || open !== null)).toEqual([]);
});
