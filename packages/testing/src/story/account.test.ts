import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { type Client, createClient, type RecordView, withCookies } from '@nonet/client';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { keepNotices, Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/realworld/spec.md'), 'utf8');
const PASSWORD = 'a long enough password';

let browser: Browser;
let product: RunningProduct;
let jane: Person;
let visitor: Client;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  visitor = createClient({ baseUrl: product.url });
  const client = createClient({ baseUrl: product.url, fetch: withCookies() });
  await client.signUp({ name: 'Tom', email: 'tom@example.com', password: PASSWORD });
  const tags = (await client.product()).entities['Tag']?.path ?? '';
  for (const name of ['harbours', 'tides', 'maps', 'boats']) await client.create(tags, { name });
  jane = await Person.arrive(browser, `${product.url}/sign-up`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('somebody signs up, sees the errors beside their fields, and is signed in', async () => {
  const { main, page } = jane;
  await main.getByLabel('Username').fill('Tom');
  await main.getByLabel('Email').fill('jane@example.com');
  await main.locator('input[type=password]').fill(PASSWORD);
  await jane.press('Sign up');
  await main
    .getByText(/has this username already|has already been taken/)
    .first()
    .waitFor();
  await main.getByLabel('Username').fill('Jane');
  await jane.press('Sign up');
  await page.getByRole('button', { name: 'Account: Jane' }).waitFor();
  expect(jane.complaints).toEqual([]);
});

test('several records are chosen by typing, and taken out again', async () => {
  const { main, page } = jane;
  const said = await keepNotices(page);
  await jane.open('Write an article');
  await main.getByLabel('Title').fill('On harbours');
  await main.getByLabel('Description').fill('Where ships lie');
  await main.getByLabel('Body').fill('They lie still.');
  const tags = main.getByRole('combobox', { name: 'Tags' });
  for (const [typed, chosen] of [
    ['har', 'harbours'],
    ['tid', 'tides'],
    ['boa', 'boats'],
  ] as const) {
    await tags.fill(typed);
    await page.getByRole('option', { name: chosen }).click();
  }
  // The last one was a mistake.
  await tags.press('Backspace');
  await tags.press('Tab');
  await jane.press('Save');
  await expect.poll(() => said).toContainEqual({ text: 'Saved', buttons: 1 });
  const path = (await visitor.product()).entities['Article']?.path ?? '';
  const { items } = await visitor.list(path, { expand: ['tags'] });
  expect(items.map(({ _title, tags: chosen }) => [_title, (chosen as RecordView[]).map((tag) => tag._title)])).toEqual([
    ['On harbours', ['harbours', 'tides']],
  ]);
});

test('somebody sees where they are signed in, and ends a session elsewhere', async () => {
  const { page } = jane;
  const fetch = withCookies();
  const elsewhere = createClient({ baseUrl: product.url, fetch });
  await elsewhere.signIn('jane@example.com', PASSWORD);
  await page.getByRole('button', { name: 'Account: Jane' }).click();
  await page.getByRole('menuitem', { name: 'Where you are signed in' }).click();
  const dialog = page.getByRole('dialog', { name: 'Where you are signed in' });
  await dialog.getByText('this one').waitFor();
  await dialog.getByRole('button', { name: /^End: unknown/ }).click();
  await expect.poll(() => dialog.getByRole('button', { name: /^End/ }).count()).toBe(0);
  expect((await elsewhere.session()).user).toBeNull();
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect(jane.complaints).toEqual([]);
});

test('a password is changed with the present one, and the new one signs in', async () => {
  const { main, page } = jane;
  await page.getByRole('button', { name: 'Account: Jane' }).click();
  await page.getByRole('menuitem', { name: 'Change password' }).click();
  const dialog = page.getByRole('dialog', { name: 'Change password' });
  await dialog.getByLabel('Present password').fill('not the present one');
  await dialog.getByLabel('New password').fill('another long password');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.getByText('This is not your present password.').waitFor();
  await dialog.getByLabel('Present password').fill(PASSWORD);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await page.getByText('Password changed.').waitFor();
  await page.getByRole('button', { name: 'Account: Jane' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.getByRole('link', { name: 'Sign in' }).first().click();
  await jane.tryPassword('jane@example.com', 'another long password');
  await page.getByRole('button', { name: 'Account: Jane' }).waitFor();
  await main.waitFor();
  expect(jane.complaints).toEqual([]);
});
