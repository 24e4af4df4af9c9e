import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fillParts } from '../filled/parts.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let kim: Page;
let carl: Page;

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillParts(product.url, 450);
  [kim, carl] = (await Promise.all(['kim', 'carl'].map(arrive))) as [Page, Page];
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function arrive(name: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, `${name}@example.com`);
  const page = await context.newPage();
  return page;
}
const main = (page: Page) => page.locator('main[data-loaded]');
const open = async (page: Page, address: string) => {
  await page.goto(product.url + address);
  await main(page).getByRole('table').waitFor();
};
const menu = async (page: Page, item: string | RegExp) => {
  await main(page).getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: item }).click();
};
const heads = async (page: Page) =>
  (await main(page).locator('thead th').allInnerTexts()).filter((text) => text !== '');

test('a list as it is narrowed, ordered and shown is saved under a name, and shared', async () => {
  await open(kim, '/parts?cost.gte=100&kind=screw&order=-cost&limit=50');
  await main(kim).getByRole('button', { name: 'Columns' }).click();
  await kim.getByRole('dialog', { name: 'Columns' }).getByRole('checkbox', { name: 'Added' }).uncheck();
  await kim.keyboard.press('Escape');
  await main(kim).getByRole('columnheader', { name: 'Added' }).waitFor({ state: 'detached' });
  await menu(kim, 'Save as a view…');
  const dialog = kim.getByRole('dialog', { name: 'Save as a view…' });
  await dialog.getByLabel('Name').fill('Dear screws');
  await dialog.getByLabel('Shared with').click();
  await kim.getByRole('option', { name: 'clerk', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(kim).getByRole('button', { name: 'Views: Dear screws' }).waitFor();
  expect(await heads(kim)).toEqual([
    'Sku',
    'Name',
    'Kind',
    'Maker name',
    'Stock',
    'Price',
    'Cost',
    'Lead time',
    'Actions',
  ]);
});

test('it opens by its address alone, and by its link', { tags: ['thorough'] }, async () => {
  const id = new URL(kim.url()).searchParams.get('view');
  await open(kim, `/parts?view=${id}`);
  await kim.waitForURL(/cost\.gte=100/);
  expect(Object.fromEntries(new URL(kim.url()).searchParams)).toMatchObject({
    view: id,
    kind: 'screw',
    order: '-cost',
    limit: '50',
  });
  expect(await heads(kim)).not.toContain('Added');
  await menu(kim, 'As the list is');
  await kim.waitForURL(`${product.url}/parts`);
  await main(kim).getByRole('columnheader', { name: 'Added' }).waitFor();
  await main(kim).getByRole('button', { name: 'Views', exact: true }).click();
  const link = await kim.getByRole('menuitem', { name: /^Dear screws/ }).getAttribute('href');
  expect(link).toContain(`view=${id}`);
  await kim.getByRole('menuitem', { name: /^Dear screws/ }).click();
  await main(kim).getByRole('columnheader', { name: 'Added' }).waitFor({ state: 'detached' });
});

test('a shared view leaves out what its reader may not read, and the screen says so', {
  tags: ['thorough'],
}, async () => {
  await open(carl, '/parts');
  await menu(carl, /^Dear screws/);
  await main(carl).getByText('Something of this view is left out').waitFor();
  const address = new URL(carl.url()).searchParams;
  expect([address.get('kind'), address.get('cost.gte'), address.get('order')]).toEqual(['screw', null, null]);
  await main(carl).getByRole('button', { name: 'Views: Dear screws' }).click();
  expect(await carl.getByRole('menuitem').allInnerTexts()).toEqual([
    'As the list is',
    'Dear screws for clerk',
    'Save as a view…',
    'Open the list with “Dear screws”',
  ]);
  await carl.keyboard.press('Escape');
});

test('its maker changes, renames and deletes it', { tags: ['thorough'] }, async () => {
  await main(kim).getByRole('searchbox', { name: 'Search' }).fill('bolt');
  await main(kim).getByRole('button', { name: 'Views: Dear screws' }).getByText('*').waitFor();
  await menu(kim, 'Save the changes to “Dear screws”');
  await main(kim).getByRole('button', { name: 'Views: Dear screws' }).getByText('*').waitFor({ state: 'detached' });
  await menu(kim, 'Rename or share “Dear screws”…');
  const dialog = kim.getByRole('dialog');
  await dialog.getByLabel('Name').fill('Dear bolts');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(kim).getByRole('button', { name: 'Views: Dear bolts' }).waitFor();
  const client = await asPerson(product.url, 'kim@example.com');
  expect(await client.savedViews()).toMatchObject([{ name: 'Dear bolts', role: 'clerk', state: { search: 'bolt' } }]);
  await menu(kim, 'Delete “Dear bolts”');
  await main(kim).getByRole('button', { name: 'Views', exact: true }).waitFor();
  await open(carl, carl.url().slice(product.url.length));
  await main(carl).getByText('This view is no more, or it is not shared with you.').waitFor();
});

test('a list is narrowed by operators of each kind of field, from the keyboard, and its address says it', async () => {
  const filter = (name: string) => main(kim).getByRole('button', { name: `Filter: ${name}` });
  const address = () => Object.fromEntries(new URL(kim.url()).searchParams);
  await open(kim, '/parts?limit=25');
  await filter('Kind').focus();
  await kim.keyboard.press('Enter');
  await kim.getByRole('checkbox', { name: 'Tool' }).focus();
  await kim.keyboard.press('Space');
  await kim.getByRole('checkbox', { name: 'Service' }).focus();
  await kim.keyboard.press('Space');
  await kim.keyboard.press('Enter');
  await kim.waitForURL(/kind\.in/);
  await filter('Cost').click();
  await kim.getByLabel('At least').fill('x');
  await kim.keyboard.press('Enter');
  await kim.getByText('Cost must be a number.').waitFor();
  await kim.getByLabel('At least').fill('20');
  await kim.keyboard.press('Enter');
  await kim.waitForURL(/cost\.gte/);
  await filter('Added').click();
  const editor = kim.getByRole('dialog', { name: 'Filter: Added' });
  await editor.getByLabel('How').selectOption('is not');
  await editor.getByRole('textbox', { name: 'Added' }).fill('1/2/2026');
  await editor.getByRole('button', { name: 'Apply' }).click();
  await kim.waitForURL(/added\.ne/);
  expect(address()).toEqual({ limit: '25', 'kind.in': 'tool,service', 'cost.gte': '20', 'added.ne': '2026-02-01' });
  await kim.reload();
  await main(kim).getByRole('table').waitFor();
  for (const said of ['Kind Tool, Service', 'Cost at least €20.00', 'Added is not 1 Feb 2026'])
    await filter(said).waitFor();
  const client = await asPerson(product.url, 'kim@example.com');
  const { limit: _, ...filters } = address();
  const { items } = await client.list('parts', { filters, order: 'sku', limit: 25, count: true });
  await expect.poll(() => main(kim).locator('tbody tr').count()).toBe(items.length);
  await main(kim).getByRole('button', { name: 'Remove the filter by Cost' }).click();
  await kim.waitForURL((url) => !url.searchParams.has('cost.gte'));
  // For a person who may not read the cost, this part of the link has no effect, and the page says so.
  await open(carl, '/parts?cost.gte=20');
  await main(carl).getByText('Something of this address is left out').waitFor();
});

test('filters are cleared together with a text that is not searched for yet', { tags: ['thorough'] }, async () => {
  await open(kim, '/parts?kind=screw');
  const search = main(kim).getByRole('searchbox', { name: 'Search' });
  const clear = await main(kim).getByRole('button', { name: 'Clear the filters' }).elementHandle();
  // The last letter, and the click, before any search can begin.
  await search.evaluate((input, button) => {
    if (!(input instanceof HTMLInputElement) || !(button instanceof HTMLElement)) throw new TypeError('no inputs');
    input.focus();
    document.execCommand('insertText', false, 'bolt');
    button.click();
  }, clear);
  await kim.waitForURL((url) => !url.searchParams.has('kind'));
  await expect.poll(() => search.inputValue()).toBe('');
  expect(new URL(kim.url()).searchParams.get('q')).toBe(null);
});

test('a refusal of a saved view gives the reason', { tags: ['thorough'] }, async () => {
  const client = await asPerson(product.url, 'kim@example.com');
  const state = { filters: {}, search: 'bolt', order: null, columns: null, page_size: null };
  const { id } = await client.saveView({ screen: 'parts', name: 'Bolts', role: null, state });
  await open(kim, `/parts?view=${id}`);
  await kim.waitForURL(/q=bolt/);
  await main(kim).getByRole('searchbox', { name: 'Search' }).fill('nut');
  await main(kim).getByRole('button', { name: 'Views: Bolts' }).getByText('*').waitFor();
  await client.deleteView(id);
  await menu(kim, 'Save the changes to “Bolts”');
  const refusal = kim.getByRole('dialog', { name: 'Refused' });
  expect(await refusal.getByRole('alert').innerText()).toContain('not yours to see');
  await kim.keyboard.press('Escape');
  await refusal.waitFor({ state: 'detached' });
});
