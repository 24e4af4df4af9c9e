import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fillParts } from '../filled/parts.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

const PARTS = 420;

let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillParts(product.url, PARTS);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(address: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'kim@example.com');
  const page = await context.newPage();
  await page.goto(product.url + address);
  await main(page).getByRole('table').waitFor();
  return page;
}
const main = (page: Page) => page.locator('main[data-loaded]');
const row = (page: Page, place: number) => main(page).locator(`[aria-rowindex="${place + 2}"]`);

/**
 * Scrolls until the row is completely visible: the distance of one turn of the wheel depends on the rows that are
 * loaded by then.
 */
async function scrollTo(page: Page, place: number, step: number): Promise<void> {
  const number = row(page, place).getByText(`P-${String(place).padStart(5, '0')}`);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, step);
      return number.count();
    })
    .toBe(1);
}
const scrollToEnd = (page: Page) => scrollTo(page, PARTS - 1, 4_000);

test.each([1440, 390])(
  'all rows come as one scrolls, %i wide, and only those in sight are in the page',
  async (width) => {
    const page = await open('/parts?limit=all', width);
    await row(page, 0).waitFor();
    await main(page).getByText(`${PARTS} in all`).waitFor();
    expect(await main(page).getByRole('table').getAttribute('aria-rowcount')).toBe(String(PARTS + 1));
    await scrollToEnd(page);
    await expect.poll(() => main(page).locator('[aria-rowindex]').count()).toBeLessThan(120);
    await page.close();
  },
);

test('rows that come at the end push nothing away: how many there are stays in sight below them', async () => {
  const page = await open('/parts?limit=all');
  await page.evaluate(() => {
    const moved: string[] = [];
    Object.assign(window, { moved });
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { sources } = entry as PerformanceEntry & { sources: readonly { node: Node | null }[] };
        moved.push(...sources.map(({ node }) => node?.textContent ?? ''));
      }
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const total = await main(page).getByText(`${PARTS} in all`).boundingBox();
  expect(total?.y).toBeGreaterThan(800);
  expect(total?.y).toBeLessThan(900);
  await page.mouse.move(700, 500);
  await scrollToEnd(page);
  expect(await page.evaluate(() => (window as unknown as { moved: string[] }).moved)).toEqual([]);
  await page.close();
});

test('by keyboard, from row to row, and the row with the focus stays', { tags: ['thorough'] }, async () => {
  const page = await open('/parts?limit=all');
  await row(page, 0).getByRole('link').focus();
  for (let step = 0; step < 60; step += 1) await page.keyboard.press('ArrowDown');
  const focused = () =>
    page.evaluate(() => Number(document.activeElement?.closest('[aria-rowindex]')?.getAttribute('aria-rowindex')));
  await expect.poll(focused).toBe(62);
  await scrollTo(page, 155, 500);
  expect(await focused()).toBe(62);
  await page.keyboard.press('Enter');
  await main(page).getByRole('heading', { level: 1, name: 'Hand drill 60' }).waitFor();
  await page.close();
});

test('a page has as many rows as its address says, and as its reader chooses', { tags: ['thorough'] }, async () => {
  const page = await open('/parts?limit=50');
  const rows = () => main(page).locator('tbody tr').count();
  await expect.poll(rows).toBe(50);
  await main(page).getByRole('link', { name: 'Next page' }).click();
  await main(page).getByText('P-00050').waitFor();
  await main(page).getByLabel('Rows on a page').selectOption('100 rows');
  await page.waitForURL(/\?limit=100$/);
  await expect.poll(rows).toBe(100);
  await main(page).getByLabel('Rows on a page').selectOption('All rows');
  await main(page).getByText(`${PARTS} in all`).waitFor();
  // An unreadable parameter is ignored.
  await page.goto(`${product.url}/parts?limit=many`);
  await expect.poll(rows).toBe(25);
  await page.close();
});
