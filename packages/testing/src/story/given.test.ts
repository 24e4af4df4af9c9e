import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { createTestDatabase } from '../database.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const RECIPE = path.resolve(import.meta.dirname, '../../../../docs/cookbook/a-check-digit.md');

let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
let page: Page;
let functions: string;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  const recipe = await readFile(RECIPE, 'utf8');
  const block = (language: string) => new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, 'm').exec(recipe)?.[1] ?? '';
  functions = block('js');
  browser = await launchBrowser();
  place = await ProductFolder.make(block('markdown'));
  await writeFile(path.join(place.folder, 'functions.js'), functions);
  database = await createTestDatabase();
  product = await place.start('dev', { DATABASE_URL: database.url });
  page = await (await browser.newContext()).newPage();
  await page.goto(`${product.url}/?as=bo%40example.com`);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
  await database?.drop();
});

/** Changes the file beside the document, and waits for what the product says about it. */
async function change(text: string, answer: RegExp): Promise<void> {
  const before = product.output().length;
  await writeFile(path.join(place.folder, 'functions.js'), text);
  await expect.poll(() => product.output().slice(before), { timeout: 120_000 }).toMatch(answer);
}

test('9: a form says at the field what a given function has decided when it is saved', async () => {
  await page.getByRole('button', { name: 'New payee' }).click();
  const account = page.getByRole('textbox', { name: 'Account' });
  await page.getByRole('textbox', { name: 'Name' }).fill('The baker');
  await account.fill('DE98370400440532013000');
  const save = page.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await page.getByText('The check digits of DE98370400440532013000 are wrong.').first().waitFor();
  expect(await account.getAttribute('aria-invalid')).toBe('true');
  expect(await findViolations(page)).toEqual([]);
  await account.fill('DE89370400440532013000');
  await save.click();
  await page.getByText('DE89370400440532013000').first().waitFor();
});

test('9: the page of the document lists what is given, and shows its file', { tags: ['thorough'] }, async () => {
  await page.goto(`${product.url}/-/document`);
  const given = page.getByRole('heading', { name: 'Given by files, not proven (1)' });
  await given.waitFor();
  await page.getByRole('link', { name: '9.iban_valid' }).waitFor();
  await page.getByRole('article', { name: 'functions.js' }).getByText('export function ibanValid').waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('9: a changed file is a changed product, and one with mistakes changes nothing', async () => {
  const post = () =>
    page.evaluate(async () => {
      const body = JSON.stringify({ name: 'The miller', account: 'DE98370400440532013000' });
      const headers = { 'content-type': 'application/json' };
      return (await fetch('/api/payees', { method: 'POST', headers, body })).status;
    });
  expect(await post()).toBe(422);
  await change('export function ibanValid( {', /N575/);
  expect(await post()).toBe(422);
  await change(functions.replace('rest === 1', 'rest !== 1'), /changed: reloaded/);
  expect(await post()).toBe(201);
});
