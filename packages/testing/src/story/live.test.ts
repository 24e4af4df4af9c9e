import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { draftClaim, fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { watchTraffic } from './traffic.ts';

/** Other people's changes appear by themselves, without moving anything that somebody looks at. */
let browser: Browser;
let product: RunningProduct;
let page: Page;
let emma: Awaited<ReturnType<typeof asPerson>>;
/** The messages that the page received from its stream. */
const messages: string[] = [];

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  // Finance reads claims, but not how they came about.
  const narrowed = document.replace(
    '| history | yes | yes | no | yes | yes | no |',
    '| history | yes | yes | no | yes | no | no |',
  );
  if (narrowed === document) throw new Error('The row of point 6 is another one.');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(narrowed, {})]);
  await fillExpenses(product.url);
  emma = await asPerson(product.url, 'emma@example.com');
  const context = await browser.newContext({ viewport: { width: 1440, height: 420 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  page = await context.newPage();
  const network = await context.newCDPSession(page);
  await network.send('Network.enable');
  network.on('Network.eventSourceMessageReceived', ({ data }) => messages.push(data));
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');
const draft = (purpose: string) => draftClaim(emma, purpose);
const rename = async (id: string, purpose: string) => {
  const { etag } = await emma.read('claims', id);
  await emma.update('claims', id, { purpose }, { ifMatch: etag });
};
const following = () => page.waitForResponse((response) => response.url().includes('/api/-/events?'));

test('a list follows: changed rows are updated in place, new ones wait, deleted ones are marked', async () => {
  const record = await draft('A first draft');
  await Promise.all([following(), page.goto(`${product.url}/claims`)]);
  await main().getByText('A first draft').waitFor();
  await expect.poll(() => messages.length).toBeGreaterThan(0);
  await page.evaluate(() => window.scrollTo(0, 80));
  const scrolled = await page.evaluate(() => window.scrollY);
  const link = main()
    .getByRole('link', { name: 'A first draft' })
    .or(
      main()
        .getByRole('row', { name: /A first draft/ })
        .getByRole('link'),
    )
    .first();
  await link.focus();

  await rename(record.id, 'A second thought');
  await main().getByText('A second thought').waitFor();
  await expect.poll(() => main().getByText('A first draft').count()).toBe(0);
  expect(await page.evaluate(() => document.activeElement?.closest('tr')?.textContent)).toContain('A second thought');

  const rows = await main().getByRole('row').count();
  await draft('Something new');
  const offer = main().getByRole('button', { name: '1 new: show' });
  await offer.waitFor();
  await expect.poll(() => main().getByRole('row').count()).toBe(rows);
  await expect.poll(() => main().getByText('Something new').count()).toBe(0);

  const { etag } = await emma.read('claims', record.id);
  await emma.delete('claims', record.id, { ifMatch: etag });
  await main().locator('tr[data-gone]').getByText('A second thought').waitFor();
  await expect.poll(() => main().getByRole('row').count()).toBe(rows);
  expect(await page.evaluate(() => window.scrollY)).toBe(scrolled);

  await offer.click();
  await main().getByText('Something new').waitFor();
  await expect.poll(() => main().getByText('A second thought').count()).toBe(0);
});

test('unreadable data is never sent to the browser', async () => {
  const before = messages.length;
  const mo = await asPerson(product.url, 'mo@example.com');
  const record = await draftClaim(mo, 'Nobody else knows');
  await draft('This comes after it');
  await main().getByRole('button', { name: '1 new: show' }).waitFor();
  expect(messages.length).toBeGreaterThan(before);
  expect(messages.join('\n')).not.toContain(record.id);
  expect(messages.join('\n')).not.toContain('Nobody else knows');
});

test('a record and its history follow', async () => {
  const record = await draft('On its own page');
  await Promise.all([following(), page.goto(`${product.url}/claims/${record.id}`)]);
  await main()
    .getByRole('heading', { name: /On its own page/ })
    .waitFor();
  await rename(record.id, 'On everybody’s page');
  await main()
    .getByRole('heading', { name: /On everybody’s page/ })
    .waitFor();
  await main().getByRole('region', { name: 'History' }).getByText('On everybody’s page').waitFor();
  await emma.fire('claims', record.id, 'submit', {});
  await main().getByText('Submitted', { exact: true }).first().waitFor();
  const submit = main().getByRole('button', { name: 'Submit', exact: true });
  await expect.poll(() => submit.count()).toBe(0);

  // Who else looks at it is told to both, and who changes it.
  const mo = await asPerson(product.url, 'mo@example.com');
  await mo.fire('claims', record.id, 'reject', { rejection_reason: 'The taxi has no receipt.' });
  const context = await browser.newContext({ locale: 'en-GB' });
  onTestFinished(() => context.close());
  await signInBrowser(context, product.url, 'mo@example.com');
  const other = await context.newPage();
  await other.goto(`${product.url}/claims/${record.id}`);
  await main().getByText('Also here: Mo Manager').waitFor({ state: 'attached' });
  await main().getByRole('button', { name: 'Edit', exact: true }).click();
  await other.getByText('Changing this now: Emma Employee').waitFor();
  await page.getByRole('dialog').getByRole('button', { name: 'Cancel' }).last().click();
  await other.getByText('Also here: Emma Employee').waitFor({ state: 'attached' });
  await other.getByText('Changing this now').waitFor({ state: 'detached' });
});

test('a record is shown without its history to whom this is refused, which is not asked for over and over', {
  tags: ['thorough'],
}, async () => {
  const finn = await asPerson(product.url, 'finn@example.com');
  const { items } = await finn.list('claims', { limit: 1 });
  const context = await browser.newContext({ locale: 'en-GB' });
  await signInBrowser(context, product.url, 'finn@example.com');
  const own = await context.newPage();
  let asked = 0;
  own.on('request', (request) => void (asked += request.url().endsWith('/history') ? 1 : 0));
  await own.goto(`${product.url}/claims/${items[0]?.id}`);
  await own.locator('main[data-loaded] h1').waitFor();
  expect(await own.getByRole('region', { name: 'History' }).count()).toBe(0);
  expect(await own.getByRole('alert').count()).toBe(0);
  // Once by the screen, and by what it shows.
  expect(asked).toBeLessThan(4);
  await context.close();
});

test('a dashboard counts what others add', { tags: ['thorough'] }, async () => {
  await Promise.all([following(), page.goto(`${product.url}/`)]);
  const tile = main().getByRole('region', { name: 'My open claims' });
  const count = () => tile.getByText(/^\d+$/).textContent();
  const before = Number(await count());
  await draft('One more');
  await expect.poll(count).toBe(String(before + 1));
});

test('an answer that was on its way does not replace what others have added since', async () => {
  const own = await page.context().newPage();
  const arrival = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  await own.route('**/api/-/dashboards/*', async (route) => {
    const response = await route.fetch();
    asked.resolve();
    await arrival.promise;
    await route.fulfill({ response });
  });
  const traffic = watchTraffic(own);
  await own.goto(`${product.url}/`);
  await asked.promise;
  await draft('Added meanwhile');
  const tile = own.locator('main[data-loaded]').getByRole('region', { name: 'My open claims' });
  const count = () => tile.getByText(/^\d+$/).textContent();
  const { items } = await emma.list('claims', { limit: 100 });
  const open = items.filter(({ status }) => ['draft', 'submitted', 'approved'].includes(String(status))).length;
  await expect.poll(count).toBe(String(open));
  arrival.resolve();
  await traffic.settle();
  expect(await count()).toBe(String(open));
  await own.close();
});

test('a record that was on its way is asked for once more when it has changed since', {
  tags: ['thorough'],
}, async () => {
  const own = await page.context().newPage();
  const record = await draft('As it was first');
  const arrival = Promise.withResolvers<void>();
  const asked = Promise.withResolvers<void>();
  let isFirst = true;
  await own.route(`**/api/claims/${record.id}?*`, async (route) => {
    if (!isFirst) return route.continue();
    isFirst = false;
    const response = await route.fetch();
    asked.resolve();
    await arrival.promise;
    await route.fulfill({ response });
  });
  const network = await own.context().newCDPSession(own);
  await network.send('Network.enable');
  const followed = new Promise<void>((resolve) => {
    network.on('Network.eventSourceMessageReceived', ({ data }) => {
      if (data.includes('As it is now')) resolve();
    });
  });
  await own.goto(`${product.url}/claims/${record.id}`);
  await asked.promise;
  await rename(record.id, 'As it is now');
  await followed;
  arrival.resolve();
  await expect.poll(() => own.getByRole('heading', { name: /As it is now/ }).count()).toBe(1);
  await own.close();
});

test('a board takes in the cards that others move', async () => {
  const finance = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(finance, product.url, 'finn@example.com');
  const board = await finance.newPage();
  const [mo] = await Promise.all([
    asPerson(product.url, 'mo@example.com'),
    board.waitForResponse((response) => response.url().includes('/api/-/events?')),
    board.goto(`${product.url}/finance`),
  ]);
  const { id, number } = await draft('Off to finance');
  await emma.fire('claims', id, 'submit', {});
  await mo.fire('claims', id, 'approve', {});
  const approved = board.getByRole('region', { name: /Approved/ });
  await expect.poll(() => approved.textContent()).toContain(number);
  await finance.close();
});
