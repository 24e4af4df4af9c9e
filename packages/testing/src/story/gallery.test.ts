import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillStudio } from '../filled/studio.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The props of the studio, of which eight of ten have a picture. A page has four of them. */
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  const studio = await readFile(path.resolve(import.meta.dirname, '../../../../examples/studio/spec.md'), 'utf8');
  const paged = studio.replace('| order | name |\n', '| order | name |\n| page size | 4 |\n');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(paged, {})]);
  await fillStudio(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(address: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'noah@example.com');
  const page = await context.newPage();
  await page.goto(product.url + address);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const tiles = (page: Page) => page.getByRole('list', { name: 'Props' }).getByRole('listitem');

test('a page of tiles has pictures, names and facts, and a plain tile where there is no picture', async () => {
  const page = await open('/props');
  expect(await tiles(page).locator('a').allTextContents()).toEqual([
    'Bentwood chair',
    'Copper pan',
    'Enamel jug',
    'Folding screen',
  ]);
  expect(await tiles(page).nth(0).textContent()).toContain('€95.00');
  expect(await tiles(page).locator('img').count()).toBe(3);
  expect(await tiles(page).nth(3).locator('img').count()).toBe(0);
  const shown = await tiles(page)
    .locator('img')
    .evaluateAll((images) => images.map((image) => image instanceof HTMLImageElement && image.loading));
  expect(shown).toEqual(['lazy', 'lazy', 'lazy']);
  await page.getByText('10 in all').waitFor();
  const heights = await Promise.all([0, 3].map(async (at) => (await tiles(page).nth(at).boundingBox())?.height));
  expect(heights[0]).toBe(heights[1]);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

test('more tiles come when they are asked for, and a filter narrows them', { tags: ['thorough'] }, async () => {
  const page = await open('/props');
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => tiles(page).count()).toBe(8);
  await page.getByRole('button', { name: 'Show more' }).click();
  await expect.poll(() => tiles(page).count()).toBe(10);
  expect(await page.getByRole('button', { name: 'Show more' }).count()).toBe(0);
  await page.goto(`${product.url}/props?category=textile`);
  await expect.poll(() => tiles(page).count()).toBe(3);
  await page.goto(`${product.url}/props?q=nothing+like+it`);
  await page.getByText('There are no props yet.').waitFor();
  await page.context().close();
});

test('a click opens the record in the panel; with Ctrl, its page', async () => {
  const page = await open('/props');
  await tiles(page).nth(1).locator('img').click();
  const panel = page.getByRole('region', { name: 'Record', exact: true });
  await panel.getByRole('heading', { level: 2, name: 'Copper pan' }).waitFor();
  await page.keyboard.press('j');
  await panel.getByRole('heading', { level: 2, name: 'Enamel jug' }).waitFor();
  expect(new URL(page.url()).searchParams.get('panel')).toMatch(/^props\./);
  await page.context().close();
});

test('two tiles stand side by side on a telephone, and nothing scrolls sideways', { tags: ['thorough'] }, async () => {
  const page = await open('/props', 390);
  const [first, second] = await Promise.all([0, 1].map((at) => tiles(page).nth(at).boundingBox()));
  expect(first?.y).toBe(second?.y);
  expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});
