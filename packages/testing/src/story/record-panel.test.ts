import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(route: string, email: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, email);
  const page = await context.newPage();
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const panel = (page: Page) => page.getByRole('region', { name: 'Record', exact: true });
const titled = (page: Page, name: string) => panel(page).getByRole('heading', { level: 2, name });

test('a click on a row opens its record next to the list, and the arrow keys move on from there', async () => {
  const page = await open('/claims', 'emma@example.com');
  const row = page.getByRole('row', { name: 'Team dinner' });
  await row.getByText('Team dinner').click();
  await titled(page, 'Team dinner').waitFor();
  expect(await row.getAttribute('aria-current')).toBe('true');
  await panel(page).getByRole('heading', { name: 'Lines' }).waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.keyboard.press('ArrowDown');
  await titled(page, 'Parking at the airport').waitFor();
  await page.keyboard.press('k');
  await titled(page, 'Team dinner').waitFor();
  await page.reload();
  await row.waitFor();
  await titled(page, 'Team dinner').waitFor();
  await panel(page).focus();
  await page.keyboard.press('Escape');
  await expect.poll(() => panel(page).count()).toBe(0);
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.closest('tr')?.textContent))
    .toContain('Team dinner');
  await page.keyboard.press('Space');
  await titled(page, 'Team dinner').waitFor();
  await panel(page).getByRole('link', { name: 'Open as a page' }).click();
  await page.locator('main[data-loaded]').getByRole('heading', { level: 1, name: 'Team dinner' }).waitFor();
  await page.goBack();
  await titled(page, 'Team dinner').waitFor();
  await page.context().close();
});

test('the link of a row leads to the page, and so does all of it on a telephone', { tags: ['thorough'] }, async () => {
  const wide = await open('/claims', 'emma@example.com');
  await wide.getByRole('row', { name: 'Team dinner' }).getByRole('link').first().click();
  await wide.locator('main[data-loaded]').getByRole('heading', { level: 1, name: 'Team dinner' }).waitFor();
  await wide.context().close();
  const narrow = await open('/claims', 'emma@example.com', 390);
  await narrow.getByRole('row', { name: 'Team dinner' }).click({ position: { x: 200, y: 60 } });
  await narrow.locator('main[data-loaded]').getByRole('heading', { level: 1, name: 'Team dinner' }).waitFor();
  expect(await panel(narrow).count()).toBe(0);
  await narrow.context().close();
});

test('a card of a board and an entry of a calendar open their records, too; what is done there shows', {
  tags: ['thorough'],
}, async () => {
  const board = await open('/finance', 'finn@example.com');
  await board.getByRole('region', { name: 'Approved' }).getByText('€586.00').click();
  const shown = panel(board).getByRole('heading', { level: 2 }).first();
  await shown.waitFor();
  await panel(board).getByRole('button', { name: 'Pay', exact: true }).click();
  await board.getByRole('dialog').getByLabel('Payment reference').fill('SEPA-1');
  await board.keyboard.press('Escape');
  await expect.poll(() => board.getByRole('dialog').count()).toBe(0);
  expect(await panel(board).count()).toBe(1);
  await board.context().close();
  const calendar = await open('/trips?view=month', 'emma@example.com');
  await calendar
    .getByRole('table')
    .getByRole('link')
    .filter({ hasText: /EX-|Trip|Site/ })
    .first()
    .click();
  await panel(calendar).getByRole('heading', { level: 2 }).first().waitFor();
  await calendar.context().close();
});

test('j and k go from row to row, x selects one, e edits it; a second column sorts, too', async () => {
  const page = await open('/claims', 'emma@example.com');
  const focused = () => page.evaluate(() => document.activeElement?.closest('tr')?.textContent ?? '');
  const row = (place: number) => page.locator('tbody tr').nth(place);
  await page.keyboard.press('j');
  await expect.poll(focused).toBe(await row(0).textContent());
  await page.keyboard.press('j');
  await expect.poll(focused).toBe(await row(1).textContent());
  await page.keyboard.press('k');
  await page.keyboard.press('x');
  await expect.poll(() => row(0).getByRole('checkbox').isChecked()).toBe(true);
  await page.keyboard.press('x');
  await expect.poll(() => row(0).getByRole('checkbox').isChecked()).toBe(false);
  const sort = (name: string) => page.getByRole('columnheader', { name }).getByRole('button');
  await sort('Status').click();
  await sort('Total').click({ modifiers: ['Shift'] });
  await expect.poll(() => new URL(page.url()).searchParams.get('order')).toBe('status,total');
  await expect.poll(() => sort('Total').getAttribute('title')).toMatch(/^Sorted by as number 2/);
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.context().close();
});

test('e edits the record of the row, where its reader may', { tags: ['thorough'] }, async () => {
  const page = await open('/categories', 'finn@example.com');
  await page.keyboard.press('j');
  await page.keyboard.press('e');
  const title = page.getByRole('dialog').getByRole('heading');
  await expect.poll(() => title.textContent()).toMatch(/^Edit /);
  await page.context().close();
});

test('columns get another order and width, rows are lower, and a reload keeps it', { tags: ['thorough'] }, async () => {
  const page = await open('/claims', 'emma@example.com');
  const heads = () => page.locator('thead th[data-path]').evaluateAll((all) => all.map((head) => head.dataset['path']));
  const width = async () => (await page.getByRole('columnheader', { name: 'Purpose' }).boundingBox())?.width ?? 0;
  const [first, second, ...others] = await heads();
  const before = await width();
  await page.getByRole('columnheader', { name: 'Purpose' }).getByRole('button').focus();
  await page.keyboard.press('Shift+ArrowRight');
  await expect.poll(width).toBeCloseTo(before + 16, -1);
  await page.keyboard.press('Control+Shift+ArrowLeft');
  await expect.poll(heads).toEqual([second, first, ...others]);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('switch', { name: 'Lower rows' }).press('Space');
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.reload();
  await page.locator('main[data-loaded]').waitFor();
  await expect.poll(heads).toEqual([second, first, ...others]);
  expect(await page.locator('table[data-dense]').count()).toBe(1);
  await page.getByRole('button', { name: 'Columns' }).click();
  await page.getByRole('button', { name: 'As the list is' }).click();
  await expect.poll(heads).toEqual([first, second, ...others]);
  await page.context().close();
});
