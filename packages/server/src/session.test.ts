import type { OpenSessionView } from '@nonet/client';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { cookieOf, join, serve, signIn, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let mia: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'), { trustProxy: 1 });
  mia = await join(desk, 'mia@example.com');
});
afterAll(() => desk?.close());

const post = (email: string, password: string, headers: Record<string, string> = {}) =>
  desk.ask('POST', '/api/-/session', { body: { email, password }, headers });

describe('one’s own sessions', () => {
  test('are listed with their device, network and last use, and each is ended by nobody else', async () => {
    const agent = { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };
    const olga = await join(desk, 'olga@example.com');
    const other = await join(desk, 'otis@example.com');
    const second = cookieOf(await post('olga@example.com', 'a long enough password', agent));
    const listed = async (cookie: string) =>
      (await desk.ask('GET', '/api/-/sessions', { cookie })).json<OpenSessionView[]>();
    const found = await listed(second);
    expect(found.map(({ device, network, current }) => [device, network, current])).toEqual(
      expect.arrayContaining([
        ['Firefox, Linux', '127.0.0.1', true],
        [null, '127.0.0.1', false],
      ]),
    );
    const mine = found.find(({ current }) => !current);
    const end = (cookie: string) => desk.ask('DELETE', `/api/-/sessions/${mine?.id}`, { cookie });
    expect((await end(other)).statusCode).toBe(404);
    expect((await end(second)).statusCode).toBe(204);
    expect((await desk.ask('GET', '/api/-/session', { cookie: olga })).json()).toEqual({ user: null });
    expect(await listed(second)).toHaveLength(1);
    expect((await desk.ask('GET', '/api/-/sessions')).statusCode).toBe(401);
  });

  test('have their last use noted', async () => {
    const cookie = await join(desk, 'pam@example.com');
    await desk.engine.pool.query(`update nonet.session set seen_at = now() - interval '1 hour'`);
    const seen = async () =>
      (await desk.ask('GET', '/api/-/sessions', { cookie })).json<OpenSessionView[]>().map(({ seen_at }) => seen_at);
    await expect.poll(async () => Date.now() - Date.parse((await seen())[0] ?? '')).toBeLessThan(60_000);
  });
});

describe('signing in', () => {
  test('sets a cookie that scripts and other sites do not get', async () => {
    const answer = await post('mia@example.com', 'a long enough password');
    expect(answer.json()).toMatchObject({ user: { email: 'mia@example.com', roles: [] } });
    expect(String(answer.headers['set-cookie'])).toMatch(
      /^nonet_session=[\w-]{43}; Max-Age=\d+; Path=\/; HttpOnly; SameSite=Lax,nonet_browser=[\w-]{43}; Max-Age=31536000; Path=\/; HttpOnly; SameSite=Lax$/,
    );
  });

  test('over https the cookie is bound to the host', async () => {
    const answer = await post('mia@example.com', 'a long enough password', { 'x-forwarded-proto': 'https' });
    expect(String(answer.headers['set-cookie'])).toMatch(/^__Host-nonet_session=.*; Secure/);
    expect(answer.headers['strict-transport-security']).toBe('max-age=31536000');
  });

  test('a wrong password and an unknown address are answered alike', async () => {
    const known = await post('mia@example.com', 'wrong');
    const unknown = await post('nobody@example.com', 'wrong');
    expect(known.statusCode).toBe(401);
    expect(unknown.statusCode).toBe(401);
    expect(known.body).toBe(unknown.body);
    expect(known.headers['set-cookie']).toBeUndefined();
  });

  test('after LOGIN_ATTEMPTS an address waits', async () => {
    await join(desk, 'max@example.com');
    const answers = [];
    for (let count = 0; count < 4; count += 1) answers.push(await post('max@example.com', 'wrong'));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([401, 401, 401, 429]);
    expect(answers[3]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', clause: '9.LOGIN_ATTEMPTS' });
    expect(Number(answers[3]?.headers['retry-after'])).toBeGreaterThan(3500);
  });

  test('takes two texts and nothing else', async () => {
    const answer = await desk.ask('POST', '/api/-/session', { body: { email: 1, roles: ['agent'] } });
    expect(answer.statusCode).toBe(400);
    expect(answer.json().errors.map(({ field }: { field: string }) => field)).toEqual(['email', 'password', 'roles']);
  });

  test('a new session replaces the one that the request came with', async () => {
    const first = await signIn(desk, 'mia@example.com');
    const second = await desk.ask('POST', '/api/-/session', {
      cookie: first,
      body: { email: 'mia@example.com', password: 'a long enough password' },
    });
    expect((await desk.ask('GET', '/api/-/session', { cookie: first })).json()).toEqual({ user: null });
    expect((await desk.ask('GET', '/api/-/session', { cookie: cookieOf(second) })).json().user).not.toBeNull();
  });

  test('signing out ends the session itself', async () => {
    const cookie = await signIn(desk, 'mia@example.com');
    const answer = await desk.ask('DELETE', '/api/-/session', { cookie });
    expect(answer.statusCode).toBe(204);
    expect(String(answer.headers['set-cookie'])).toMatch(/^nonet_session=;/);
    expect((await desk.ask('GET', '/api/-/session', { cookie })).json()).toEqual({ user: null });
  });

  test('changed roles and a disabled user count on the next request', async () => {
    const cookie = await join(desk, 'ida@example.com');
    const rate = () => desk.ask('POST', '/api/ratings', { cookie, body: { points: 3 } });
    expect((await rate()).statusCode).toBe(403);
    await desk.engine.pool.query(`update product."user" set roles = '{agent}' where email = 'ida@example.com'`);
    expect((await rate()).statusCode).toBe(201);
    await desk.engine.pool.query(`update product."user" set disabled = true where email = 'ida@example.com'`);
    expect((await rate()).statusCode).toBe(401);
    expect((await post('ida@example.com', 'a long enough password')).statusCode).toBe(401);
  });
});

describe('a request that another site causes changes nothing', () => {
  test.each([
    ['POST', '/api/tickets', { 'sec-fetch-site': 'cross-site' }],
    ['POST', '/api/tickets', { origin: 'https://evil.example' }],
    ['DELETE', '/api/-/session', { 'sec-fetch-site': 'same-site' }],
    ['PATCH', '/api/tickets/x', { origin: 'null' }],
  ] as const)('%s %s %j', async (method, url, headers) => {
    const answer = await desk.ask(method, url, { cookie: mia, headers, body: { subject: 'Forged' } });
    expect(answer.statusCode).toBe(403);
    expect(answer.json().code).toBe('FORBIDDEN');
    expect((await desk.ask('GET', '/api/-/session', { cookie: mia })).json().user).not.toBeNull();
  });
});

describe('the switch between demo accounts', () => {
  test('is not there in production', async () => {
    for (const [method, url] of [
      ['GET', '/api/-/dev/accounts'],
      ['POST', '/api/-/dev/session'],
      ['GET', '/api/-/dev/events'],
      ['GET', '/-/mails'],
    ] as const) {
      expect((await desk.ask(method, url, { cookie: mia })).statusCode).toBe(404);
    }
  });

  test('knows in dev the accounts of the demo records, and no others', async () => {
    const dev = await serve(planFrom('desk.md'), { mode: 'dev' });
    try {
      const ann = await join(dev, 'ann@example.com', ['agent']);
      await join(dev, 'real@example.com', ['agent']);
      const accounts = (await dev.ask('GET', '/api/-/dev/accounts')).json();
      expect(accounts).toMatchObject([{ email: 'ann@example.com', roles: ['agent'] }]);
      const real = (await dev.engine.pool.query(`select id from product."user" where email like 'real%'`)).rows[0].id;
      const to = (id: string) => dev.ask('POST', '/api/-/dev/session', { body: { id } });
      expect((await to(real)).statusCode).toBe(404);
      const switched = await to(accounts[0].id);
      expect(switched.json()).toMatchObject({ user: { email: 'ann@example.com' } });
      expect(cookieOf(switched)).not.toBe(ann);
    } finally {
      await dev.close();
    }
  });
});
