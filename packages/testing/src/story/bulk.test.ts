import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { draftClaim, fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  const deleting = document
    .replace('| actions | create, export |', '| actions | create, delete, restore, export |')
    .replace('| restore | no | no | no | no | no | no |', '| restore | yes | no | no | no | no | no |');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(deleting, {})]);
  await fillExpenses(product.url);
  page = await open('mo@example.com', '/approvals');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(email: string, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, email);
  const opened = await context.newPage();
  await opened.goto(product.url + address);
  return opened;
}

const main = () => page.locator('main[data-loaded]');
const select = (title: string) => main().getByRole('row', { name: title }).getByRole('checkbox').click();

test('input is asked for once, each record is checked alone, and each has its result', async () => {
  await main().getByText('Workshop in Rotterdam', { exact: true }).waitFor();
  await select('Workshop in Rotterdam');
  await select('Site visit in Eindhoven');
  await main().getByText('2 selected').waitFor();
  // Another person changes one of them first.
  const mo = await asPerson(product.url, 'mo@example.com');
  const { items } = await mo.list('claims', { filters: { 'purpose.contains': 'Eindhoven' } });
  await mo.fire('claims', items[0]?.id ?? '', 'approve', {});

  await main().locator('[aria-live]').getByRole('button', { name: 'Reject', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Rejection reason').fill('Please add the names.');
  await page.getByRole('dialog').getByRole('button', { name: 'Reject', exact: true }).click();
  const results = page.getByRole('dialog', { name: 'Reject: 1 of 2 done' });
  await results.waitFor();
  expect(
    await results
      .getByRole('row', { name: /Rotterdam/ })
      .getByText('Done', { exact: true })
      .count(),
  ).toBe(1);
  expect(
    await results
      .getByRole('row', { name: /Eindhoven/ })
      .getByText('Done', { exact: true })
      .count(),
  ).toBe(0);
  const { items: rejected } = await mo.list('claims', { filters: { 'purpose.contains': 'Rotterdam' } });
  expect(rejected[0]).toMatchObject({ status: 'rejected', rejection_reason: 'Please add the names.' });
  await page.keyboard.press('Escape');
});

test('on a narrow screen the rows are sorted, and selected all at once, by a finger too', {
  tags: ['thorough'],
}, async () => {
  await page.setViewportSize({ width: 390, height: 844 });
  const total = main().getByRole('button', { name: 'Total', exact: true });
  await total.click();
  await page.waitForURL(/order=total/);
  const all = main().getByRole('checkbox', { name: 'Select all on this page' });
  const [box, sorts] = await Promise.all([all.boundingBox(), total.boundingBox()]);
  expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(24);
  expect(sorts?.height).toBeGreaterThanOrEqual(24);
  await all.click();
  await main()
    .getByText(/^\d selected$/)
    .waitFor();
  await main().getByRole('button', { name: 'Clear the selection' }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
});

test('only what every selected record allows is offered', async () => {
  await main().getByRole('checkbox', { name: 'Select all on this page' }).click();
  const bar = main().locator('[aria-live]').filter({ hasText: 'selected' });
  await bar.getByRole('button', { name: 'Approve', exact: true }).waitFor();
  await expect.poll(() => bar.getByRole('button', { name: 'Escalate' }).count()).toBe(0);
  await bar.getByRole('button', { name: 'Clear the selection' }).click();
  await expect.poll(() => main().getByText('selected').count()).toBe(0);
});

test('the selected records alone are exported, in the columns and the order of the list', {
  tags: ['thorough'],
}, async () => {
  const own = await open('emma@example.com', '/claims');
  const list = own.locator('main[data-loaded]');
  for (const purpose of ['Team dinner', 'Parking at the airport']) {
    await list.getByRole('row', { name: purpose }).getByRole('checkbox').click();
  }
  const bar = list.locator('[aria-live]').filter({ hasText: '2 selected' });
  const [download] = await Promise.all([
    own.waitForEvent('download'),
    bar.getByRole('button', { name: 'Export CSV' }).click(),
  ]);
  expect(download.suggestedFilename()).toBe('my_claims.csv');
  const text = await readFile(await download.path(), 'utf8');
  const rows = text.trimEnd().split('\r\n');
  expect(rows.map((row) => row.split(',')[1])).toEqual(['Purpose', 'Team dinner', 'Parking at the airport']);
  await own.context().close();
});

test('the selected records are deleted if every record allows it, and restored', { tags: ['thorough'] }, async () => {
  const emma = await asPerson(product.url, 'emma@example.com');
  const purposes = ['Not needed after all', 'A mistake'];
  for (const purpose of purposes) await draftClaim(emma, purpose);
  const left = async () => {
    const { items } = await emma.list('claims', { filters: { 'purpose.in': purposes.join(',') } });
    return items.length;
  };
  const own = await open('emma@example.com', '/claims');
  const list = own.locator('main[data-loaded]');
  const bar = list.locator('[aria-live]').filter({ hasText: 'selected' });
  await list.getByRole('row', { name: 'Utrecht' }).getByRole('checkbox').click();
  await bar.getByText('1 selected').waitFor();
  await expect.poll(() => bar.getByRole('button', { name: 'Delete' }).count()).toBe(0);
  await list.getByRole('row', { name: 'Utrecht' }).getByRole('checkbox').click();

  for (const purpose of purposes) await list.getByRole('row', { name: purpose }).getByRole('checkbox').click();
  await bar.getByRole('button', { name: 'Delete' }).click();
  await own.getByRole('dialog', { name: 'Delete 2 records?' }).getByRole('button', { name: 'Delete' }).click();
  const deleted = own.getByRole('dialog', { name: 'Delete: 2 of 2 done' });
  await deleted.waitFor();
  expect(await left()).toBe(0);
  await deleted.getByRole('button', { name: 'Restore' }).click();
  await own.getByRole('dialog', { name: 'Restore: 2 of 2 done' }).waitFor();
  expect(await left()).toBe(2);
  await own.context().close();
});
