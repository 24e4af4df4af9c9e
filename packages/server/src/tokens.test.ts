import { readFileSync } from 'node:fs';
import type { ApiTokenView, NewApiTokenView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let mia: string;
let ann: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  ann = await join(desk, 'ann@example.com', ['agent']);
  await desk.ask('POST', '/api/tickets', { cookie: mia, body: { subject: 'A stuck door' } });
});
afterAll(() => desk?.close());

async function make(cookie: string, body: object): Promise<NewApiTokenView> {
  const answer = await desk.ask('POST', '/api/-/tokens', { cookie, body });
  expect(answer.statusCode, answer.body).toBe(201);
  return answer.json();
}
const as = (token: string, method: 'GET' | 'POST' | 'DELETE', url: string, body?: object) =>
  desk.ask(method, url, { headers: { authorization: `Bearer ${token}` }, ...(body ? { body } : {}) });
const subjects = async (token: string) =>
  (await as(token, 'GET', '/api/tickets')).json().items?.map(({ subject }: { subject: string }) => subject);

describe('an API token ends', () => {
  const NEW = 'another long password';
  const ended = async (act: (id: string, cookie: string) => Promise<unknown>) => {
    const email = `${Math.random().toString(36).slice(2)}@example.com`;
    const cookie = await join(desk, email);
    const { token } = await make(cookie, { name: 'Report' });
    const { user } = (await desk.ask('GET', '/api/-/session', { cookie })).json();
    expect((await as(token, 'GET', '/api/tickets')).statusCode).toBe(200);
    await act(user.id, cookie);
    return (await as(token, 'GET', '/api/tickets')).statusCode;
  };
  const query = (text: string, id: string) => desk.engine.pool.query(text, [id]);

  test.each<[string, (id: string, cookie: string) => Promise<unknown>]>([
    [
      'with a changed password',
      (_id, cookie) =>
        desk.ask('POST', '/api/-/password', { cookie, body: { current: 'a long enough password', password: NEW } }),
    ],
    ['with a password that was set', async (id) => desk.product.current()?.sessions.setPassword(id, NEW)],
    ['with a new address', (id) => query(`update product."user" set email = 'new-' || email where id = $1`, id)],
    ['with its user', (id) => query('delete from product."user" where id = $1', id)],
    ['with a user who is hidden', (id) => query('update product."user" set _deleted_at = now() where id = $1', id)],
  ])('%s', async (_what, act) => {
    expect(await ended(act)).toBe(401);
  });

  test('and not with another name', async () => {
    expect(await ended((id) => query(`update product."user" set name = 'Other' where id = $1`, id))).toBe(200);
  });
});

test('API tokens of somebody else are listed and ended by whoever may disable their user, and by nobody else', async () => {
  const row = '| create, update, delete, update roles, update email | no | no | no |';
  const text = readFileSync(new URL('fixtures/desk.md', import.meta.url), 'utf8').replace(
    row,
    `${row}\n| update disabled | no | yes | no |`,
  );
  const office = await serve(planFrom('desk.md', text));
  try {
    const [owner, other] = [await join(office, 'owner@example.com'), await join(office, 'other@example.com')];
    const agent = await join(office, 'agent@example.com', ['agent']);
    const { user } = (await office.ask('GET', '/api/-/session', { cookie: owner })).json();
    const { id } = (await office.ask('POST', '/api/-/tokens', { cookie: owner, body: { name: 'Report' } })).json();
    const ask = (method: 'GET' | 'DELETE', cookie: string, whose: string) =>
      office.ask(method, `/api/-/tokens${method === 'GET' ? '' : `/${id}`}?user=${whose}`, { cookie });
    expect((await ask('GET', other, user.id)).statusCode).toBe(403);
    expect((await ask('DELETE', other, user.id)).statusCode).toBe(403);
    expect((await ask('GET', agent, 'nobody')).statusCode).toBe(404);
    expect((await ask('GET', owner, user.id)).json()).toMatchObject([{ id, name: 'Report' }]);
    expect((await ask('GET', agent, user.id)).json()).toMatchObject([{ id, name: 'Report' }]);
    expect((await ask('DELETE', agent, user.id)).statusCode).toBe(204);
    expect((await ask('GET', agent, user.id)).json()).toEqual([]);
  } finally {
    await office.close();
  }
});

test('no sessions and tokens of a deleted account are left', async () => {
  const cookie = await join(desk, 'gone@example.com');
  await make(cookie, { name: 'Report' });
  const { user } = (await desk.ask('GET', '/api/-/session', { cookie })).json();
  const { pool } = desk.engine;
  await pool.query('delete from product."user" where id = $1', [user.id]);
  for (const table of [
    'credential',
    'session',
    'api_token',
    'password_link',
    'identity',
    'saved_view',
    'known_browser',
  ])
    expect((await pool.query(`select from nonet.${table} where user_id = $1`, [user.id])).rowCount, table).toBe(0);
  expect((await pool.query(`select from nonet.login_attempt where email = 'gone@example.com'`)).rowCount).toBe(0);
});

describe('an API token', () => {
  test('acts as its maker, and is shown once', async () => {
    const made = await make(mia, { name: 'Nightly report' });
    expect(made.token).toMatch(/^nonet_[\w-]{43}$/);
    expect(await subjects(made.token)).toEqual(['A stuck door']);
    const answer = await as(made.token, 'POST', '/api/tickets', { subject: 'By a program' });
    const { user } = (await desk.ask('GET', '/api/-/session', { cookie: mia })).json();
    expect(answer.json().created_by).toBe(user.id);
    const { body } = await desk.ask('GET', '/api/-/tokens', { cookie: mia });
    expect(body).not.toContain(made.token);
    expect((JSON.parse(body) as ApiTokenView[])[0]).toMatchObject({ name: 'Nightly report', roles: null });
    expect((JSON.parse(body) as ApiTokenView[])[0]?.used_at).not.toBeNull();
    const { rows } = await desk.engine.pool.query('select t::text as row from nonet.api_token t');
    expect(JSON.stringify(rows)).not.toContain(made.token.slice(6));
  });

  test('has the roles that it was lent, and none that its maker lost', async () => {
    const all = await make(ann, { name: 'all' });
    const none = await make(ann, { name: 'none', roles: [] });
    const agent = await make(ann, { name: 'agent', roles: ['agent'] });
    expect(await subjects(all.token)).toContain('A stuck door');
    expect(await subjects(agent.token)).toContain('A stuck door');
    // Ann asked for nothing herself.
    expect(await subjects(none.token)).toEqual([]);
    await desk.engine.pool.query(`update product."user" set roles = '{}' where email = 'ann@example.com'`);
    expect(await subjects(agent.token)).toEqual([]);
    await desk.engine.pool.query(`update product."user" set roles = '{agent}' where email = 'ann@example.com'`);
  });

  test.each([
    [{ name: 'wider', roles: ['agent'] }, 'roles'],
    [{ name: ' ' }, 'name'],
    [{ name: 'x', days: 0 }, 'days'],
    [{ name: 'x', days: 10_000 }, 'days'],
    [{ name: 'x', days: '5' }, 'days'],
    [{ roles: 'agent' }, 'name, roles'],
    [{ name: 'x', colour: 'red' }, 'colour'],
  ])('is not made of %j', async (body, fields) => {
    const answer = await desk.ask('POST', '/api/-/tokens', { cookie: mia, body });
    expect(answer.statusCode).toBe(400);
    expect(
      answer
        .json()
        .errors.map(({ field }: { field: string }) => field)
        .join(', '),
    ).toBe(fields);
  });

  test('opens nothing once revoked, out of date, or its maker disabled; and nobody else revokes it', async () => {
    const revoked = await make(mia, { name: 'revoked' });
    const dated = await make(mia, { name: 'dated' });
    const left = await make(mia, { name: 'left' });
    expect((await desk.ask('DELETE', `/api/-/tokens/${revoked.id}`, { cookie: ann })).statusCode).toBe(404);
    expect((await desk.ask('DELETE', `/api/-/tokens/${revoked.id}`, { cookie: mia })).statusCode).toBe(204);
    await desk.engine.pool.query('update nonet.api_token set expires_at = now() where id = $1', [dated.id]);
    for (const { token } of [revoked, dated, { token: `nonet_${'x'.repeat(43)}` }]) {
      expect((await as(token, 'GET', '/api/tickets')).statusCode).toBe(401);
    }
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'mia@example.com'`);
    expect((await as(left.token, 'GET', '/api/tickets')).statusCode).toBe(401);
    await desk.engine.pool.query(`update product."user" set disabled = false where email = 'mia@example.com'`);
    expect((await as(left.token, 'GET', '/api/tickets')).statusCode).toBe(200);
  });

  test('begets, shows and revokes no other', async () => {
    const { token, id } = await make(mia, { name: 'only itself' });
    for (const [method, url] of [
      ['GET', '/api/-/tokens'],
      ['POST', '/api/-/tokens'],
      ['POST', '/api/-/password'],
      ['DELETE', `/api/-/tokens/${id}`],
    ] as const) {
      expect((await as(token, method, url, method === 'POST' ? { name: 'child' } : undefined)).statusCode).toBe(403);
    }
    expect((await desk.ask('GET', '/api/-/tokens')).statusCode).toBe(401);
  });

  test('wins over the cookie that comes with it', async () => {
    const { token } = await make(mia, { name: 'mine' });
    const answer = await desk.ask('GET', '/api/-/session', {
      cookie: ann,
      headers: { authorization: `Bearer ${token}` },
    });
    expect(answer.json().user.email).toBe('mia@example.com');
  });

  test('a person has a limited number of them', async () => {
    const full = await join(desk, 'full@example.com');
    const answers = [];
    for (let count = 0; count < 51; count += 1)
      answers.push(await desk.ask('POST', '/api/-/tokens', { cookie: full, body: { name: `token ${count}` } }));
    expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(50);
    expect(answers.at(-1)?.json().detail).toContain('revoke one first');
  });
});
