import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The club of the engine's own tests, with screens of its people. */
const SCREENS = `### People \`/people\`

| part | is |
| --- | --- |
| kind | list of User |
| for | clerk |
| columns | name, email |

### Person \`/people/{user}\`

| part | is |
| --- | --- |
| kind | record of User |
| for | clerk |
| fields | name, email, phone, joined |
| actions | edit, erase |
`;

let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  const club = path.resolve(import.meta.dirname, '../../../engine/src/fixtures/erasure.md');
  const document = (await readFile(club, 'utf8')).replace(
    '## 2. Screens and routes\n\nnone',
    `## 2. Screens and routes\n\n${SCREENS}`,
  );
  [browser, product] = await Promise.all([
    launchBrowser(),
    startProduct(document, { ARCHIVE_URL: 'http://127.0.0.1:9' }),
  ]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'ann@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a clerk sees what goes with a person, and erases them', async () => {
  const ann = await asPerson(product.url, 'ann@example.com');
  const [nora] = (await ann.list('users', { filters: { email: 'nora@example.com' } })).items;
  const id = String(nora?.id);
  await ann.update('users', id, { phone: '+31 6 12345678' }, { ifMatch: '*' });
  await page.goto(`${product.url}/people/${id}`);
  await page.locator('main[data-loaded]').getByRole('button', { name: 'Erase' }).click();
  const dialog = page.getByRole('dialog', { name: 'Erase Nora Nowak?' });
  await dialog.getByText('The account ends for good').waitFor();
  expect((await dialog.getByRole('listitem').allInnerTexts()).slice(0, 2)).toEqual([
    'Name: then “Former member”',
    'Phone',
  ]);
  await dialog.getByText('Loans', { exact: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-dialog.png` });
  await dialog.getByRole('button', { name: 'Erase' }).click();
  await page.getByRole('heading', { name: 'Former member' }).waitFor();
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-after.png` });
  expect((await ann.read('users', id)).record).toMatchObject({ name: 'Former member', phone: null, disabled: true });
});

test('a hold is said at the button', async () => {
  const ann = await asPerson(product.url, 'ann@example.com');
  const [wim] = (await ann.list('users', { filters: { email: 'wim@example.com' } })).items;
  await ann.update('users', String(wim?.id), { investigated: true }, { ifMatch: '*' });
  await page.goto(`${product.url}/people/${String(wim?.id)}`);
  const button = page.locator('main[data-loaded]').getByRole('button', { name: 'Erase' });
  await button.waitFor();
  expect(await button.getAttribute('aria-disabled')).toBe('true');
  await button.hover();
  await page.getByText('it is held as it is').waitFor();
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-held.png` });
});
