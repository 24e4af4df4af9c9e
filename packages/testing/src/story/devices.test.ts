import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** Places in places, with pictures. */
const DOCUMENT = `# Specification: Yard

## 1. What the product does and for whom

It lists places.

### Users

Keepers.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Places \`/\`

| part | is |
| --- | --- |
| kind | list of Place |
| for | keeper |
| columns | name, within |
| order | name |
| actions | create |

### New place \`/places/new\`

| part | is |
| --- | --- |
| kind | form for Place |
| for | keeper |
| fields | name, within, photo |

### Place \`/places/{place}\`

| part | is |
| --- | --- |
| kind | record of Place |
| for | keeper |
| fields | name, within, photo |
| actions | edit |

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| kim@example.com | Kim | keeper | demo |

### Place

| field | type | rules |
| --- | --- | --- |
| name | text | 1..40 |
| within | Place | optional, tree |
| photo | image | optional |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| keeper | assigned | |

### Permissions

#### Place

| may | keeper |
| --- | --- |
| read, create, update | yes |
`;

const TELEPHONE: BrowserContextOptions = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true };
const DESK: BrowserContextOptions = { viewport: { width: 1280, height: 800 } };
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQEASABIAAD/2wBDAP//////////////////////////////////////////////////////////////////////////////////////wgALCAABAAEBAREA/8QAFBABAAAAAAAAAAAAAAAAAAAAAP/aAAgBAQABPxA=',
  'base64',
);

let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(DOCUMENT, {})]);
  const kim = await asPerson(product.url, 'kim@example.com');
  const place = async (name: string, within: string | null) => (await kim.create('places', { name, within })).record.id;
  const hall = await place('Hall', null);
  const shelf = await place('Shelf 1', hall);
  await place('Box 1', shelf);
  await place('Yard', null);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(device: BrowserContextOptions, route: string): Promise<Page> {
  const context = await browser.newContext({ ...device, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'kim@example.com');
  const page = await context.newPage();
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const names = (page: Page) => page.locator('tr[data-record] [data-first]').allInnerTexts();

test.each([
  ['desk', DESK],
  ['telephone', TELEPHONE],
] as const)('on a %s, a list as a tree opens what is below a record, and closes it', async (_device, device) => {
  const page = await open(device, '/?by=tree(within)');
  await expect.poll(() => names(page)).toEqual(['Hall', 'Yard']);
  await page.getByRole('button', { name: 'What is below Hall' }).click();
  await expect.poll(() => names(page)).toEqual(['Hall', 'Shelf 1', 'Yard']);
  await page.getByRole('button', { name: 'What is below Shelf 1' }).press('Enter');
  await expect.poll(() => names(page)).toEqual(['Hall', 'Shelf 1', 'Box 1', 'Yard']);
  const depths = page
    .locator('tr[data-record]')
    .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-depth')));
  expect(await depths).toEqual(['0', '1', '2', '0']);
  expect(await page.getByRole('button', { name: 'What is below Yard' }).count()).toBe(0);
  expect(await findViolations(page)).toEqual([]);
  await page.getByRole('button', { name: 'What is below Hall' }).click();
  await expect.poll(() => names(page)).toEqual(['Hall', 'Yard']);
  await page.context().close();
});

test('a telephone takes a picture with its camera, which a desk does not offer', async () => {
  const desk = await open(DESK, '/places/new');
  await desk.getByRole('button', { name: /^Choose a file/ }).waitFor();
  expect(await desk.getByRole('button', { name: /^Take a photo/ }).count()).toBe(0);
  await desk.context().close();

  const page = await open(TELEPHONE, '/places/new');
  await page.getByRole('textbox', { name: 'Name' }).fill('Gate');
  const chooser = page.waitForEvent('filechooser');
  await page.getByRole('button', { name: /^Take a photo/ }).click();
  const asked = await chooser;
  const camera = page.locator('input[capture=environment]');
  expect(await asked.element().evaluate((input, other) => input === other, await camera.elementHandle())).toBe(true);
  expect(await camera.getAttribute('accept')).toBe('image/jpeg');
  await asked.setFiles({ name: 'gate.jpg', mimeType: 'image/jpeg', buffer: JPEG });
  await page.getByText('gate.jpg').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('heading', { level: 1, name: 'Gate' }).waitFor();
  await page.locator('main img').waitFor({ state: 'attached' });
  await page.context().close();
});

test('paper has the title and the values of a screen, and none of its controls', async () => {
  const page = await open(DESK, '/');
  await page.emulateMedia({ media: 'print' });
  const main = page.locator('main');
  expect(await main.getByRole('heading', { level: 1, name: 'Places' }).isVisible()).toBe(true);
  expect(await main.getByRole('row', { name: /^Shelf 1/ }).isVisible()).toBe(true);
  expect(await page.getByRole('navigation').count()).toBe(0);
  expect(await page.getByRole('banner').count()).toBe(0);
  // The heads of columns are names, too; no other control is left.
  expect(await main.getByRole('button').allInnerTexts()).toEqual(['Name', 'Within']);
  expect(await main.getByRole('search').count()).toBe(0);
  // Dark screens are printed on white.
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' });
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)');
  await page.context().close();
});
