import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillParts } from '../filled/parts.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillParts(product.url, 200);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'carl@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');
const tile = (name: string) => main().getByRole('region', { name });
const heading = (name: string) => main().getByRole('heading', { level: 1, name, exact: true }).waitFor();

test('a number leads to the records that it counts, and the list back to its own', async () => {
  await page.goto(product.url);
  const number = tile('Running out').getByRole('link');
  const counted = await number.innerText();
  await number.click();
  await heading('Running out');
  await main().getByText(`${counted} in all`).waitFor();
  await main().getByRole('button', { name: 'Parts', exact: true }).click();
  await heading('Parts');
  expect(new URL(page.url()).search).toBe('');
});

test('a part of a chart leads to its group by the pointer', { tags: ['thorough'] }, async () => {
  await page.goto(product.url);
  const legend = tile('By kind').locator('li').filter({ hasText: 'Tool' });
  const [, counted] = (await legend.innerText()).split('\n');
  await legend.getByText('Tool').click();
  await heading('By kind');
  await main().getByText(`${counted} in all`).waitFor();
  await main().getByText('only: Tool').waitFor();
  await expect.poll(() => main().locator('tbody tr').filter({ hasNotText: 'Tool' }).count()).toBe(0);
});

test('each chart is a table too, whose groups lead to their records by the keyboard', {
  tags: ['thorough'],
}, async () => {
  await page.goto(product.url);
  await tile('Added by month').getByText('Table', { exact: true }).click();
  const link = tile('Added by month')
    .getByRole('row', { name: /March 2026/ })
    .getByRole('link');
  const counted = await tile('Added by month')
    .getByRole('row', { name: /March 2026/ })
    .getByRole('cell')
    .innerText();
  await link.focus();
  await page.keyboard.press('Enter');
  await heading('Added by month');
  await main().getByText('only: March 2026').waitFor();
  await main().getByText(`${counted} in all`).waitFor();
  expect(new URL(page.url()).searchParams.get('tile.group')).toBe('2026-03-01');
});

test('tiles by time show the period that is chosen, by name or by its days; the address keeps it', async () => {
  await page.goto(product.url);
  const rows = () => tile('Added by month').getByRole('row').count();
  await expect.poll(rows).toBeGreaterThan(2);
  const all = await rows();
  await main().getByRole('button', { name: 'All time' }).click();
  await page.getByRole('button', { name: 'Last year' }).waitFor();
  await page.getByLabel('From', { exact: true }).fill('2026-03-01');
  await page.getByLabel('To', { exact: true }).fill('2026-03-31');
  await page.keyboard.press('Enter');
  await tile('Added by month')
    .getByText(/^March 2026: \d+/)
    .waitFor();
  await expect.poll(rows).toBe(2);
  expect(await findViolations(page)).toEqual([]);
  await page.reload();
  await tile('Added by month')
    .getByText(/^March 2026: \d+/)
    .waitFor();
  await main().getByRole('button', { name: 'March 2026' }).click();
  await page.getByRole('button', { name: 'All time' }).click();
  await expect.poll(rows).toBe(all);
  expect(new URL(page.url()).search).toBe('');
});

test('a chart whose records no list shows is drawn all the same', { tags: ['thorough'] }, async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  const listless = await startProduct(
    document
      .replace('| kind | list of Part |', '| kind | list of Maker |')
      .replace(
        /\| (columns|filters|search|order|actions) \| .*sku.*\|\n|\| filters \| kind.*\|\n|\| actions \| retire.*\|\n/g,
        '',
      ),
    {},
  );
  try {
    await fillParts(listless.url, 20);
    await signInBrowser(page.context(), listless.url, 'kim@example.com');
    await page.goto(listless.url);
    await tile('By kind').locator('li').filter({ hasText: 'Tool' }).waitFor();
    await expect.poll(() => main().getByRole('link').count()).toBe(0);
  } finally {
    await listless.stop();
  }
});
