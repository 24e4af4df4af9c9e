import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
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
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
});

/** The links of the printed mails, the oldest first. */
const links = () => product.stdout().match(/http:\/\/\S+\/-\/password#[\w-]{43}/g) ?? [];

test('whoever forgot their password asks for a link, chooses another password, and signs in', async () => {
  const { page, main, complaints } = await Person.arrive(browser, `${product.url}/sign-in`);
  await main.getByRole('link', { name: 'Forgot your password?' }).click();
  await main.getByLabel('E-mail').fill('emma@example.com');
  await main.getByRole('button', { name: 'Send the link' }).click();
  await main.getByText('If there is an account for emma@example.com').waitFor();
  await expect.poll(links).toHaveLength(1);
  const link = links().at(-1) ?? '';

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

test('whoever is added gets a link, chooses a password, and signs in; it works once', async () => {
  const ada = await Person.signIn(browser, `${product.url}/sign-in`, 'Ada Admin');
  await ada.open('People');
  const before = links().length;
  await ada.press('New user');
  const form = ada.page.getByRole('dialog', { name: 'New user' });
  await form.getByLabel('Email').fill('nina@example.com');
  await form.getByLabel('Name').fill('Nina New');
  await form.getByLabel('Cost centre').fill('NL400');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'detached' });
  await ada.main.getByRole('row', { name: 'Nina New' }).waitFor();
  await ada.close();
  await expect.poll(() => links().length).toBe(before + 1);
  const link = links().at(-1) ?? '';

  const nina = await Person.arrive(browser, link);
  await nina.main.getByLabel('New password').fill('ninas very own password');
  await nina.press('Save');
  await nina.main.getByRole('link', { name: 'Sign in' }).click();
  await nina.tryPassword('nina@example.com', 'ninas very own password');
  await nina.page.getByRole('button', { name: 'Account: Nina New' }).waitFor();
  expect(nina.complaints).toEqual([]);

  const { page, main } = nina;
  await page.goto('about:blank');
  await page.goto(link);
  await main.getByLabel('New password').fill('somebody elses password');
  await nina.press('Save');
  await main.getByRole('alert').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await nina.close();
});
