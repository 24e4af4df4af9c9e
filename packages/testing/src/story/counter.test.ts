import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../server/src/fixtures/counter.md'), 'utf8');

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a warning asks for confirmation, an event asks for a child, and a deleted record is restored', async () => {
  const carl = await Person.signIn(browser, product.url, 'Carl Clerk');
  const { page, main } = carl;
  await page.goto(`${product.url}/leave`);
  await main.getByLabel('What').fill('tea');
  await main.getByLabel('Amount').fill('200');
  await carl.press('Save');

  // 5: a warning, in the document's words; who does not mean it has saved nothing.
  const dialog = page.getByRole('dialog');
  await dialog.getByText('200 of tea is a lot.').waitFor();
  await dialog.getByRole('button', { name: 'Cancel' }).last().click();
  await main.getByText('200 of tea is a lot.').first().waitFor();
  await carl.press('Save');
  await dialog.getByRole('button', { name: 'Yes, go on' }).click();
  await main.getByRole('heading', { name: 'tea', level: 1 }).waitFor();

  // 4: an event asks for a child; its error is beside the child's field, and its warning asks for confirmation.
  await carl.press('Pack');
  await dialog.getByRole('group', { name: 'Parcels' }).getByRole('textbox', { name: 'Weight' }).fill('0');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await dialog.getByText('Weight must be at least 1.').first().waitFor();
  await dialog.getByRole('textbox', { name: 'Weight' }).fill('70');
  await dialog.getByRole('button', { name: 'Pack', exact: true }).click();
  await page.getByText('A parcel of 70 kg is heavy.').first().waitFor();
  await page.getByRole('button', { name: 'Yes, go on' }).click();
  await main.getByText('Packed').first().waitFor();

  // 3: what was deleted softly is listed for who may restore it.
  await carl.press('Delete');
  await dialog.getByRole('button', { name: 'Delete', exact: true }).click();
  await main.getByRole('heading', { name: 'Orders', level: 1 }).waitFor();
  await expect.poll(() => main.getByText('tea').count()).toBe(0);
  await main.getByRole('switch', { name: 'Show what is deleted' }).click();
  await main.getByRole('row', { name: 'tea' }).getByRole('button', { name: 'Restore' }).click();
  // Its rules are judged again.
  await page.getByRole('button', { name: 'Yes, go on' }).click();
  await main.getByText('Nothing here is deleted.').waitFor();
  await main.getByRole('switch', { name: 'Show what is deleted' }).click();
  await main.getByRole('row', { name: 'tea' }).waitFor();
  expect(carl.complaints).toEqual([]);
  await carl.close();
});

test('the product speaks the language of its reader', async () => {
  const context = await browser.newContext({ locale: 'nl-NL' });
  try {
    const page = await context.newPage();
    await page.goto(`${product.url}/leave`);
    await page.locator('main[data-loaded]').getByLabel('Aantal').fill('0');
    await page.getByRole('button', { name: 'Opslaan' }).click();
    await page.getByText('Bestel iets.').first().waitFor();
    expect(await page.getAttribute('html', 'lang')).toBe('nl');
  } finally {
    await context.close();
  }
});
