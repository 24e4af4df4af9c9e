import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Client, createClient, withCookies } from '@nonet/client';
import type { Browser, Locator } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { deskDocument } from './desk-document.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const PASSWORD = 'long enough for a desk';
const FORMER = deskDocument({
  fields: `| name | text | 1..80 |
| host | text | optional, ..80 |
| status | state | |`,
  title: '{name}',
  columns: 'name, host, status',
  states: `| expected | initial |
| inside | |
| left | final |
| cancelled | final |`,
  events: `| admit | expected | inside | desk, lead | |
| leave | inside | left | desk, lead | |
| cancel | expected | cancelled | desk, lead | |`,
  read: '`created_by == user`',
});
/** A name is split, two states become one, the host is required, and the desk may read what others have entered: all at once. */
const NEW = deskDocument({
  fields: `| first_name | text | 1..80, from if contains(name, " ") and substring(name, 0, indexOf(name, " ")) != null then substring(name, 0, indexOf(name, " ")) else name, back name = if last_name == null then first_name else first_name + " " + last_name |
| last_name | text | optional, ..80, from if contains(name, " ") then substring(name, indexOf(name, " ") + 1) else null |
| host | text | 1..80, from if host == null then "Reception" else host, back if host == "Reception" then null else host |
| called_off | boolean | default false, by system, from status == "cancelled" |
| status | state | from if status == "left" or status == "cancelled" then "closed" else status, back if status != "closed" then status else if called_off then "cancelled" else "left" |`,
  title: '{first_name} {last_name}',
  columns: 'first_name, last_name, host, status',
  states: `| expected | initial |
| inside | |
| closed | final |`,
  events: `| admit | expected | inside | desk, lead | |
| leave | inside | closed | desk, lead | |
| cancel | expected | closed | desk, lead | \`called_off = true\` |`,
  read: 'yes',
});

interface Visit {
  readonly id: string;
  readonly name: string;
  readonly host: string | null;
  readonly status: string;
}

/** `nonet serve` on one database while its document changes. Each test goes on from the former. */
describe('a product whose document changes while people use it', { tags: ['thorough'] }, () => {
  let database: TestDatabase;
  let place: ProductFolder;
  let browser: Browser;
  let former: RunningProduct;
  let next: RunningProduct;
  let client: Client;
  let bea: Person;
  let lea: Person;
  const environment = () => ({ DATABASE_URL: database.url });
  const serve = () => place.start('serve', environment(), ['--document-readers', 'lead']);
  const write = (file: string, document: string) => writeFile(path.join(place.folder, file), document);
  const nonet = (...words: string[]) => place.nonet(words, '', environment());
  /** The desk's writes through the former product, and their answers. */
  const written: Visit[] = [];

  beforeAll(async () => {
    [browser, place, database] = await Promise.all([launchBrowser(), ProductFolder.make(FORMER), createTestDatabase()]);
    former = await serve();
    for (const [name, role] of [
      ['Bea', 'desk'],
      ['Lea', 'lead'],
    ] as const) {
      const email = `${name.toLowerCase()}@example.com`;
      const words = ['user', 'add', email, '--name', name, '--document', 'spec.md', '--roles', role];
      const added = await place.nonet(words, `${PASSWORD}\n`, environment());
      if (added.code !== 0) throw new Error(added.stderr);
    }
    client = createClient({ baseUrl: former.url, fetch: withCookies() });
    await client.signIn('bea@example.com', PASSWORD);
    [bea, lea] = await Promise.all([arrive('bea', former), arrive('lea', former)]);
  });
  afterAll(async () => {
    for (const product of [former, next]) await product?.stop();
    await browser?.close();
    await place?.remove();
    await database?.drop();
  });

  async function arrive(who: string, product: RunningProduct): Promise<Person> {
    const person = await Person.arrive(browser, `${product.url}/sign-in`);
    await person.main.getByLabel('E-mail').waitFor();
    await person.tryPassword(`${who}@example.com`, PASSWORD);
    await person.page
      .getByRole('banner')
      .getByRole('button', { name: /^Account/ })
      .waitFor();
    return person;
  }

  /** Opens the list again with as many rows as it may show at once. */
  async function openAll({ page, main }: Person): Promise<void> {
    const address = new URL(page.url());
    address.searchParams.set('limit', '100');
    await page.goto(address.href);
    await main.waitFor();
  }

  const row = (person: Person, name: string): Locator => person.main.getByRole('row', { name });

  async function visit(name: string, host: string | null, event?: 'admit' | 'leave' | 'cancel'): Promise<void> {
    const { record } = await client.create('visits', { name, ...(host !== null && { host }) });
    const before = event === 'leave' ? ['admit'] : [];
    let status = 'expected';
    for (const each of [...before, ...(event === undefined ? [] : [event])]) {
      const { record: moved } = await client.fire('visits', record.id, each, {});
      status = String(moved.status);
    }
    written.push({ id: record.id, name, host, status });
  }

  /** All visits as the database has them, by their former names. */
  async function visits(): Promise<Visit[]> {
    const reader = createClient({ baseUrl: former.url, fetch: withCookies() });
    await reader.signIn('lea@example.com', PASSWORD);
    const { items } = await reader.list('visits', { limit: 100 });
    return items
      .map(({ id, name, host, status }) => ({ id, name, host: host ?? null, status }) as Visit)
      .toSorted((one, other) => one.id.localeCompare(other.id));
  }

  test('people use it', async () => {
    await visit('Ines Vos', 'Mo');
    await visit('Jan van Dam', null, 'leave');
    await visit('Kim', null, 'cancel');
    await visit('Liv Berg', 'Nora', 'admit');
    await bea.page.reload();
    await expect.poll(() => row(bea, 'Jan van Dam').getByText('Left').count()).toBe(1);
  });

  test('the review shows the changes for each role, before anything is done', async () => {
    await write('former.md', FORMER);
    await write('spec.md', NEW);
    const security = await nonet('diff', 'former.md', 'spec.md', '--for', 'security', '--fail-on', 'wider');
    expect(security.code).toBe(4);
    expect(security.stdout).toContain('wider       6.Visit.read.desk: `desk` may read `Visit` where that was refused.');
    expect(security.stdout).toContain('For instance: ');
    const plan = await nonet('plan', 'spec.md');
    expect(plan, plan.stderr).toMatchObject({ code: 4 });
    expect(plan.stdout).toContain('`nonet apply --back` with the former document takes it back');
  });

  test('it is put to use while people go on writing by the former one', async () => {
    const stop = new AbortController();
    const desk = (async () => {
      // Ever more slowly, so that a page takes all of them, however long the change takes.
      for (let turn = 0; !stop.signal.aborted; turn++) {
        await visit(`Guest Number${turn}`, null, 'cancel');
        await sleep(10 * 1.2 ** turn);
      }
    })();
    const applied = await nonet('apply', 'spec.md');
    stop.abort();
    await desk;
    expect(applied, applied.stderr).toMatchObject({ code: 0 });
    next = await serve();
    await openAll(bea);
    await bea.press('New visit');
    const dialog = bea.page.getByRole('dialog');
    await dialog.getByLabel('Name').fill('Nina Late');
    await dialog.getByRole('button', { name: 'Save' }).click();
    await row(bea, 'Nina Late').waitFor();
    // Users of the new version find the same guest under both names.
    await lea.page.goto(next.url);
    await lea.main.waitFor();
    await openAll(lea);
    await row(lea, 'Nina').getByText('Reception').waitFor();
    expect(await row(lea, 'Nina').innerText()).toMatch(/Nina\s+Late/);
  });

  test('the page of the document shows the versions, and the rights that each one changed', async () => {
    await lea.page.goto(`${next.url}/-/document`);
    await lea.main.getByText('Versions', { exact: true }).click();
    await lea.main.getByText(/Processes of the former version go on beside it/).waitFor();
    await lea.main.getByText(/^Version 1 is served from/).waitFor();
    const rights = lea.main.locator('section', { has: lea.page.getByRole('heading', { name: 'Rights' }) }).last();
    await rights
      .getByText(/may read/)
      .first()
      .waitFor();
    expect(await rights.innerText()).toMatch(
      /wider\s+6\.Visit\.read\.desk: desk may read Visit where that was refused/,
    );
    expect(await rights.innerText()).toContain('For instance: ');
    for (const group of ['Data', 'API', 'Screens'])
      await expect.poll(() => lea.main.getByRole('heading', { name: group, exact: true }).count()).toBe(1);
    await lea.main.getByText('Security', { exact: true }).click();
    await lea.main.getByRole('heading', { name: 'Data', exact: true }).waitFor({ state: 'detached' });
    expect(await findViolations(lea.page)).toEqual([]);
    // Users of the former process see that; people who may not read the document see nothing of it.
    await lea.page.goto(`${former.url}/-/document?view=versions`);
    await lea.main.getByText('You see version 1, which version 2 has followed').waitFor();
    expect((await bea.page.request.get(`${next.url}/api/-/versions`)).status()).toBe(403);
    expect(lea.complaints).toEqual([]);
  });

  test('one person takes it back, with what was written by the new one', async () => {
    const reader = createClient({ baseUrl: next.url, fetch: withCookies() });
    await reader.signIn('lea@example.com', PASSWORD);
    const later = [
      await reader.create('visits', { first_name: 'Otto', last_name: 'Pol', host: 'Mo' }),
      await reader.create('visits', { first_name: 'Quinn', host: 'Reception' }),
    ];
    await reader.fire('visits', later[1]?.record.id ?? '', 'cancel', {});
    await write('spec.md', FORMER);
    const back = await nonet('apply', 'spec.md', '--back');
    expect(back, back.stderr).toMatchObject({ code: 0 });

    const all = await visits();
    for (const each of written) expect(all).toContainEqual(each);
    expect(all.map(({ name, host, status }) => [name, host, status])).toEqual(
      expect.arrayContaining([
        ['Otto Pol', 'Mo', 'expected'],
        ['Quinn', null, 'cancelled'],
        ['Nina Late', null, 'expected'],
      ]),
    );
    expect(all).toHaveLength(written.length + 3);
    await lea.page.goto(`${former.url}/-/document?view=versions`);
    await lea.main.getByRole('heading', { name: 'Version 3', exact: true }).waitFor();
    await expect.poll(() => lea.main.getByRole('navigation').getByRole('listitem').count()).toBe(3);
    await openAll(bea);
    await row(bea, 'Nina Late').waitFor();
    expect(bea.complaints).toEqual([]);
  });
});
