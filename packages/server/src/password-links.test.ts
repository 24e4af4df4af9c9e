import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';
import type { Mail } from './operations/mail.ts';

const sent: Mail[] = [];
let broken = 0;
let desk: TestServer;
let mia: string;

beforeAll(async () => {
  const sendMail = async (mail: Mail) => {
    if (broken > 0) {
      broken -= 1;
      throw new Error('The mail server does not answer.');
    }
    sent.push(mail);
  };
  desk = await serve(planFrom('desk.md'), { sendMail, publicOrigin: 'https://desk.example' });
  mia = await join(desk, 'mia@example.com');
});
afterAll(() => desk?.close());
beforeEach(async () => {
  sent.length = 0;
  await desk.engine.pool.query('delete from nonet.password_link');
});

const forgot = (email: string, headers: Record<string, string> = {}) =>
  desk.ask('POST', '/api/-/password-links', { body: { email }, headers });
const use = (token: string, password: string) =>
  desk.ask('POST', '/api/-/password-links/use', { body: { token, password } });
const signIn = async (email: string, password: string) =>
  (await desk.ask('POST', '/api/-/session', { body: { email, password } })).statusCode;

/** The mails that are sent behind the request. */
async function mails(count: number): Promise<readonly Mail[]> {
  while (sent.length < count) await new Promise((resolve) => setTimeout(resolve, 10));
  return sent;
}
const tokenOf = (mail: Mail | undefined) =>
  /https:\/\/desk\.example\/-\/password#([\w-]{43})/.exec(mail?.text ?? '')?.[1] ?? '';

test('whoever forgot their password gets a link, chooses another one, and is signed out elsewhere', async () => {
  // The host of the request does not get into a mail.
  expect((await forgot('mia@example.com', { host: 'evil.example' })).statusCode).toBe(400);
  const answer = await forgot(' MIA@example.com', { host: '192.0.2.1' });
  expect([answer.statusCode, answer.body]).toEqual([202, '']);
  const [mail] = await mails(1);
  expect(mail).toMatchObject({ to: 'mia@example.com', subject: 'Help desk: choose a new password' });
  expect(mail?.text).not.toContain('192.0.2.1');
  const token = tokenOf(mail);

  const short = await use(token, 'short');
  expect(short.statusCode).toBe(422);
  expect(short.json().errors).toMatchObject([{ field: 'password', code: 'TOO_SHORT', clause: '9.PASSWORD_LENGTH' }]);
  expect((await use(token, 'another long password')).statusCode).toBe(204);
  expect((await desk.ask('GET', '/api/-/session', { cookie: mia })).json()).toEqual({ user: null });
  expect(await signIn('mia@example.com', 'another long password')).toBe(200);
  expect(await signIn('mia@example.com', 'a long enough password')).toBe(401);

  expect((await use(token, 'a third long password')).statusCode).toBe(404);
  expect(await signIn('mia@example.com', 'another long password')).toBe(200);
});

test('an unknown address is answered alike, and gets nothing', async () => {
  const [known, unknown] = [await forgot('mia@example.com'), await forgot('nobody@example.com')];
  const shape = ({ statusCode, body, headers: { date: _date, 'x-request-id': _id, ...headers } }: typeof known) =>
    JSON.stringify([statusCode, body, headers]);
  expect(shape(unknown)).toBe(shape(known));
  expect((await mails(1)).map(({ to }) => to)).toEqual(['mia@example.com']);
});

test('one of several simultaneous uses of a link succeeds', async () => {
  await forgot('mia@example.com');
  const token = tokenOf((await mails(1))[0]);
  const answers = await Promise.all(Array.from({ length: 5 }, (_, count) => use(token, `long password ${count}`)));
  expect(answers.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b)).toEqual([204, 404, 404, 404, 404]);
});

test.each([
  ['out of date', `update nonet.password_link set expires_at = now()`, `select`],
  ['of somebody disabled', `update product."user" set disabled = true`, `update product."user" set disabled = false`],
])('a link %s opens nothing', async (_what, before, after) => {
  await forgot('mia@example.com');
  const token = tokenOf((await mails(1))[0]);
  await desk.engine.pool.query(before);
  expect((await use(token, 'a fourth long password')).statusCode).toBe(404);
  await desk.engine.pool.query(after);
});

test('a mail that could not be handed over is tried again', async () => {
  broken = 1;
  await forgot('mia@example.com');
  expect(await mails(1)).toHaveLength(1);
});

test('an added person gets an invitation', async () => {
  const text = (await readFile(new URL('fixtures/desk.md', import.meta.url), 'utf8')).replace(
    '| create, update, delete, update roles, update email | no | no | no |',
    '| create, update email | no | yes | no |\n| update, delete, update roles | no | no | no |',
  );
  const sendMail = async (mail: Mail) => void sent.push(mail);
  const team = await serve(planFrom('desk.md', text), { sendMail, publicOrigin: 'https://desk.example' });
  try {
    const ann = await join(team, 'ann@example.com', ['agent']);
    const added = await team.ask('POST', '/api/users', {
      cookie: ann,
      body: { name: 'Noor', email: 'noor@example.com' },
    });
    expect(added.statusCode, added.body).toBe(201);
    const [mail] = await mails(1);
    expect(mail).toMatchObject({ to: 'noor@example.com', subject: 'Welcome to Help desk' });
    const token = tokenOf(mail);
    const chosen = await team.ask('POST', '/api/-/password-links/use', {
      body: { token, password: 'noors own password' },
    });
    expect(chosen.statusCode).toBe(204);
  } finally {
    await team.close();
  }
});

test('whoever is tried too often is notified once, and a link lets them in at once, from a known browser', async () => {
  await join(desk, 'tess@example.com');
  for (let count = 0; count < 3; count += 1) expect(await signIn('tess@example.com', 'wrong')).toBe(401);
  expect(await signIn('tess@example.com', 'a long enough password')).toBe(429);
  const [warning] = await mails(1);
  expect(warning).toMatchObject({ to: 'tess@example.com', subject: 'Help desk: somebody is trying your password' });
  await forgot('tess@example.com');
  const token = tokenOf((await mails(2))[1]);
  const used = await use(token, 'another long password');
  expect(String(used.headers['set-cookie'])).toMatch(/^nonet_browser=[\w-]{43}; .*HttpOnly/);
  expect(await signIn('tess@example.com', 'another long password')).toBe(200);
  for (let count = 0; count < 3; count += 1) await signIn('tess@example.com', 'wrong');
  const body = { email: 'tess@example.com', password: 'another long password' };
  expect((await desk.ask('POST', '/api/-/session', { body })).statusCode).toBe(429);
  const cookie = String(used.headers['set-cookie']).split(';')[0] ?? '';
  expect((await desk.ask('POST', '/api/-/session', { body, cookie })).statusCode).toBe(200);
});

test('without mail no message is sent, and that is reported', async () => {
  const quiet = await serve(planFrom('desk.md'));
  try {
    const answer = await quiet.ask('POST', '/api/-/password-links', { body: { email: 'mia@example.com' } });
    expect(answer.json()).toMatchObject({ status: 404, detail: expect.stringContaining('sends no mail') });
    expect((await quiet.ask('GET', '/api/-/product')).json().mail).toBe(false);
  } finally {
    await quiet.close();
  }
});

// The last test, because two of its mails are never sent, and nobody could know when to stop waiting.
test('one mailbox gets LOGIN_ATTEMPTS messages at most, and the stored hash opens nothing', async () => {
  for (let count = 0; count < 5; count += 1) await forgot('mia@example.com');
  const tokens = (await mails(3)).map(tokenOf);
  const { rows } = await desk.engine.pool.query('select l::text as row from nonet.password_link l');
  expect(rows).toHaveLength(3);
  for (const token of tokens) expect(JSON.stringify(rows)).not.toContain(token);
});
