import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { claimsPlan } from '../fixtures/claims.ts';
import { migrate } from '../migrate/migrate.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { createSessions } from './create-sessions.ts';
import type { Sessions } from './sessions.ts';

const plan = {
  ...claimsPlan,
  settings: { ...claimsPlan.settings, loginAttempts: { count: 3, seconds: 3600 }, passwordLength: 8 },
};
const id = (number: number) => `00000000-0000-7000-8000-${String(number).padStart(12, '0')}`;
const emma = id(1);
const PASSWORD = 'correct horse';
const HERE = { address: '192.0.2.1' };

let pool: Pool;
let drop: () => Promise<void>;
let sessions: Sessions;

async function addUser(number: number, email: string): Promise<string> {
  await pool.query('insert into product."user" (id, email, name, roles) values ($1, $2, $3, $4)', [
    id(number),
    email,
    email,
    ['finance'],
  ]);
  await sessions.setPassword(id(number), PASSWORD);
  return id(number);
}

beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 3 });
  await migrate(pool, indexPlan(plan));
  sessions = createSessions(pool, indexPlan(plan));
  await addUser(1, 'emma@example.com');
});

afterAll(async () => {
  await pool?.end();
  await drop?.();
});

describe('sign-in', () => {
  test('by e-mail address in any case, with the password', async () => {
    const answer = await sessions.signIn('Emma@Example.com', PASSWORD, HERE);
    expect(answer).toMatchObject({ kind: 'signed in', account: { id: emma, roles: ['finance'] } });
  });

  test('a wrong password and an unknown address are refused alike', async () => {
    expect(await sessions.signIn('emma@example.com', 'wrong', HERE)).toEqual({ kind: 'refused', warned: null });
    expect(await sessions.signIn('nobody@example.com', 'wrong', HERE)).toEqual({ kind: 'refused', warned: null });
    expect(await sessions.signIn(`${'a'.repeat(5000)}@example.com`, 'wrong', HERE)).toEqual({
      kind: 'refused',
      warned: null,
    });
  });

  test('LOGIN_ATTEMPTS failures close an address, known or not, and only that one', async () => {
    await addUser(2, 'otto@example.com');
    for (const email of ['otto@example.com', 'unknown@example.com']) {
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => sessions.signIn(email, 'wrong', HERE)));
      expect(answers.filter(({ kind }) => kind === 'refused')).toHaveLength(3);
      const closed = await sessions.signIn(email.toUpperCase(), PASSWORD, HERE);
      expect(closed).toMatchObject({ kind: 'too many', retryAfterSeconds: expect.any(Number) });
    }
    expect(await sessions.signIn('emma@example.com', PASSWORD, HERE)).toMatchObject({ kind: 'signed in' });
  });

  test('failed sign-ins from one network do not lock the account elsewhere, and are limited', async () => {
    await addUser(5, 'nora@example.com');
    const from = (place: number) => ({ address: `2001:db8:${place.toString(16)}::1` });
    for (let place = 0; place < 4; place++) await sessions.signIn('nora@example.com', 'wrong', from(1));
    expect(await sessions.signIn('nora@example.com', PASSWORD, from(1))).toMatchObject({ kind: 'too many' });
    expect(await sessions.signIn('nora@example.com', PASSWORD, from(2))).toMatchObject({ kind: 'signed in' });
    for (let place = 0; place < 30; place++) await sessions.signIn('nora@example.com', 'wrong', from(100 + place));
    expect(await sessions.signIn('nora@example.com', PASSWORD, from(200))).toMatchObject({ kind: 'too many' });
    // Each further attempt may be made after twice the time.
    const later = (minutes: number) =>
      pool.query(
        `update nonet.login_attempt set at = at - make_interval(secs => $1) where email = 'nora@example.com'`,
        [minutes * 60],
      );
    await later(2);
    expect(await sessions.signIn('nora@example.com', 'wrong', from(201))).toMatchObject({ kind: 'refused' });
    await later(1);
    expect(await sessions.signIn('nora@example.com', PASSWORD, from(202))).toMatchObject({ kind: 'too many' });
    await later(2);
    expect(await sessions.signIn('nora@example.com', PASSWORD, from(202))).toMatchObject({ kind: 'signed in' });
  });

  test('from a known browser of theirs people sign in whatever others try, and have their own attempts there', async () => {
    const user = await addUser(6, 'kay@example.com');
    const other = await addUser(7, 'lou@example.com');
    const browser = await sessions.rememberBrowser(user, null);
    expect(await sessions.rememberBrowser(other, browser)).toBe(browser);
    const stranger = await sessions.rememberBrowser(other, null);
    for (let place = 0; place < 31; place++)
      await sessions.signIn('kay@example.com', 'wrong', { address: `198.51.100.${place}` });
    const attempt = (password: string, known: string | null) =>
      sessions.signIn('kay@example.com', password, { address: '198.51.100.1', browser: known });
    for (const known of [null, stranger, 'x', 'x'.repeat(43)])
      expect(await attempt(PASSWORD, known)).toMatchObject({ kind: 'too many' });
    for (const password of ['wrong', 'wrong', PASSWORD, 'wrong', 'wrong', 'wrong']) await attempt(password, browser);
    expect(await attempt(PASSWORD, browser)).toMatchObject({ kind: 'too many' });
  });

  test('after LOGIN_ATTEMPTS failures the person is named once a day, and nobody for a name that nobody has', async () => {
    const user = await addUser(8, 'max@example.com');
    const warned = [];
    for (const name of ['max@example.com', 'none@example.com'])
      for (let place = 0; place < 3; place++) {
        const answer = await sessions.signIn(name, 'wrong', { address: `203.0.113.${place}` });
        warned.push('warned' in answer && answer.warned);
      }
    expect(warned).toEqual([null, null, user, null, null, null]);
    expect(await sessions.takeWarning(user)).toMatchObject({ email: 'max@example.com' });
    expect(await sessions.takeWarning(user)).toBeNull();
  });

  test('a success forgives the failures before it', async () => {
    await addUser(3, 'finn@example.com');
    for (const password of ['wrong', 'wrong', PASSWORD, 'wrong', 'wrong'])
      await sessions.signIn('finn@example.com', password, HERE);
    expect(await sessions.signIn('finn@example.com', PASSWORD, HERE)).toMatchObject({ kind: 'signed in' });
  });

  test('a password shorter than PASSWORD_LENGTH is not set', async () => {
    await expect(sessions.setPassword(emma, 'short')).rejects.toMatchObject({ code: 'TOO_SHORT' });
  });
});

describe('a session', () => {
  test('opens what its user may today: changed roles and a deleted user count at once', async () => {
    const user = await addUser(4, 'ada@example.com');
    const token = await sessions.open(user);
    expect(await sessions.find(token)).toMatchObject({ roles: ['finance'] });
    await pool.query('update product."user" set roles = $2 where id = $1', [user, ['admin']]);
    expect(await sessions.find(token)).toMatchObject({ roles: ['admin'] });
    await pool.query('update product."user" set _deleted_at = now() where id = $1', [user]);
    expect(await sessions.find(token)).toBeNull();
  });

  test('is kept as a hash, and ends with sign-out, a new password and SESSION_LENGTH', async () => {
    const [first, second, third] = await Promise.all([1, 2, 3].map(() => sessions.open(emma)));
    const kept = await pool.query<{ text: string }>(`select s::text as text from nonet.session s`);
    for (const token of [first, second, third]) {
      expect(kept.rows.map(({ text }) => text).join()).not.toContain(token);
    }
    await sessions.close(first as string);
    expect(await sessions.find(first as string)).toBeNull();
    await sessions.setPassword(emma, PASSWORD);
    expect(await sessions.find(second as string)).toBeNull();
    const last = await sessions.open(emma);
    await pool.query(`update nonet.session set expires_at = now() - interval '1 second'`);
    expect(await sessions.find(last)).toBeNull();
  });

  test.each(['', 'x', 'a'.repeat(43), "' or true --"])('is not opened by %j', async (token) => {
    expect(await sessions.find(token)).toBeNull();
  });
});

test('demo accounts are those of the demo records, in their order', async () => {
  const withDemo = {
    ...plan,
    entities: plan.entities.map((entity) =>
      entity.name === 'User'
        ? {
            ...entity,
            demoRecords: ['finn@example.com', 'Emma@example.com', 'gone@example.com'].map((value) => ({
              clause: '3.User.demo',
              values: { email: { kind: 'value' as const, value } },
            })),
          }
        : entity,
    ),
  };
  const accounts = await createSessions(pool, indexPlan(withDemo)).demoAccounts();
  expect(accounts.map(({ email }) => email)).toEqual(['finn@example.com', 'emma@example.com']);
  expect(await sessions.demoAccounts()).toEqual([]);
});

test('a session without a request for SESSION_IDLE opens nothing, and is not listed', async () => {
  const idle = { ...plan, settings: { ...plan.settings, sessionIdleSeconds: 600 } };
  const strict = createSessions(pool, indexPlan(idle));
  const token = await strict.open(emma);
  const seenBefore = (minutes: number) =>
    pool.query('update nonet.session set seen_at = now() - make_interval(mins => $1)', [minutes]);
  const cases = [
    [9, true],
    [12, false],
  ] as const;
  for (const [minutes, open] of cases) {
    await seenBefore(minutes);
    expect((await strict.find(token)) !== null, `${minutes} minutes`).toBe(open);
    await seenBefore(minutes);
    expect((await strict.openOf(emma, token)).some(({ isCurrent }) => isCurrent)).toBe(open);
  }
  expect(await sessions.find(token)).not.toBeNull();
});
