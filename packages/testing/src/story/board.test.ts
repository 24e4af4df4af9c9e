import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  const expenses = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  const document = expenses.replace('| columns | number, owner.name, total |', '| columns | owner, number, total |');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'finn@example.com');
  page = await context.newPage();
  await page.goto(`${product.url}/finance`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');
const column = (name: string) => main().getByRole('region', { name });
const card = (state: string, amount: string) => column(state).getByRole('article').filter({ hasText: amount });

test('a card has its first column as heading, which names the person that it refers to', async () => {
  const link = card('Approved', '€586.00').getByRole('link');
  await link.waitFor();
  expect([await link.count(), await link.innerText()]).toEqual([1, 'Mo Manager']);
});

test('a card is moved by its menu, with what the event asks; given up, it stays', async () => {
  const moving = card('Approved', '€586.00');
  await moving.getByRole('button', { name: /^Move / }).click();
  await page.getByRole('menuitem', { name: 'Paid' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Payment reference').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await moving.waitFor();
  await moving.getByRole('button', { name: /^Move / }).click();
  await page.getByRole('menuitem', { name: 'Paid' }).click();
  await dialog.getByLabel('Payment reference').fill('SEPA-1');
  await dialog.getByRole('button', { name: 'Pay', exact: true }).click();
  await card('Paid', '€586.00').waitFor();
  const finn = await asPerson(product.url, 'finn@example.com');
  await expect
    .poll(async () => (await finn.list('claims', { filters: { total: '586.00' } })).items[0])
    .toMatchObject({ status: 'paid', payment_reference: 'SEPA-1' });
  await expect.poll(() => dialog.count()).toBe(0);
});

test('a card is moved by the keyboard alone', async () => {
  await card('Approved', '€38.00')
    .getByRole('button', { name: /^Move / })
    .focus();
  await page.keyboard.press('Enter');
  await page.getByRole('menuitem', { name: 'Paid' }).waitFor();
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.getByRole('dialog').getByLabel('Payment reference').waitFor();
  await page.keyboard.type('SEPA-2');
  await page.keyboard.press('Enter');
  await card('Paid', '€38.00').waitFor();
  await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  await expect.poll(() => column('Approved').getByRole('article').count()).toBe(0);
});

test('an error of all columns is shown once, and retried for all of them', { tags: ['thorough'] }, async () => {
  let isRefused = true;
  const pressed = Promise.withResolvers<void>();
  await page.route('**/api/claims?*', async (route) => {
    const problem = {
      type: 'about:blank',
      title: '',
      status: 403,
      detail: 'Not now.',
      code: 'FORBIDDEN',
      clause: null,
    };
    if (!isRefused) {
      // Requests of the page itself are answered after the press: else the error may be gone before it.
      await pressed.promise;
      return route.continue();
    }
    return route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(problem) });
  });
  await page.reload();
  const alert = main().getByRole('alert');
  await alert.getByText('Not now.').waitFor();
  await expect.poll(() => alert.count()).toBe(1);
  isRefused = false;
  const again = alert.getByRole('button', { name: 'Try again' });
  await again.press('Enter');
  // The button keeps the focus, and says that it is trying.
  await expect.poll(() => again.getAttribute('aria-busy')).toBe('true');
  expect(await again.evaluate((button) => button === document.activeElement)).toBe(true);
  pressed.resolve();
  await card('Paid', '€586.00').waitFor();
  await expect.poll(() => alert.count()).toBe(0);
});

test('a column says how much it holds, is folded to its name, and empty ones can be hidden', {
  tags: ['thorough'],
}, async () => {
  await page.goto(`${product.url}/finance`);
  const paid = column('Paid');
  const amount = (text: string | null) => Number(text?.replaceAll(/[^\d.]/g, ''));
  const totals = paid.getByText(/^Total: €[\d,.]+$/);
  await totals.first().waitFor();
  const [whole, ...cards] = (await totals.allTextContents()).map(amount);
  expect(whole).toBeCloseTo(
    cards.reduce((sum, each) => sum + each, 0),
    2,
  );
  await paid.getByRole('button', { name: 'Fold Paid' }).press('Enter');
  await expect.poll(() => paid.getByRole('article').count()).toBe(0);
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.reload();
  await paid.getByRole('button', { name: 'Unfold Paid' }).click();
  await paid.getByRole('article').first().waitFor();
  await column('Draft').waitFor();
  await page.getByRole('button', { name: 'Hide empty columns' }).click();
  await expect.poll(() => column('Draft').count()).toBe(0);
  await page.getByRole('button', { name: 'Hide empty columns' }).click();
  await column('Draft').waitFor();
});

test('the arrow keys go from card to card', async () => {
  await column('Paid').getByRole('article').first().getByRole('link').focus();
  await page.keyboard.press('ArrowDown');
  const focused = () => page.evaluate(() => document.activeElement?.closest('article')?.textContent ?? '');
  await expect.poll(focused).toBe(await column('Paid').getByRole('article').nth(1).textContent());
});
