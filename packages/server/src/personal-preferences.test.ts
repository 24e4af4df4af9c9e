import { seed } from '@nonet/engine';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from './fixtures/serve.ts';

const FILE = 'zones.md';
const text = planText();
let product: TestServer;
const cookies = new Map<string, string>();
const ids = new Map<string, string>();

beforeAll(async () => {
  product = await serve(planFrom(FILE, text), { mode: 'dev' });
  await seed(product.engine, { demo: true });
  await signIn(product);
});
afterAll(() => product?.close());

async function signIn(server: TestServer): Promise<void> {
  const people: { id: string; email: string }[] = (await server.ask('GET', '/api/-/dev/accounts')).json();
  for (const { id, email } of people) {
    const name = email.split('@')[0] ?? '';
    ids.set(name, id);
    cookies.set(name, cookieOf(await server.ask('POST', '/api/-/dev/session', { body: { id } })));
  }
}

const as = (name: string) => ({ cookie: cookies.get(name) ?? '' });
/** Versions of the language data differ in which space stands before PM. */
const plain = (words: string) => words.replaceAll(/\s/g, ' ');
const settings = async (name: string) =>
  (await product.ask('GET', '/api/-/product', as(name))).json<{ settings: object }>().settings;
const choose = (name: string, body: unknown) => product.ask('PATCH', '/api/-/preferences', { ...as(name), body });

/** 9: it is kept with the account, and no other account has it. */
test('a person chooses the time zone in which they read, and the product’s again', async () => {
  expect(await settings('mia')).toMatchObject({ timeZone: 'Europe/Berlin', personalTimeZone: null });
  expect(await settings('nobody')).not.toHaveProperty('personalTimeZone');
  for (const zone of ['Asia/Tokyo', 'device', null]) {
    expect((await choose('mia', { time_zone: zone })).json()).toMatchObject({ time_zone: zone });
    expect(await settings('mia')).toMatchObject({ timeZone: 'Europe/Berlin', personalTimeZone: zone });
    expect(await settings('ben')).toMatchObject({ personalTimeZone: null });
    expect((await product.ask('GET', '/api/-/preferences', as('mia'))).json()).toEqual({
      time_zone: zone,
      region: null,
    });
  }
});

test.each([
  [{ time_zone: 'Mars/Olympus' }, '`time_zone` is the name of a time zone (`Europe/Lisbon`), `device`, or null.'],
  [{ time_zone: '+02:00' }, 'time_zone'],
  [{ time_zone: 'Asia/Tokyo', region: 'UK' }, '`region` is the code of a country or territory (`CH`), or null.'],
  [{}, 'time_zone'],
  [{ time_zone: null, language: 'de' }, 'language'],
  [[], 'object'],
])('%j is refused', async (body, words) => {
  const answer = await choose('ben', body);
  expect([answer.statusCode, answer.body]).toEqual([400, expect.stringContaining(words)]);
});

test('who is not signed in chooses nothing', async () => {
  expect((await product.ask('PATCH', '/api/-/preferences', { body: { time_zone: null } })).statusCode).toBe(401);
});

/** 7, 8: words that the product writes to a person have instants in their zone, with its name; the API has UTC. */
test('notices, mails and refusals have the time of their reader', async () => {
  await choose('mia', { time_zone: 'Asia/Tokyo' });
  const body = { topic: 'Plans', guest: ids.get('mia'), starts_at: '2026-01-15T09:30:00Z' };
  const answer = await product.ask('POST', '/api/meetings', { ...as('ben'), body });
  expect(answer.json()).toMatchObject({ starts_at: '2026-01-15T09:30:00.000000Z', day: '2026-01-15' });
  const inbox = async (name: string) =>
    (await product.ask('GET', '/api/-/notices', as(name)))
      .json<{ items: { subject: string }[] }>()
      .items.map(({ subject }) => plain(subject))[0];
  expect(await inbox('mia')).toBe('Plans at Jan 15, 2026, 6:30 PM GMT+9');
  expect(await inbox('ben')).toBe('Plans at Jan 15, 2026, 10:30 AM');
  const mails = plain((await product.ask('GET', '/-/mails')).body);
  expect(mails).toContain('Plans starts Jan 15, 2026, 6:30 PM GMT+9');
  const early = await product.ask('POST', '/api/meetings', { ...as('mia'), body: { ...body, topic: 'Early' } });
  expect([early.statusCode, plain(early.body)]).toEqual([
    422,
    expect.stringContaining('Mia has one at Jan 15, 2026, 6:30 PM GMT+9.'),
  ]);
});

/** Rules, computed fields and permissions judge by the product's day (expressions). */
test('the day of an instant is that of the product’s zone', async () => {
  await choose('mia', { time_zone: 'Asia/Tokyo' });
  const body = { topic: 'Late', guest: ids.get('ben'), starts_at: '2026-02-15T20:00:00Z' };
  const answer = await product.ask('POST', '/api/meetings', { ...as('mia'), body });
  expect(answer.json()).toMatchObject({ day: '2026-02-15' });
});

/** 9: what the product writes to a person has the form of their region, in the words of the product. */
test('a person reads dates and numbers in the form of their region', async () => {
  expect((await choose('mia', { time_zone: null })).json()).toEqual({ time_zone: null, region: null });
  expect((await choose('mia', { region: 'GB' })).json()).toEqual({ time_zone: null, region: 'GB' });
  expect(await settings('mia')).toMatchObject({ personalRegion: 'GB' });
  expect(await settings('ben')).toMatchObject({ personalRegion: null });
  const body = { topic: 'Budget', guest: ids.get('mia'), starts_at: '2026-03-15T15:30:00Z' };
  const answer = await product.ask('POST', '/api/meetings', { ...as('ben'), body });
  expect(answer.json()).toMatchObject({ starts_at: '2026-03-15T15:30:00.000000Z' });
  expect(plain((await product.ask('GET', '/-/mails')).body)).toContain('Budget starts 15 Mar 2026, 16:30');
  const twice = { body: { ...body, topic: 'Twice' } };
  const refused = await product.ask('POST', '/api/meetings', { ...as('mia'), ...twice });
  expect(plain(refused.body)).toContain('Mia has one at 15 Mar 2026, 16:30.');
  const others = await product.ask('POST', '/api/meetings', { ...as('ben'), ...twice });
  expect(plain(others.body)).toContain('Mia has one at Mar 15, 2026, 4:30 PM.');
  const dutch = await product.ask('POST', '/api/meetings', {
    ...as('mia'),
    ...twice,
    headers: { 'accept-language': 'nl' },
  });
  expect(plain(dutch.body)).toContain('Mia has one at 15 mrt 2026, 16:30.');
  await choose('mia', { region: null });
});

test('a document that does not allow it offers nothing', async () => {
  const other = await serve(planFrom(FILE, text.replaceAll(/\| PERSONAL_.*\n/g, '')), { mode: 'dev' });
  try {
    await seed(other.engine, { demo: true });
    const people: { id: string }[] = (await other.ask('GET', '/api/-/dev/accounts')).json();
    const cookie = cookieOf(await other.ask('POST', '/api/-/dev/session', { body: { id: people[0]?.id } }));
    expect((await other.ask('GET', '/api/-/preferences', { cookie })).statusCode).toBe(404);
    const { settings: own } = (await other.ask('GET', '/api/-/product', { cookie })).json<{ settings: object }>();
    expect(own).not.toHaveProperty('personalTimeZone');
    expect(own).not.toHaveProperty('personalRegion');
    const { paths } = (await other.ask('GET', '/api/openapi.json', { cookie })).json<{ paths: object }>();
    expect(Object.keys(paths)).not.toContain('/api/-/preferences');
  } finally {
    await other.close();
  }
});

function planText(): string {
  return `# Specification: Meetings

## 1. What the product does and for whom

People meet, wherever they are.

## 2. Screens and routes

### Meetings \`/\`

| part | is |
| --- | --- |
| kind | list of Meeting |
| for | person |
| columns | topic, starts_at, day |
| actions | create |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |

#### Demo records

| email | name |
| --- | --- |
| ben@example.com | Ben |
| mia@example.com | Mia |

### Meeting

| field | type | rules |
| --- | --- | --- |
| topic | text | ..60 |
| guest | User | |
| starts_at | datetime | |
| day | date | \`= date(starts_at)\` |
| former | datetime | \`optional, = max(Meeting.starts_at where guest == this.guest and id != this.id)\` |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Meeting create | \`former == null or former != starts_at\` | TWICE |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| person | signed in | |

### Permissions

#### Meeting

| may | person |
| --- | --- |
| read, create | yes |
| update, delete | no |

#### User

| may | person |
| --- | --- |
| read | yes |
| create, update, update email, update roles, delete | no |

## 7. The calls it makes

### Notices

#### invited

| part | is |
| --- | --- |
| when | Meeting create |
| to | guest, created_by |
| subject | {topic} at {starts_at} |

### Mails

#### invitation

| part | is |
| --- | --- |
| when | Meeting create |
| to | guest |
| subject | {topic} starts {starts_at} |

\`\`\`markdown
It starts {starts_at}.
\`\`\`

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TWICE | 422 | {guest.name} has one at {former}. | V1 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| TIME_ZONE | "Europe/Berlin" |
| PERSONAL_TIME_ZONE | "allowed" |
| PERSONAL_REGION | "allowed" |
`;
}
