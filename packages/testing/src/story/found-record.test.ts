import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** A wall where everybody has settings, and a latest post once they have written one. */
const DOCUMENT = `# Specification: Wall

## 1. What the product does and for whom

People write posts.

## 2. Screens and routes

### Settings \`/settings\`

| part | is |
| --- | --- |
| kind | record of User |
| for | member |
| where | \`this == user\` |
| fields | name, town |
| actions | edit |

### Latest \`/latest\`

| part | is |
| --- | --- |
| kind | record of Post |
| for | member |
| where | \`author == user\` |
| order | created_at desc |
| fields | title, author |
| actions | create, copy, edit |
| empty | You have not written anything yet. |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| name | text | |
| town | text | optional |

#### Demo records

| email | name | town |
| --- | --- | --- |
| nora@example.com | Nora Nowak | Delft |
| wim@example.com | Wim Wit | Gouda |

### Post

| field | type | rules |
| --- | --- | --- |
| title | text | ..80 |
| author | User | default user, once |
| code | text | optional, unique |
| mark | text | optional |
| parts | list of Part | |

### Part

| field | type | rules |
| --- | --- | --- |
| words | text | |
| mark | text | optional |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |
| oneself | \`this == user\` | User |

### Permissions

#### User

| may | oneself | others |
| --- | --- | --- |
| read, update | yes | no |
| create, delete, update email, update roles, update disabled | no | no |

#### Post

| may | member | others |
| --- | --- | --- |
| read, create | yes | no |
| read mark | no | no |
| update | \`author == user\` | no |
| update mark | yes | no |
| delete | no | no |

#### Part

| may | member | others |
| --- | --- | --- |
| read, create, update, delete | yes | no |
| read mark | no | no |
| update mark | yes | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(DOCUMENT, {})]);
  const context = await browser.newContext({ viewport: { width: 1280, height: 800 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'nora@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');

test('2: the menu leads everybody to their own record', async () => {
  await page.goto(`${product.url}/`);
  await page.getByRole('navigation').getByRole('link', { name: 'Settings' }).click();
  await main().getByText('Delft').waitFor();
  expect(await main().getByText('Gouda').count()).toBe(0);
  await main().getByRole('button', { name: 'Edit', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Town').fill('Utrecht');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await main().getByText('Utrecht').waitFor();
  expect(new URL(page.url()).pathname).toBe('/settings');
  expect(await findViolations(page)).toEqual([]);
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-settings.png` });
});

test('2: where there is no record the screen says so, and offers to create one', async () => {
  const wim = await asPerson(product.url, 'wim@example.com');
  await wim.create('posts', { title: 'Somebody else wrote this' });
  await page.getByRole('navigation').getByRole('link', { name: 'Latest' }).click();
  await main().getByText('You have not written anything yet.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-none.png` });
  await main().getByRole('button', { name: /post/i }).click();
  await page.getByRole('dialog').getByLabel('Title').fill('First words');
  await page
    .getByRole('dialog')
    .getByRole('button', { name: /create|save/i })
    .click();
  await main().getByRole('heading', { name: 'First words' }).waitFor();
});

test('2: it is the first in the order of the screen, also when another one comes', async () => {
  const nora = await asPerson(product.url, 'nora@example.com');
  await nora.create('posts', { title: 'Second thoughts' });
  await main().getByRole('heading', { name: 'Second thoughts' }).waitFor();
  expect(new URL(page.url()).pathname).toBe('/latest');
});

test('2: a copy begins with what its maker may read and set, and is a record of its own', {
  tags: ['thorough'],
}, async () => {
  const nora = await asPerson(product.url, 'nora@example.com');
  const parts = [{ words: 'one', mark: 'hidden' }, { words: 'two' }];
  const first = await nora.create('posts', { title: 'Third part', code: 'C-3', mark: 'hidden', parts });
  await main().getByRole('heading', { name: 'Third part' }).waitFor();
  await main().getByRole('button', { name: 'Copy', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Copy Third part' });
  expect(await dialog.getByLabel('Title').inputValue()).toBe('Third part');
  expect(await dialog.getByLabel('Code').inputValue()).toBe('');
  expect(
    await dialog.getByLabel('Words').evaluateAll((inputs) => inputs.map((input) => 'value' in input && input.value)),
  ).toEqual(['one', 'two']);
  expect(await dialog.getByText('hidden').count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  if (process.env['NONET_PICTURE']) await page.screenshot({ path: `${process.env['NONET_PICTURE']}-copy.png` });
  await dialog.getByLabel('Title').fill('Fourth part');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main().getByRole('heading', { name: 'Fourth part' }).waitFor();
  const { items } = await nora.list('posts', { filters: { title: 'Fourth part' }, expand: ['parts'] });
  expect(items).toMatchObject([{ title: 'Fourth part', code: null, parts: [{ words: 'one' }, { words: 'two' }] }]);
  const { record } = await nora.read('posts', first.record.id, { expand: ['parts'] });
  expect(record).toMatchObject({ code: 'C-3', parts: [{ words: 'one' }, { words: 'two' }] });
});
