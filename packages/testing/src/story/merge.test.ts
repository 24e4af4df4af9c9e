import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The desk of the engine's own tests, with a screen of each customer. */
const SCREEN = `### Customer \`/customers/{customer}\`

| part | is |
| --- | --- |
| kind | record of Customer |
| for | clerk |
| fields | name, email, rating |
| related | addresses: street |
| actions | edit, merge |
`;

let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  const desk = path.resolve(import.meta.dirname, '../../../engine/src/fixtures/merge.md');
  const document = (await readFile(desk, 'utf8')).replace('## 3. Entities', `${SCREEN}\n## 3. Entities`);
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'ann@example.com');
  page = await context.newPage();
  page.setDefaultTimeout(20_000);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a clerk compares two customers side by side, and keeps the values of either', async () => {
  const ann = await asPerson(product.url, 'ann@example.com');
  const create = async (body: object) => (await ann.create('customers', body)).record.id;
  const stays = await create({ name: 'Nora Nowak', rating: 2, addresses: [{ street: 'Oude Delft 1' }] });
  const goes = await create({ name: 'N. Nowak', email: 'nora@example.com', addresses: [{ street: 'Markt 5' }] });
  const order = (await ann.create('orders', { customer: goes, amount: '12.50' })).record.id;

  await page.goto(`${product.url}/customers/${goes}`);
  await page.locator('main[data-loaded]').getByRole('button', { name: 'Merge' }).click();
  const dialog = page.getByRole('dialog', { name: 'Merge N. Nowak' });
  await dialog.getByLabel('Merge with').first().fill('Nora');
  await page.getByRole('option', { name: 'Nora Nowak' }).click();
  const name = dialog.getByRole('radiogroup', { name: 'Name' });
  await dialog.getByRole('radiogroup', { name: 'Stays' }).getByRole('radio').nth(1).click();
  // The one that stays has no address of mail, so that of the other one is proposed.
  expect(await dialog.getByRole('radiogroup', { name: 'Email' }).getByRole('radio').first().isChecked()).toBe(true);
  expect(await name.getByRole('radio').nth(1).isChecked()).toBe(true);
  await dialog.getByText('What refers to “N. Nowak” will refer to “Nora Nowak”.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Merge', exact: true }).click();

  // The page is that of the one that stays.
  await page.waitForURL(`${product.url}/customers/${stays}`);
  await page.getByText('nora@example.com').first().waitFor();
  expect((await ann.read('orders', order)).record).toMatchObject({ customer: stays });
  await page.getByText('of the merged one').first().waitFor();
});

test('the address of the one that went leads to the one that stays', async () => {
  const ann = await asPerson(product.url, 'ann@example.com');
  const [stays = '', goes = ''] = await Promise.all(
    ['Wim Wit', 'W. Wit'].map(async (name) => (await ann.create('customers', { name })).record.id),
  );
  await ann.merge('customers', stays, { from: { id: goes }, take: [] }, { ifMatch: '*' });
  await page.goto(`${product.url}/customers/${goes}`);
  await page.waitForURL(`${product.url}/customers/${stays}`);
  await expect.poll(() => page.getByRole('heading', { level: 1 }).innerText()).toBe('Wim Wit');
});
