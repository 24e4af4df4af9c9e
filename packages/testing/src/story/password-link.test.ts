import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');

let browser: Browser;
let place: ProductFolder;
let product: RunningProduct;
beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), ProductFolder.make(document)]);
  product = await place.start('dev');
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
});

test('whoever forgot their password asks for a link, chooses another password, and signs in', async () => {
  const { page, main, complaints } = await Person.arrive(browser, `${product.url}/sign-in`);
  await main.getByRole('link', { name: 'Forgot your password?' }).click();
  await main.getByLabel('E-mail').fill('emma@example.com');
  await main.getByRole('button', { name: 'Send the link' }).click();
  await main.getByText('If there is an account for emma@example.com').waitFor();
  const printed = () => /http:\/\/\S+\/-\/password#[\w-]{43}/.exec(product.stdout())?.[0];
  await expect.poll(printed).toBeDefined();
  const link = printed() ?? '';

  await page.goto('about:blank');
  await page.goto(link);
  await main.getByLabel('New password').fill('short');
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByText(/has at least \d+ characters/).waitFor();
  await main.getByLabel('New password').fill('emmas own new password');
  await main.getByRole('button', { name: 'Save' }).click();
  await main.getByRole('link', { name: 'Sign in' }).click();
  await main.getByLabel('E-mail').fill('emma@example.com');
  await main.getByLabel('Password', { exact: true }).fill('emmas own new password');
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await page.getByRole('button', { name: 'Account: Emma Employee' }).waitFor();
  expect(complaints).toEqual([]);
});
