import { readFile } from 'node:fs/promises';
import type { DashboardView } from '@nonet/client';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillOrders } from '../filled/orders.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(new URL('../filled/orders.md', import.meta.url), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(route: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'carla@example.com');
  const page = await context.newPage();
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

test('a dashboard without anything to count leads to what can be begun', async () => {
  const page = await open('/');
  await page.getByRole('heading', { name: 'Nothing is here yet' }).waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.locator('main').getByRole('link', { name: 'New order' }).click();
  await page.locator('main[data-loaded]').getByRole('heading', { level: 1, name: 'New order' }).waitFor();
  await page.context().close();
  await fillOrders(product.url, 60);
});

test('tiles that take long come one by one, each in its place', async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'carla@example.com');
  const page = await context.newPage();
  const held = new Map<string, () => void>();
  await page.route('**/api/-/dashboards/**', async (route) => {
    const tile = new URL(route.request().url()).searchParams.get('tile');
    const response = await route.fetch();
    if (tile !== null) {
      await new Promise<void>((resolve) => held.set(tile, resolve));
      return route.fulfill({ response });
    }
    expect(await route.request().headerValue('prefer')).toBe('wait=1');
    const { tiles } = (await response.json()) as DashboardView;
    const late = tiles.map((each) => ({ ...each, value: null, groups: null, others: null, late: true }));
    return route.fulfill({ json: { tiles: late } });
  });
  // Otherwise the stream of changes brings all tiles at once.
  await page.route('**/api/-/events**', (route) => route.abort());
  await page.goto(product.url);
  const shown = () => page.locator('main [data-clause^="2."]').count();
  await expect.poll(() => held.size).toBe(2);
  expect(await page.locator('main[data-loaded]').count()).toBe(0);
  const before = await shown();
  for (let come = 1; held.size > 0; come += 1) {
    const [[tile, release] = ['', () => undefined]] = held;
    held.delete(tile);
    release();
    await page.locator(`main [data-clause="${tile}"]`).waitFor();
    await expect.poll(shown).toBe(before + come);
    const isOver = async () => (await page.locator('main[data-loaded]').count()) > 0;
    await expect.poll(async () => held.size > 0 || (await isOver())).toBe(true);
  }
  await page.locator('main[data-loaded]').getByRole('region', { name: 'Turnover by customer' }).waitFor();
  await context.close();
});

test('a chart of many groups shows the largest ten, and all of them when it is asked', async () => {
  const page = await open('/');
  expect(await page.getByRole('heading', { name: 'Nothing is here yet' }).count()).toBe(0);
  const tile = page.getByRole('region', { name: 'Turnover by customer' });
  await tile.getByText(/^\d+ others: €[\d,.]+$/).waitFor();
  await tile.getByRole('button', { name: /^Show all \d+ groups$/, includeHidden: true }).click();
  await tile.getByRole('button', { name: 'Show the largest', includeHidden: true }).waitFor();
  expect(await tile.getByText(/others:/).count()).toBe(0);
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.context().close();
});

test('a board has lanes by what its cards show, and a card is moved within its lane', async () => {
  const page = await open('/board');
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitem', { name: 'Carrier' }).click();
  const lane = page.getByRole('region', { name: 'Board: van' });
  await lane.getByRole('article').first().waitFor();
  // In the order of the document, what is not stated last.
  const names = await page.locator('main h2:has(+ section) ').allTextContents();
  expect(names.map((name) => name.replace(/\d+$/, ''))).toEqual(['Post', 'Van', 'Pickup', 'Not stated']);
  expect(await lane.getByRole('article').filter({ hasText: 'Pickup' }).count()).toBe(0);
  await expect(findViolations(page)).resolves.toEqual([]);
  const confirmed = lane.getByRole('region', { name: 'Confirmed' });
  const before = await confirmed.getByRole('article').count();
  const card = confirmed.getByRole('article').first();
  await card.getByRole('button', { name: /^Move / }).click();
  await page.getByRole('menuitem', { name: 'Held' }).click();
  await expect.poll(() => confirmed.getByRole('article').count()).toBe(before - 1);
  await page.context().close();
});

test('on a telephone a finger swipes from column to column of a board', { tags: ['thorough'] }, async () => {
  const page = await open('/board', 390);
  const lefts = () =>
    page
      .locator('[data-column]')
      .evaluateAll((columns) => columns.map((column) => column.getBoundingClientRect().left));
  const [first = 0, second = 0] = await lefts();
  expect([first < 30, second > 200, second < 390]).toEqual([true, true, true]);
  await page
    .locator('[data-column]')
    .nth(1)
    .evaluate((column) => column.scrollIntoView({ inline: 'start' }));
  await expect.poll(async () => ((await lefts())[1] ?? 999) < 30).toBe(true);
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.context().close();
});

test('a device can keep the product among its own applications', { tags: ['thorough'] }, async () => {
  const page = await open('/');
  const link = await page.locator('link[rel="manifest"]').getAttribute('href');
  const answer = await page.request.get(product.url + link);
  expect(answer.headers()['content-type']).toContain('application/manifest+json');
  expect(await answer.json()).toMatchObject({ name: 'Order desk', start_url: '/', display: 'standalone' });
  await page.context().close();
});
