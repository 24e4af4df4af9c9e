import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillOrders } from '../filled/orders.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

const ORDERS = 120;

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(new URL('../filled/orders.md', import.meta.url), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillOrders(product.url, ORDERS);
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

const amount = (text: string | null) => Number(/€([\d,.]+)/.exec(text ?? '')?.[1]?.replaceAll(',', ''));

async function totalOf(filters: Record<string, string>): Promise<number> {
  const carla = await asPerson(product.url, 'carla@example.com');
  let sum = 0;
  for (let cursor: string | undefined; ; ) {
    const page = await carla.list('orders', { filters, limit: 100, cursor });
    for (const { total } of page.items) sum += Number(total);
    if (page.next === null) return sum;
    cursor = page.next;
  }
}

test('the foot says how many there are and what they come to, over all pages, as the list is narrowed', async () => {
  const page = await open('/orders');
  const foot = page.locator('tfoot');
  await expect.poll(async () => amount(await foot.textContent())).toBe(await totalOf({}));
  await page.getByText(`${ORDERS} in all`).waitFor();
  await page.goto(`${product.url}/orders?status=held`);
  await expect.poll(async () => amount(await foot.textContent())).toBe(await totalOf({ status: 'held' }));
  // Another value below a column, which the browser remembers.
  await foot.hover();
  await foot.getByRole('button', { name: 'What stands below Discount' }).click();
  await page.getByRole('menuitem', { name: 'Largest' }).click();
  await foot.getByText('Largest 10').waitFor();
  await page.reload();
  await foot.getByText('Largest 10').waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.context().close();
});

test('a list is grouped by a choice, a reference or a month, each group with its number and sum', async () => {
  const page = await open('/orders');
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitem', { name: 'Status' }).click();
  const group = page.getByRole('region', { name: 'Held' });
  await group.getByRole('link').first().waitFor();
  expect(new URL(page.url()).searchParams.get('by')).toBe('status');
  expect(amount(await group.getByRole('heading').textContent())).toBe(await totalOf({ status: 'held' }));
  // In the order of the document; the first three are open, the others come when they are opened.
  const names = page.getByRole('heading', { level: 2 }).getByRole('button');
  expect((await names.allTextContents()).map((name) => name.replace(/\d+$/, ''))).toEqual([
    'Entered',
    'Confirmed',
    'Held',
    'Shipped',
    'Cancelled',
  ]);
  const shipped = page.getByRole('region', { name: 'Shipped' });
  expect(await shipped.getByRole('row').count()).toBe(0);
  await shipped.getByRole('button', { expanded: false }).first().click();
  await shipped.getByRole('link').first().waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  // Its rows act, and the figures follow.
  const before = Number(/\d+$/.exec((await group.getByRole('heading').getByRole('button').textContent()) ?? '')?.[0]);
  await group
    .getByRole('button', { name: /^Resume/ })
    .first()
    .click();
  await expect
    .poll(async () =>
      Number(/\d+$/.exec((await group.getByRole('heading').getByRole('button').textContent()) ?? '')?.[0]),
    )
    .toBe(before - 1);
  await page.goto(`${product.url}/orders?by=month(wanted)`);
  await page.getByRole('region', { name: 'December 2026' }).getByRole('link').first().waitFor();
  await page.getByRole('region', { name: 'Not stated' }).waitFor();
  await page.context().close();
});

test('all records of the list are selected beyond its page, and changed with a result for each', {
  tags: ['thorough'],
}, async () => {
  const page = await open('/orders?status.in=entered,shipped');
  const carla = await asPerson(product.url, 'carla@example.com');
  const count = async (filters: Record<string, string>) =>
    (await carla.list('orders', { filters, count: true, limit: 1 })).count ?? 0;
  const [all, entered] = [await count({ 'status.in': 'entered,shipped' }), await count({ status: 'entered' })];
  await page.getByRole('checkbox', { name: 'Select all' }).click();
  await page.getByRole('button', { name: `Select all ${all}` }).click();
  await page.getByText(`All ${all} selected`).waitFor();
  await page.getByRole('button', { name: 'Edit…' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Field').selectOption('Remark');
  await dialog.getByRole('textbox', { name: 'Remark' }).fill('Counted');
  await expect(findViolations(page)).resolves.toEqual([]);
  await dialog.getByRole('button', { name: `Change ${all}` }).click();
  // An order that is shipped is not changed any more (6): each record has its own result.
  await page.getByRole('dialog', { name: `Remark: ${entered} of ${all} done` }).waitFor();
  expect(await count({ 'remark.contains': 'Counted' })).toBe(entered);
  await page.context().close();
});

test('on a telephone one button shows the tools, and the main action keeps its place', {
  tags: ['thorough'],
}, async () => {
  const page = await open('/orders', 390);
  const views = page.getByRole('button', { name: 'Views' });
  expect(await views.isVisible()).toBe(false);
  await page.getByRole('link', { name: 'New order' }).last().waitFor();
  await page.getByRole('button', { name: 'Tools' }).click();
  await expect.poll(() => views.isVisible()).toBe(true);
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.context().close();
});
