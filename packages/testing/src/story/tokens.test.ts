import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { asPerson } from '../filled/people.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a token is made once, even if a slow page takes its button twice', async () => {
  const { page } = await Person.signIn(browser, product.url, 'Emma Employee');
  const dialog = page.getByRole('dialog', { name: 'API tokens' });
  await page.getByRole('button', { name: 'Account: Emma Employee' }).click();
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  await dialog.getByLabel('Name').fill('Only once');
  const make = dialog.getByRole('button', { name: 'Make the token' });
  // Both before the page is drawn anew.
  await make.evaluate((button: HTMLButtonElement) => {
    button.click();
    button.click();
  });
  await dialog.getByText(/^nonet_[\w-]{43}$/).waitFor();
  const emma = await asPerson(product.url, 'emma@example.com');
  expect(await emma.apiTokens()).toHaveLength(1);
  await page.context().close();
});

test('a person lends a program a token with some of their roles, and takes it back', async () => {
  const { page, complaints } = await Person.signIn(browser, product.url, 'Dana Director');
  const dialog = page.getByRole('dialog', { name: 'API tokens' });
  const sessionOf = async (token: string) => {
    const answer = await fetch(`${product.url}/api/-/session`, { headers: { authorization: `Bearer ${token}` } });
    return [answer.status, await answer.json()] as const;
  };

  await page.getByRole('button', { name: 'Account: Dana Director' }).click();
  await page.getByRole('menuitem', { name: 'API tokens' }).click();
  await dialog.getByLabel('Name').fill('Nightly report');
  await dialog.getByRole('checkbox', { name: 'director' }).uncheck();
  await dialog.getByRole('button', { name: 'Make the token' }).click();
  const token = await dialog.getByText(/^nonet_[\w-]{43}$/).innerText();
  expect(await sessionOf(token)).toMatchObject([200, { user: { name: 'Dana Director', roles: ['manager'] } }]);

  await dialog.getByRole('button', { name: 'Revoke: Nightly report' }).click();
  await dialog.getByRole('row', { name: 'Nightly report' }).waitFor({ state: 'detached' });
  expect(await sessionOf(token)).toMatchObject([401, { code: 'UNAUTHENTICATED' }]);
  expect(complaints).toEqual([]);
});
