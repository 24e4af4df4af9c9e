import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  const importing = document
    .replace(/(### Categories [\s\S]*?\| actions \| create, edit, delete) \|/, '$1, import |')
    .replace(/(#### Category[\s\S]*?\| create, update, delete) \|/, '$1, import |');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(importing, {})]);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'finn@example.com');
  page = await context.newPage();
  await page.goto(`${product.url}/categories`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const categories = async () =>
  (await (await asPerson(product.url, 'finn@example.com')).list('categories')).items.map(({ name }) => String(name));

test('a file is tried first, by line, and imported as a whole', async () => {
  const main = page.locator('main[data-loaded]');
  await main.getByRole('button', { name: 'Import CSV' }).click();
  const dialog = page.getByRole('dialog', { name: /^Import CSV/ });
  const choose = async (text: string) => {
    const chooser = page.waitForEvent('filechooser');
    await dialog.getByLabel('Choose a file').click();
    await (await chooser).setFiles({ name: 'categories.csv', mimeType: 'text/csv', buffer: Buffer.from(text) });
  };
  const before = await categories();

  await choose('name,limit_per_day\nParking,-1\nFuel,20\n');
  await dialog.getByText('1 of 2 rows can’t be created; so none would be.').waitFor();
  await dialog.getByText(/^Line 2: /).waitFor();
  expect(await dialog.getByRole('button', { name: 'Import CSV' }).isDisabled()).toBe(true);

  await choose('nmae\nParking\n');
  await dialog
    .getByRole('alert')
    .getByText(/Did you mean name\?/)
    .waitFor();

  // The exported file as a spreadsheet saves it.
  await choose('name;limit_per_day;id\nParking;10.50;1\nFuel;€20;2\n');
  await dialog.getByText('2 rows would be created.').waitFor();
  await dialog.getByText('Left out, since no import sets it: id.').waitFor();
  expect(await categories()).toEqual(before);
  await dialog.getByRole('button', { name: 'Import 2 rows' }).click();
  await dialog.waitFor({ state: 'detached' });
  await main.getByRole('row', { name: /Parking/ }).waitFor();
  expect(new Set(await categories())).toEqual(new Set([...before, 'Parking', 'Fuel']));
});
