import type { NewFactorView, NewTotpView, SecondFactorsView, SessionView } from '@nonet/client';
import { addUser, hashPassword } from '@nonet/engine';
import { TOTP } from 'otpauth';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';

const DOCUMENT = `# Specification: Till

## 1. What the product does and for whom

Money is counted.

## 2. Screens and routes

none

## 3. Entities and their fields

### Sum

| field | type | rules |
| --- | --- | --- |
| amount | money | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | second factor |
| --- | --- | --- |
| finance | assigned | required |
| clerk | assigned | |

### Permissions

#### User

| may | finance | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete, update roles, update email | no | no | no |

#### Sum

| may | finance | clerk | others |
| --- | --- | --- | --- |
| read, create, update, delete | yes | yes | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
| LOGIN_ATTEMPTS | 20 per hour |
`;
const PASSWORD = 'a long enough password';

let till: TestServer;
beforeAll(async () => {
  till = await serve(planFrom('till.md', DOCUMENT));
});
afterAll(() => till.close());

/** A browser: its cookies, and what it asks. */
class Browser {
  readonly #cookies = new Map<string, string>();

  // oxlint-disable-next-line typescript/no-unnecessary-type-parameters -- Who asks a route knows the form of its answer.
  async ask<T>(method: 'GET' | 'POST' | 'DELETE', url: string, body?: unknown): Promise<{ status: number; json: T }> {
    const cookie = [...this.#cookies].map(([name, value]) => `${name}=${value}`).join('; ');
    const answer = await till.ask(method, url, { cookie, ...(body === undefined ? {} : { body }) });
    for (const { name, value } of answer.cookies)
      if (value === '') this.#cookies.delete(name);
      else this.#cookies.set(name, value);
    return { status: answer.statusCode, json: (answer.body === '' ? null : answer.json()) as T };
  }

  signIn(email: string) {
    return this.ask<SessionView>('POST', '/api/-/session', { email, password: PASSWORD });
  }

  get isIn(): Promise<boolean> {
    return this.ask('GET', '/api/sums').then(({ status }) => status === 200);
  }

  cookie(name: string): string | undefined {
    return this.#cookies.get(name);
  }
}

const add = async (email: string, role: string) => {
  await addUser(till.engine, {
    email,
    name: 'Some Body',
    roles: [role],
    passwordHash: await hashPassword(PASSWORD),
    fields: {},
  });
};
const codeOf = (secret: string, secondsAhead = 0) =>
  new TOTP({ secret }).generate({ timestamp: Date.now() + secondsAhead * 1000 });

async function enrol(browser: Browser): Promise<{ secret: string; codes: readonly string[] }> {
  const { json: begun } = await browser.ask<NewTotpView>('POST', '/api/-/second-factors/totp', {});
  const body = { code: codeOf(begun.secret, -30), name: 'Telephone' };
  const { status, json } = await browser.ask<NewFactorView>('POST', `/api/-/second-factors/totp/${begun.id}`, body);
  expect(status).toBe(201);
  return { secret: begun.secret, codes: json.recovery_codes ?? [] };
}

describe('a role with a second factor', () => {
  test('leads its holder to setting one up, and then asks for it each time', async () => {
    await add('fin@example.com', 'finance');
    const first = new Browser();
    expect((await first.signIn('fin@example.com')).json).toEqual({
      user: null,
      second_step: { needs: 'enrolment', code: false, passkey: false },
    });
    expect(await first.isIn).toBe(false);
    const begun = await first.ask<NewTotpView>('POST', '/api/-/second-factors/totp', {});
    expect(begun.json.address).toContain('otpauth://totp/Till');
    const wrong = await first.ask('POST', `/api/-/second-factors/totp/${begun.json.id}`, { code: '000000', name: '' });
    expect([wrong.status, await first.isIn]).toEqual([400, false]);
    const { secret, codes } = await enrol(first);
    expect(codes).toHaveLength(10);
    expect(await first.isIn).toBe(true);

    const next = new Browser();
    expect((await next.signIn('fin@example.com')).json.second_step).toEqual({
      needs: 'factor',
      code: true,
      passkey: false,
    });
    expect((await next.ask<SessionView>('GET', '/api/-/session')).json.second_step?.needs).toBe('factor');
    expect(await next.isIn).toBe(false);
    // Whoever has a factor sets up no other one before it is given.
    expect((await next.ask('POST', '/api/-/second-factors/totp', {})).status).toBe(401);
    const code = codeOf(secret);
    expect((await next.ask('POST', '/api/-/session/second-factor', { code: '123456' })).status).toBe(401);
    const given = await next.ask<SessionView>('POST', '/api/-/session/second-factor', { code });
    expect(given.json.user?.email).toBe('fin@example.com');
    expect(await next.isIn).toBe(true);

    // A code counts once, also for who has watched it being given.
    const other = new Browser();
    await other.signIn('fin@example.com');
    expect((await other.ask('POST', '/api/-/session/second-factor', { code })).status).toBe(401);
    const [recovery = ''] = codes;
    expect(
      (await other.ask('POST', '/api/-/session/second-factor', { recovery_code: recovery.toUpperCase() })).status,
    ).toBe(200);
    expect(await other.isIn).toBe(true);
    const again = new Browser();
    await again.signIn('fin@example.com');
    expect((await again.ask('POST', '/api/-/session/second-factor', { recovery_code: recovery })).status).toBe(401);

    const { json: own } = await other.ask<SecondFactorsView>('GET', '/api/-/second-factors');
    expect(own).toMatchObject({
      factors: [{ kind: 'totp', name: 'Telephone' }],
      recovery_codes_left: 9,
      required: true,
    });
    expect((await other.ask('DELETE', `/api/-/second-factors/${own.factors[0]?.id}`)).status).toBe(403);
    const { rows } = await till.engine.pool.query('select t::text as text from nonet.recovery_code t');
    expect(JSON.stringify(rows)).not.toContain(codes[1]);
  });

  test('ends a session, and closes a token, that were opened without one when it is given', async () => {
    await add('new@example.com', 'clerk');
    const browser = new Browser();
    expect((await browser.signIn('new@example.com')).json.user?.roles).toEqual(['clerk']);
    const { json } = await browser.ask<{ token: string }>('POST', '/api/-/tokens', { name: 'Script' });
    const byToken = async () =>
      (await till.ask('GET', '/api/sums', { headers: { authorization: `Bearer ${json.token}` } })).statusCode;
    expect([await browser.isIn, await byToken()]).toEqual([true, 200]);
    await till.engine.pool.query(`update product."user" set roles = '{finance}' where email = 'new@example.com'`);
    expect([await browser.isIn, await byToken()]).toEqual([false, 401]);
    expect((await browser.signIn('new@example.com')).json.second_step?.needs).toBe('enrolment');
  });

  test('has five tries after a password', async () => {
    await add('tries@example.com', 'finance');
    const browser = new Browser();
    await browser.signIn('tries@example.com');
    const { secret } = await enrol(browser);
    const other = new Browser();
    await other.signIn('tries@example.com');
    for (let tries = 0; tries < 5; tries += 1)
      expect((await other.ask('POST', '/api/-/session/second-factor', { code: '111111' })).status).toBe(401);
    expect((await other.ask('POST', '/api/-/session/second-factor', { code: codeOf(secret) })).status).toBe(401);
    expect((await other.ask<SessionView>('GET', '/api/-/session')).json).toEqual({ user: null });
  });
});

test('who needs none may set one up, removes it, and keeps it with a new password', async () => {
  await add('free@example.com', 'clerk');
  const browser = new Browser();
  await browser.signIn('free@example.com');
  const elsewhere = new Browser();
  await elsewhere.signIn('free@example.com');
  await enrol(browser);
  expect([await browser.isIn, await elsewhere.isIn]).toEqual([true, false]);
  const body = { current: PASSWORD, password: 'another good password' };
  expect((await browser.ask('POST', '/api/-/password', body)).status).toBe(200);
  expect(await browser.isIn).toBe(true);
  const { json } = await browser.ask<SecondFactorsView>('GET', '/api/-/second-factors');
  expect(json.required).toBe(false);
  expect((await browser.ask('DELETE', `/api/-/second-factors/${json.factors[0]?.id}`)).status).toBe(204);
  expect((await browser.ask<SecondFactorsView>('GET', '/api/-/second-factors')).json).toMatchObject({
    factors: [],
    recovery_codes_left: 0,
  });
});
