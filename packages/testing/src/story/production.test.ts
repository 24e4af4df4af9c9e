import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, createClient, withCookies } from '@nonet/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
const PASSWORDS = {
  'ada@example.com': 'ada keeps the roles 1',
  'mo@example.com': 'mo approves things 2',
  'emma@example.com': 'emma travels a lot 3',
} as const;
type Email = keyof typeof PASSWORDS;

const MOST_MEGABYTES = 250;
const REQUEST_KEYS = [
  'clause',
  'code',
  'level',
  'method',
  'milliseconds',
  'msg',
  'path',
  'request',
  'status',
  'time',
  'user',
];

/** `nonet serve` in a fresh folder, used as its operator and its people use it. Each test continues from the former. */
describe('the expense document in production', () => {
  let place: ProductFolder;
  let product: RunningProduct;
  let browser: Browser;
  let emma: Person;
  /** Emma's session outside a browser, whose cookie stays valid after a restart of the server. */
  const jar = withCookies();
  const clients = new Map<Email, Client>();
  let sessionToken = '';
  const tokens: string[] = [];

  beforeAll(async () => {
    [browser, place] = await Promise.all([launchBrowser(), ProductFolder.make(document)]);
    product = await place.start('serve');
  });
  afterAll(async () => {
    await product?.stop();
    await Promise.all([browser?.close(), place?.remove()]);
  });

  const add = (email: Email, name: string, more: readonly string[]) =>
    place.nonet(
      ['user', 'add', email, '--name', name, '--document', 'spec.md', '--set', 'cost_centre=NL200', ...more],
      `${PASSWORDS[email]}\n`,
    );

  test('accounts are added while the server runs, and there are no others', async () => {
    const bare = ['user', 'add', 'x@example.com', '--name', 'X', '--document', 'spec.md'];
    const asked = await place.nonet(bare, 'long enough to do\n');
    expect(asked).toMatchObject({ code: 1, stderr: expect.stringContaining('--set cost_centre=') });
    const weak = await place.nonet([...bare, '--set', 'cost_centre=NL200'], 'short\n');
    expect(weak).toMatchObject({ code: 1, stderr: expect.stringContaining('at least') });
    const answers = [
      await add('ada@example.com', 'Ada Admin', ['--roles', 'admin']),
      await add('mo@example.com', 'Mo Manager', ['--roles', 'manager']),
      await add('emma@example.com', 'Emma Employee', ['--set', 'supervisor=mo@example.com']),
    ];
    expect(answers.map(({ code, stderr }) => [code, stderr])).toEqual(answers.map(() => [0, '']));
    for (const email of Object.keys(PASSWORDS) as Email[]) {
      const client = createClient({ baseUrl: product.url, fetch: email === 'emma@example.com' ? jar : withCookies() });
      await client.signIn(email, PASSWORDS[email]);
      clients.set(email, client);
    }
    const people = await clients.get('ada@example.com')?.list('users', { order: 'email' });
    expect(people?.items.map(({ email }) => email)).toEqual(Object.keys(PASSWORDS).toSorted());

    for (const [method, path] of [
      ['GET', 'accounts'],
      ['GET', 'events'],
      ['POST', 'session'],
    ]) {
      const body = method === 'POST' ? { body: '{"id":"x"}', headers: { 'content-type': 'application/json' } } : {};
      const answer = await fetch(`${product.url}/api/-/dev/${path}`, { method: method ?? 'GET', ...body });
      expect(answer.status, path).toBe(404);
    }
  });

  test('signing in by address and password; a wrong one reveals nothing', async () => {
    emma = await Person.arrive(browser, product.url);
    await emma.page.getByRole('link', { name: 'Sign in' }).first().click();
    await emma.main.getByLabel('E-mail').waitFor();
    await expect.poll(() => emma.page.getByText(/demo/i).count()).toBe(0);
    const said: string[] = [];
    for (const email of ['emma@example.com', 'nobody@example.com']) {
      await emma.tryPassword(email, 'not the password');
      const alert = emma.main.getByRole('alert');
      await alert.waitFor();
      said.push(await alert.innerText());
      await emma.page.reload();
    }
    expect(said).toEqual(Array.from(said, () => 'The e-mail address or the password is wrong.'));

    await emma.tryPassword('emma@example.com', PASSWORDS['emma@example.com']);
    await emma.page.getByRole('button', { name: /Emma Employee/ }).waitFor();
    await emma.open('My claims');
    await expect.poll(() => emma.main.getByText('You have no claims yet.').count()).toBe(1);
    const cookies = new Map((await emma.page.context().cookies()).map(({ name, value }) => [name, value]));
    expect([...cookies.keys()].toSorted()).toEqual(['nonet_browser', 'nonet_session']);
    sessionToken = cookies.get('nonet_session') ?? '';
    tokens.push(...cookies.values());
  });

  test("people who may not read the document have no “Why?”, and learn nothing about other people's data", async () => {
    await expect.poll(() => emma.main.getByRole('button', { name: /Why/ }).count()).toBe(0);
    const said: string[] = [];
    for (const address of ['/finance', '/nowhere', '/claims/01900000-0000-7000-8000-000000000000']) {
      await emma.page.goto(product.url + address);
      await emma.main.getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
      said.push(await emma.main.innerText());
    }
    expect(new Set(said).size).toBe(1);
    expect(said[0]).not.toMatch(/why|document|finance|manager/i);
  });

  test('a changed role is effective on the next request', async () => {
    const [ada, own] = [clients.get('ada@example.com'), clients.get('emma@example.com')];
    if (!ada || !own) throw new Error('Nobody is signed in.');
    const category = { name: 'Parking' };
    await expect(own.create('categories', category)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const [user] = (await ada.list('users', { filters: { email: 'emma@example.com' } })).items;
    const setRoles = async (roles: string[]) => {
      const { etag } = await ada.read('users', user?.id ?? '');
      await ada.update('users', user?.id ?? '', { roles }, { ifMatch: etag });
    };
    await setRoles(['finance']);
    expect((await own.create('categories', category)).record._title).toBe('Parking');
    await emma.page.reload();
    await emma.open('Categories');
    await setRoles([]);
    await expect(own.create('categories', { name: 'Tolls' })).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await emma.page.reload();
    await emma.main.waitFor();
    await expect
      .poll(() => emma.page.getByRole('navigation').getByRole('link', { name: 'Categories' }).count())
      .toBe(0);
  });

  test('answered writes and sessions survive the end of the process', { tags: ['thorough'] }, async () => {
    const own = clients.get('emma@example.com');
    const travel = (await own?.list('categories', { filters: { name: 'Travel' } }))?.items[0]?.id;
    const line = { date: '2026-01-10', category: travel, description: 'Train', amount: '12.50' };
    const body = { purpose: 'Written at the last moment', from: '2026-01-10', to: '2026-01-11', lines: [line] };
    const written = await own?.create('claims', body);
    expect(await product.end('SIGKILL')).toBeNull();

    product = await place.start('serve');
    const again = createClient({ baseUrl: product.url, fetch: jar });
    expect(await again.read('claims', written?.record.id ?? '')).toEqual(written);
    expect((await again.history('claims', written?.record.id ?? '')).map(({ action }) => action)).toEqual(['create']);
    await emma.page.goto(`${product.url}/claims`);
    await emma.main.getByText('Written at the last moment').first().waitFor();
    await emma.page.getByRole('button', { name: /Emma Employee/ }).waitFor();
  });

  test('signing out ends the session, also for who kept its cookie', async () => {
    await emma.page.getByRole('button', { name: /Emma Employee/ }).click();
    await emma.page.getByRole('menuitem', { name: 'Sign out' }).click();
    await emma.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    const kept = await fetch(`${product.url}/api/-/session`, { headers: { cookie: `nonet_session=${sessionToken}` } });
    expect(await kept.json()).toEqual({ user: null });
    expect((await fetch(`${product.url}/api/claims`)).status).toBe(401);
    expect(emma.complaints).toEqual([]);
    await emma.close();
  });

  test('the process stays small, logs one line a request and no secrets, and stops in order', async () => {
    const status = await readFile(`/proc/${product.pid}/status`, 'utf8');
    const megabytes = Number(/^VmRSS:\s+(\d+) kB$/m.exec(status)?.[1]) / 1024;
    console.log(`nonet serve: ${megabytes.toFixed(0)} MB resident. ${/Ready in .+/.exec(product.output())?.[0]}`);
    expect(megabytes).toBeLessThan(MOST_MEGABYTES);

    const refused = await fetch(`${product.url}/api/claims?purpose=quarterly`, { headers: { 'x-secret': 'canary' } });
    const id = refused.headers.get('x-request-id');
    expect(await product.end('SIGTERM')).toBe(0);
    expect(existsSync(path.join(place.folder, '.nonet', 'nonet.lock'))).toBe(false);
    expect(existsSync(path.join(place.folder, '.nonet', 'postgres', 'postmaster.pid'))).toBe(false);

    const lines = product
      .stdout()
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter(({ msg }) => msg === 'answered');
    for (const line of lines) expect(Object.keys(line).toSorted()).toEqual(REQUEST_KEYS);
    expect(new Set(lines.map(({ request }) => request)).size).toBe(lines.length);
    expect(lines.at(-1)).toMatchObject({ request: id, user: null, path: '/api/claims', status: 401 });
    const printed = product.output();
    for (const secret of [...Object.values(PASSWORDS), ...tokens, 'canary', 'quarterly', 'emma@example.com']) {
      expect(printed).not.toContain(secret);
    }
  });
});
