import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** A repair costs twice the rate of its branch unless somebody says otherwise. */
let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  const file = path.resolve(import.meta.dirname, '../../../engine/src/fixtures/branches.md');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(await readFile(file, 'utf8'), {})]);
  const clerk = await asPerson(product.url, 'cor@example.com');
  const hours = [{ weekday: 'monday', opens: '09:00', closes: '17:00' }];
  for (const [name, rate] of [
    ['North', '25.00'],
    ['South', '40.00'],
  ])
    await clerk.create('branches', { name, rate, hours });
  const context = await browser.newContext({ locale: 'en-GB' });
  await signInBrowser(context, product.url, 'cor@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('3: a default that reads a reference is there once the record is chosen, until somebody enters another', async () => {
  await page.goto(product.url);
  await page.getByRole('button', { name: 'New repair' }).click();
  const dialog = page.getByRole('dialog');
  const cost = dialog.getByLabel('Cost');
  const choose = async (name: string) => {
    await dialog.getByLabel('Branch').click();
    await page.getByRole('option', { name, exact: true }).click();
  };
  await dialog.getByLabel('Thing').fill('A kettle');
  expect(await cost.inputValue()).toBe('');
  await choose('North');
  await expect.poll(() => cost.inputValue()).toBe('50.00');
  await choose('South');
  await expect.poll(() => cost.inputValue()).toBe('80.00');
  await cost.fill('60');
  await choose('North');
  expect(await cost.inputValue()).toBe('60');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  const clerk = await asPerson(product.url, 'cor@example.com');
  const { items } = await clerk.list('repairs', {});
  expect(items.map(({ cost: amount }) => amount)).toEqual(['60.00']);
});
