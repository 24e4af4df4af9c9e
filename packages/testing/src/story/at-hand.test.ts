import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(route: string, email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, email);
  const page = await context.newPage();
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const menu = (page: Page) => page.getByRole('navigation', { name: 'Main' });

test('records that were open last, and starred ones, are in the menu and the command menu', async () => {
  const page = await open('/claims', 'emma@example.com');
  await page.getByRole('row', { name: 'Team dinner' }).getByRole('link').first().click();
  await page.getByRole('button', { name: /^Star / }).click();
  await menu(page)
    .getByRole('list', { name: 'Starred' })
    .getByRole('link', { name: /Team dinner/ })
    .waitFor();
  await page.goto(`${product.url}/claims`);
  await page.getByRole('row', { name: 'Parking at the airport' }).getByRole('link').first().click();
  await menu(page)
    .getByRole('list', { name: 'Recent' })
    .getByRole('link', { name: /Parking/ })
    .waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.keyboard.press('Control+k');
  const palette = page.getByRole('dialog', { name: 'Go to a screen or record' });
  await palette
    .getByRole('button', { name: /Parking at the airport/ })
    .first()
    .click();
  await page
    .locator('main[data-loaded]')
    .getByRole('heading', { level: 1, name: /Parking/ })
    .waitFor();
  await page.getByRole('button', { name: /^Star / }).waitFor();
  await menu(page).getByRole('list', { name: 'Starred' }).getByRole('link').first().click();
  await page.getByRole('button', { name: /^Take the star from/ }).click();
  await expect.poll(() => menu(page).getByRole('list', { name: 'Starred' }).count()).toBe(0);
  // The browser keeps no titles: who may not read a record any more finds none.
  const kept = await page.evaluate(() => JSON.stringify({ ...localStorage }));
  expect(kept).not.toContain('Team dinner');
  await page.context().close();
});

test('the command menu finds records by number and title where no list searches them all', async () => {
  const page = await open('/finance', 'finn@example.com');
  const finn = await asPerson(product.url, 'finn@example.com');
  const [claim] = (await finn.list('claims', {})).items;
  if (claim === undefined) throw new Error('There is no claim to find.');
  const palette = page.getByRole('dialog', { name: 'Go to a screen or record' });
  const found = palette.getByRole('button', { name: new RegExp(`^${claim._title}`) });
  const search = palette.getByRole('searchbox').or(palette.getByRole('textbox')).first();
  await page.keyboard.press('Control+k');
  await search.fill(String(claim.number).toLowerCase());
  await expect.poll(() => found.getAttribute('data-selected')).toBe('true');
  await search.fill(claim._title);
  await expect.poll(() => found.getAttribute('data-selected')).toBe('true');
  await page.keyboard.press('Enter');
  await page.getByRole('heading', { level: 1, name: claim._title }).waitFor();
  await page.context().close();
});

test('the menu says how many records wait on the lists that act on them', { tags: ['thorough'] }, async () => {
  const page = await open('/', 'mo@example.com');
  const mo = await asPerson(product.url, 'mo@example.com');
  const { count } = await mo.list('claims', { screen: 'approvals', count: true });
  await menu(page)
    .getByRole('link', { name: `Approvals ${count} waiting` })
    .waitFor();
  // A list of one's own that acts on nothing does not wait.
  expect(await menu(page).getByRole('link', { name: 'My claims', exact: true }).count()).toBe(1);
  await page.context().close();
});

test('saved views are tabs above the list, and one of them opens it', async () => {
  const page = await open('/claims?status=draft', 'emma@example.com');
  await page.getByRole('button', { name: 'Views' }).click();
  await page.getByRole('menuitem', { name: 'Save as a view…' }).click();
  await page.getByRole('dialog').getByLabel('Name').fill('Drafts');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  const tabs = page.getByRole('navigation', { name: 'Views' });
  await expect.poll(() => tabs.getByRole('link', { name: 'Drafts' }).getAttribute('aria-current')).toBe('page');
  expect(await tabs.getByRole('link', { name: 'As the list is' }).getAttribute('aria-current')).toBe(null);
  await page.getByRole('button', { name: 'Views: Drafts' }).click();
  await page.getByRole('menuitem', { name: 'Open the list with “Drafts”' }).click();
  await page.goto(`${product.url}/claims`);
  await page.waitForURL(/status=draft/);
  await expect(findViolations(page)).resolves.toEqual([]);
  // The list as it is stays one click away.
  await tabs.getByRole('link', { name: 'As the list is' }).click();
  await page.waitForURL(/\/claims$/);
  await page.locator('main[data-loaded]').waitFor();
  expect(new URL(page.url()).search).toBe('');
  await page.context().close();
});
