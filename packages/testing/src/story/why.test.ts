import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let context: BrowserContext;
let page: Page;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  page = await context.newPage();
  page.setDefaultTimeout(10_000);
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');

async function openRecord(purpose: string): Promise<void> {
  await page.goto(`${product.url}/claims`);
  await main().getByRole('row', { name: purpose }).getByRole('link').first().click();
  await main().getByRole('heading', { name: purpose, level: 1 }).waitFor();
}

test('why something may not be done, is not seen, or is computed: the clause, its sentence, and the way there', async () => {
  await openRecord('Team dinner');
  await main().getByRole('button', { name: 'Why?', exact: true }).click();
  const why = page.getByRole('dialog');
  await why.getByText('Approve:').waitFor();
  await why.getByRole('button', { name: 'Why? 4.Claim.status.approve' }).click();
  await page.getByText('approve · submitted · approved · line_manager').waitFor();
  await page.keyboard.press('Escape');
  // What is left open about a field that is not seen, and how a total comes about.
  expect(await why.getByText('payment_reference', { exact: true }).count()).toBe(1);
  expect(await why.getByText('not specified').count()).toBeGreaterThan(0);
  await why.getByText('sum(lines.amount)').first().waitFor();
});

test('a clause leads to its place in the document, and from there to where it shows in the product', async () => {
  await openRecord('Team dinner');
  await main().getByRole('button', { name: 'Why? 3.Claim.total' }).click();
  await page.getByRole('link', { name: 'In the document, line' }).click();
  const row = main().locator('tr:target, tr').filter({ hasText: '= sum(lines.amount)' }).first();
  await row.waitFor();
  await expect
    .poll(() => row.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
    .toBe(true);
  await row.getByRole('link', { name: 'Shown at My claims' }).click();
  await main().getByRole('heading', { name: 'My claims', level: 1 }).waitFor();
});

test('an example stands beside what it shows, and leads to its row', async () => {
  await page.goto(`${product.url}/-/document`);
  const shown = main().locator('tr').filter({ hasText: 'OWN_CLAIM' }).locator('xpath=following-sibling::tr[1]').first();
  await shown.getByText('Claim where status == "escalated" and owner == user').waitFor();
  await shown.getByRole('link', { name: 'Example' }).click();
  const row = main().locator('tr').filter({ hasText: 'approve_exception' }).filter({ hasText: 'escalated' });
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
  const ids = await row.evaluateAll((rows) => rows.map((each) => each.id));
  expect(ids).toContain(id);
});

test('a state of the diagram leads to its row', async () => {
  await page.goto(`${product.url}/-/document?view=states`);
  await main().getByRole('link', { name: 'Escalated' }).click();
  const row = main().locator('tr').filter({ hasText: 'waiting for a director' }).first();
  await row.waitFor();
  expect(await row.getAttribute('id')).toBe(decodeURIComponent(new URL(page.url()).hash.slice(1)));
});
