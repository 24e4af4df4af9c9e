import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { watchTraffic } from './traffic.ts';

const MOST_FILES = 20;
/** A shift that the eye does not see: a pixel of a border that appears with its colour. */
const LEAST_VISIBLE_SHIFT = 0.001;

let browser: Browser;
let product: RunningProduct;
let context: BrowserContext;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser({ fetchesAhead: true }), startProduct(document, {})]);
  await fillExpenses(product.url);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Keeps in the page how far its parts are pushed away. */
async function watchShifts(page: Page): Promise<void> {
  await page.addInitScript(() => {
    const shifts: number[] = [];
    (window as unknown as { shifts: number[] }).shifts = shifts;
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value);
    }).observe({ type: 'layout-shift', buffered: true });
  });
}

function shiftsOf(page: Page): Promise<number> {
  return page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, shift) => sum + shift, 0));
}

/**
 * Opens a screen until it no longer changes, and answers which scripts and styles were loaded, with their bytes on the
 * wire.
 */
async function load(route: string): Promise<{ files: string[]; scripts: Map<string, number> }> {
  const page = await context.newPage();
  // A page that stays open after a failure would keep connections from the tests after it.
  onTestFinished(() => page.close());
  // Later, while the browser is idle, the code of the other screens would come as well.
  await page.addInitScript(() => Object.assign(window, { requestIdleCallback: () => 0 }));
  const traffic = watchTraffic(page);
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  await traffic.settle();
  // The page brought it.
  expect(traffic.addresses.filter((each) => each.endsWith('/api/-/product'))).toEqual([]);
  // The bar of `nonet dev` comes in no product that is served.
  const files = traffic.addresses.filter((each) => /\.(js|css)$/.test(each) && !/\/dev-bar-[^/]*$/.test(each));
  const scripts = new Map<string, number>();
  for (const address of files) {
    const headers = (await context.request.get(address, { headers: { 'accept-encoding': 'gzip, br' } })).headers();
    expect(headers).toMatchObject({ 'content-encoding': 'br', 'cache-control': expect.stringContaining('immutable') });
    if (address.endsWith('.js')) scripts.set(new URL(address).pathname, Number(headers['content-length']));
  }
  return { files, scripts };
}

test.each([
  ['/', 200_000],
  ['/claims', 200_000],
  // A form loads the language's evaluator: it computes totals and judges rules while a person types. The dates of
  // recurrence rules are in it.
  ['/claims/new', 265_200],
  // A page brings what draws Markdown.
  ['/policy', 235_000],
])('%s comes in few files, with at most %i bytes of script', async (route, mostBytes) => {
  const { files, scripts } = await load(route);
  expect(files.length, files.map((each) => path.basename(each)).join(' ')).toBeLessThanOrEqual(MOST_FILES);
  const total = [...scripts.values()].reduce((sum, size) => sum + size, 0);
  expect(total).toBeGreaterThan(0);
  expect(total, JSON.stringify([...scripts])).toBeLessThanOrEqual(mostBytes);
});

test('charts, diagrams and the inputs of forms come only where they are shown', async () => {
  const { scripts } = await load('/claims');
  expect([...scripts.keys()].filter((name) => /chart|diagram|document|input|opened/.test(name))).toEqual([]);
});

const SIZES = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;

describe.each<[size: keyof typeof SIZES, tags: 'thorough'[]]>([
  ['wide', []],
  ['narrow', ['thorough']],
])('nothing moves while a screen comes, %s', (size, tags) => {
  test.each([
    ['emma', '/', true],
    ['emma', '/claims', true],
    ['emma', '/claims/new', false],
    ['emma', '/claims/{id}', true],
    ['finn', '/finance', true],
    ['emma', '/trips', false],
  ] as const)('%s opens %s', { tags }, async (who, route, isHeld) => {
    const person = await asPerson(product.url, `${who}@example.com`);
    const { items } = await person.list('claims', {});
    const address = product.url + route.replace('{id}', items[0]?.id ?? 'none');
    const own = await browser.newContext({ viewport: SIZES[size], locale: 'en-GB' });
    await signInBrowser(own, product.url, `${who}@example.com`);
    const page = await own.newPage();
    await watchShifts(page);
    // The data comes only once what holds its place was seen.
    const seen = Promise.withResolvers<void>();
    await page.route(/\/api\/(?!-\/(?:product|session|dev)\b)/, async (request) => {
      await seen.promise;
      await request.continue();
    });
    await page.goto(address);
    // The frame that holds the place gives way to the screen's own: between the two there is none.
    const top = () => page.evaluate(() => document.querySelector('main h1')?.getBoundingClientRect().top ?? 0);
    if (isHeld) await page.locator('main output:not([hidden])').first().waitFor();
    let before = 0;
    await expect.poll(async () => (before = await top())).toBeGreaterThan(0);
    seen.resolve();
    await page.locator('main[data-loaded]').waitFor();
    await expect.poll(() => page.locator('main [role=alert]').count()).toBe(0);
    expect(await top()).toBe(before);
    expect(await shiftsOf(page)).toBeLessThan(LEAST_VISIBLE_SHIFT);
    await own.close();
  });
});

test('the code of the other screens comes while the browser is idle, so that they open without a connection', async () => {
  const own = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(own, product.url, 'finn@example.com');
  const page = await own.newPage();
  const traffic = watchTraffic(page);
  await page.goto(product.url);
  await page.locator('main[data-loaded]').waitFor();
  await expect
    .poll(
      () =>
        traffic.addresses.filter((each) => /\/(?:board-screen|calendar-screen|value-editor)-[^/]*\.js$/.test(each))
          .length,
    )
    .toBe(3);
  await traffic.settle();
  await own.setOffline(true);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Finance board' }).click();
  await page.getByRole('heading', { level: 1, name: 'Finance board' }).waitFor();
  await page.getByText('You are offline').first().waitFor();
  expect(await page.getByText('A part of this screen could not be fetched').count()).toBe(0);
  await own.close();
});
