import type { HistoryEntryView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Bonuses

## 1. What the product does and for whom

A team has bonuses, whose amounts only the manager sees.

## 2. Screens and routes

none

## 3. Entities and their fields

### Bonus

| field | type | rules |
| --- | --- | --- |
| name | text | |
| hours | integer | default 2 |
| key | secret | optional |
| parts | list of Part | |

| setting | is |
| --- | --- |
| history | kept |

### Part

| field | type | rules |
| --- | --- | --- |
| weight | integer | |

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
| clerk | assigned |

### Permissions

#### Bonus

| may | manager | member | clerk |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| read hours | yes | no | no |
| update | yes | no | yes |
| create, delete | yes | no | no |
| history | yes | yes | yes |

#### Part

| may | manager | member | clerk |
| --- | --- | --- | --- |
| read, create, update, delete | yes | yes | yes |
| read weight | yes | no | no |

#### User

| may | manager | member | clerk |
| --- | --- | --- | --- |
| read | yes | yes | yes |
| create, update, delete, update roles, update email | no | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let team: TestServer;
const cookies: Record<string, string> = {};

beforeAll(async () => {
  team = await serve(planFrom('bonuses.md', DOCUMENT));
  for (const role of ['manager', 'member', 'clerk']) cookies[role] = await join(team, `${role}@example.com`, [role]);
});
afterAll(() => team?.close());

test('a history does not disclose when and by whom an unreadable field was changed', async () => {
  const cookie = cookies['manager'] ?? '';
  const { id } = (await team.ask('POST', '/api/bonuses', { cookie, body: { name: 'A' } })).json<{ id: string }>();
  for (const body of [{ hours: 3 }, { name: 'B' }, { name: 'C', hours: 4 }]) {
    const { etag } = (await team.ask('GET', `/api/bonuses/${id}`, { cookie })).headers;
    const headers = { 'if-match': String(etag) };
    expect((await team.ask('PATCH', `/api/bonuses/${id}`, { cookie, body, headers })).statusCode).toBe(200);
  }
  const seenBy = async (role: string) =>
    (await team.ask('GET', `/api/bonuses/${id}/history`, { cookie: cookies[role] ?? '' }))
      .json<HistoryEntryView[]>()
      .map(({ action, changes }) => [action, ...changes.map(({ field }) => field)]);
  expect(await seenBy('manager')).toEqual([
    ['update', 'name', 'hours'],
    ['update', 'name'],
    ['update', 'hours'],
    ['create', 'name', 'hours'],
  ]);
  expect(await seenBy('member')).toEqual([
    ['update', 'name'],
    ['update', 'name'],
    ['create', 'name'],
  ]);
});

describe('whoever may write what they may not read does not learn whether it was the same', () => {
  test.each<[string, (part: string) => object]>([
    ['a field', () => ({ hours: 3 })],
    ['a field, beside one that stays as it is', () => ({ hours: 3, name: 'A' })],
    ['a field, beside one that changes', () => ({ hours: 3, name: 'B' })],
    ['a secret', () => ({ key: 'x' })],
    ['a field of an owned child', (part) => ({ parts: [{ id: part, weight: 3 }] })],
  ])('%s', async (_what, bodyFor) => {
    const [manager, clerk] = [cookies['manager'] ?? '', cookies['clerk'] ?? ''];
    const seen = [];
    for (const [hours, key] of [
      [3, 'x'],
      [4, 'y'],
    ]) {
      const body = { name: 'A', hours, key, parts: [{ weight: hours }] };
      const created = await team.ask('POST', '/api/bonuses', { cookie: manager, body });
      expect(created.statusCode, created.body).toBe(201);
      const { id, parts } = created.json();
      const before = await team.ask('GET', `/api/bonuses/${id}`, { cookie: clerk });
      const headers = { 'if-match': String(before.headers.etag) };
      const request = { cookie: clerk, body: bodyFor(parts[0].id), headers };
      const answer = await team.ask('PATCH', `/api/bonuses/${id}`, request);
      expect(answer.statusCode, answer.body).toBe(200);
      const history = await team.ask('GET', `/api/bonuses/${id}/history`, { cookie: clerk });
      seen.push([
        answer.headers.etag !== before.headers.etag,
        answer.json().updated_at !== before.json().updated_at,
        answer.json().updated_by !== before.json().updated_by,
        history.json().map(({ action, changes }: HistoryEntryView) => [action, changes.map(({ field }) => field)]),
      ]);
    }
    expect(seen[0]).toEqual(seen[1]);
    expect(seen[0]?.slice(0, 3)).toEqual([true, true, true]);
  });
});
