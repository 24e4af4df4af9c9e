import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, dateIn, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  const example = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  const document = example.replace('| date | date | | the day', '| date | date | default today() | the day');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');

test('a screen is not loaded before its form is there', async () => {
  const own = await context.newPage();
  // The code that computes the defaults of a new record is loaded after the screen.
  const asked = Promise.withResolvers<void>();
  const arrival = Promise.withResolvers<void>();
  await own.route(/\/assets\/evaluation-[^/]*\.js/, async (route) => {
    asked.resolve();
    await arrival.promise;
    await route.continue();
  });
  await own.goto(`${product.url}/claims/new`);
  await asked.promise;
  await own.getByRole('heading', { name: 'New claim' }).waitFor();
  expect(await own.locator('main[data-loaded]').count()).toBe(0);
  arrival.resolve();
  await own.locator('main[data-loaded]').waitFor();
  expect(await own.locator('main [data-clause="3.Claim.purpose"]').count()).toBe(1);
  await own.close();
});

test('a form shows the total of its rows, with their currency', async () => {
  await page.goto(`${product.url}/claims/new`);
  await main().getByLabel('Amount, row 1').fill('1234.5');
  await main()
    .getByRole('button', { name: /^Add a row/ })
    .click();
  await main().getByLabel('Amount, row 2').fill('12');
  await expect.poll(() => main().locator('[data-computed="total"]').innerText()).toMatch(/^Total\s+€1,246\.50$/);
  expect(await findViolations(page)).toEqual([]);
});

test('a file of another type is refused when it is chosen', async () => {
  const file = { name: 'r.txt', mimeType: 'text/plain', buffer: Buffer.from('no receipt') };
  await page.locator('input[name="lines.0.receipt"]').setInputFiles(file);
  const said = main().getByText('Receipt takes pdf, png, jpg files; r.txt is not one of them.');
  await expect.poll(() => said.count()).toBe(1);
});

test('input is kept as a draft on request', { tags: ['thorough'] }, async () => {
  await main().getByLabel('Purpose').fill('Half of a claim');
  await page.getByRole('link', { name: 'Policy' }).click();
  await page.getByRole('button', { name: 'Keep as a draft' }).click();
  await main().getByRole('heading', { name: 'Policy', level: 1 }).waitFor();
  await page.getByRole('link', { name: 'New claim' }).click();
  await main().getByText('What you entered before is here again.').waitFor();
  expect(await main().getByLabel('Purpose').inputValue()).toBe('Half of a claim');
  await main().getByRole('button', { name: 'Discard it' }).click();
});

test('a refusal names the row and its content, and shows its rule on request', async () => {
  const emma = await asPerson(product.url, 'emma@example.com');
  const { items: categories } = await emma.list('categories', { filters: { name: 'Travel' } });
  const line = { category: categories[0]?.id, description: 'Train', amount: '10' };
  const { record } = await emma.create('claims', {
    purpose: 'Visit in Utrecht',
    from: dateIn(-3),
    to: dateIn(-2),
    lines: [
      { ...line, date: dateIn(-3) },
      { ...line, date: dateIn(-9), description: 'Ferry' },
    ],
  });
  await page.goto(`${product.url}/claims/${record.id}`);
  // A slow page takes a second click before it is drawn: the first one's answer is shown all the same.
  await main()
    .getByRole('button', { name: 'Submit' })
    .evaluate((button: HTMLButtonElement) => {
      button.click();
      button.click();
    });
  const alert = main().getByRole('alert');
  await alert.getByText(/^Lines, row 2: .* · Travel · Ferry · €10\.00$/).waitFor();
  expect(await alert.innerText()).not.toMatch(/all\(|5\.V2/);
  await alert.getByRole('button', { name: 'Why? 5.V2' }).click();
  await page.getByText(/all\(lines have date >= this\.from/).waitFor();
  await page.keyboard.press('Escape');
});

test('⌘K opens from a tick box, and acts on the record that is meant', async () => {
  await page.goto(`${product.url}/claims`);
  await main().getByRole('checkbox').first().focus();
  await page.keyboard.press('Control+k');
  await page.getByRole('textbox', { name: 'Go to a screen or record' }).fill('withdraw visit in utrecht');
  await page.getByRole('button', { name: /^Withdraw: EX-.*: Visit in Utrecht$/ }).click();
  await expect.poll(() => main().getByText('Withdrawn', { exact: true }).count()).toBeGreaterThan(0);
});

test.each([
  ['while there is no connection', false],
  ['once the connection is back', true],
])('the page reports that it is offline, and loads a screen whose code fails %s', async (_when, isLate) => {
  const own = await context.newPage();
  await own.goto(`${product.url}/claims`);
  await own.locator('main[data-loaded]').waitFor();
  let isReloaded = false;
  own.on('request', (request) => void (isReloaded ||= request.isNavigationRequest()));
  const ending = Promise.withResolvers<void>();
  await own.route(/\/assets\/calendar-screen-[^/]*\.js/, async (route) => {
    if (isReloaded) return route.continue();
    await ending.promise;
    return route.abort();
  });
  if (!isLate) ending.resolve();
  await context.setOffline(true);
  await own.getByText('You are offline.').waitFor();
  const failed = own.waitForEvent('requestfailed', (request) => request.url().includes('/calendar-screen-'));
  await own.getByRole('link', { name: 'Trips' }).click();
  if (!isLate) await failed;
  await context.setOffline(false);
  ending.resolve();
  await failed;
  await own.locator('main[data-loaded]').getByRole('heading', { name: 'Trips', level: 1 }).waitFor();
  await expect.poll(() => own.getByText('You are offline.').count()).toBe(0);
  await own.close();
});

test('signed out, a product with nothing but prose for everyone begins with its sign-in', {
  tags: ['thorough'],
}, async () => {
  const stranger = await browser.newContext({ locale: 'en-GB' });
  const out = await stranger.newPage();
  await out.goto(product.url);
  await out.getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  expect(new URL(out.url()).pathname).toBe('/sign-in');
  await stranger.close();
});
