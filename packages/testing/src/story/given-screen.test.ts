import { cp, readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { createTestDatabase } from '../database.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const THEATRE = path.resolve(import.meta.dirname, '../../../server/src/fixtures/given');

let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
let page: Page;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  browser = await launchBrowser();
  place = await ProductFolder.make(await readFile(path.join(THEATRE, 'theatre.md'), 'utf8'));
  for (const folder of ['screens', 'widgets'])
    await cp(path.join(THEATRE, folder), path.join(place.folder, folder), { recursive: true });
  database = await createTestDatabase();
  product = await place.start('dev', { DATABASE_URL: database.url });
  page = await signedIn('gus');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
  await database?.drop();
});

async function signedIn(name: string, route = '/', options: Parameters<Browser['newContext']>[0] = {}): Promise<Page> {
  const opened = await (await browser.newContext(options)).newPage();
  await opened.goto(`${product.url}${route}?as=${name}%40example.com`);
  return opened;
}

const seat = (on: Page, number: string) =>
  on.frameLocator('iframe[title="Seats"]').getByRole('button', { name: number });

test('2: a given screen shows what it declares, and changes it with the rights of its reader', async () => {
  await seat(page, 'A1').waitFor();
  const clara = await signedIn('clara', '/', { colorScheme: 'dark' });
  await seat(clara, 'A1').waitFor();
  await seat(page, 'A1').click();
  await expect.poll(() => seat(page, 'A1').getAttribute('aria-pressed')).toBe('true');
  await expect.poll(() => seat(clara, 'A1').getAttribute('aria-pressed')).toBe('true');
  // A guest may not release it: the product says so, and not the page.
  await seat(page, 'A1').click();
  await page.frameLocator('iframe').getByRole('status').filter({ hasText: /\S/ }).waitFor();
  expect(await findViolations(page)).toEqual([]);
});

test('3: a widget shows a value and enters it, and what it enters is judged as if it had been typed', async () => {
  const clara = await signedIn('clara', '/seats');
  await clara.getByRole('link', { name: 'B2' }).click();
  await clara.getByRole('button', { name: 'Edit', exact: true }).click();
  const widget = clara.frameLocator('[role="dialog"] iframe[title="Note"]');
  await widget.getByRole('button', { name: 'far too long a note' }).click();
  const save = clara.getByRole('button', { name: 'Save', exact: true });
  await save.click();
  await clara
    .getByText(/at most 10/)
    .first()
    .waitFor();
  // A form that is on its way is not sent again.
  await expect.poll(() => save.getAttribute('data-loading')).toBeNull();
  await widget.getByRole('button', { name: 'aisle' }).click();
  await expect.poll(() => widget.getByRole('button', { name: 'aisle' }).getAttribute('aria-pressed')).toBe('true');
  await save.click();
  await clara.frameLocator('main iframe[title="Note"]').getByText('Note: aisle').waitFor();
  expect(await findViolations(clara)).toEqual([]);
});
