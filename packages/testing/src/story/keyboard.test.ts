import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page, ViewportSize } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { dateIn, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A keyboard beside a narrow window is rare, and goes the same ways: `npm run test:thorough` takes them. */
const WINDOWS: readonly (readonly [name: string, viewport: ViewportSize, tags: 'thorough'[]])[] = [
  ['wide', { width: 1440, height: 900 }, []],
  ['narrow', { width: 390, height: 844 }, ['thorough']],
];

describe.each(WINDOWS)('%s', (_, viewport, tags) => {
  let context: BrowserContext;
  let page: Page;
  afterEach(async () => context.close());

  async function arriveAs(person: string, route: string): Promise<void> {
    context = await browser.newContext({ viewport, locale: 'en-GB', reducedMotion: 'reduce' });
    await signInBrowser(context, product.url, `${person}@example.com`);
    page = await context.newPage();
    await page.goto(product.url + route);
    await main().waitFor();
  }

  const main = () => page.locator('main[data-loaded]');
  const focusedName = () =>
    page.evaluate(() => {
      const element = window.document.activeElement;
      const label = element?.id ? window.document.querySelector(`label[for="${CSS.escape(element.id)}"]`) : null;
      return `${element?.getAttribute('aria-label') ?? ''} ${label?.textContent ?? ''} ${element?.textContent ?? ''}`.trim();
    });

  async function openPalette(): Promise<void> {
    await page.keyboard.press('Control+k');
    await expect.poll(focusedName).toBe('Go to a screen or record');
  }

  /** Tabs until what has the focus is named so. */
  async function tabTo(name: RegExp): Promise<void> {
    for (let steps = 0; steps < 80; steps += 1) {
      await page.keyboard.press('Tab');
      if (name.test(await focusedName())) return;
    }
    throw new Error(`The keyboard never gets to ${name}.`);
  }

  test('text that is typed before the palette is there is its own', { tags }, async () => {
    await arriveAs('emma', '/claims/new');
    const purpose = main().getByLabel('Purpose');
    await purpose.fill('Dinner');
    const isTyped = Promise.withResolvers<void>();
    await page.route(/palette/, async (route) => {
      await isTyped.promise;
      await route.continue();
    });
    await page.keyboard.press('Control+k');
    await page.keyboard.type('polixx');
    await page.keyboard.press('Backspace');
    await page.keyboard.press('Backspace');
    await page.keyboard.type('cy');
    await page.keyboard.press('Enter');
    isTyped.resolve();
    const field = page.getByRole('textbox', { name: 'Go to a screen or record' });
    await expect.poll(async () => field.inputValue()).toBe('policy');
    await page.keyboard.type(' ');
    await expect.poll(async () => field.inputValue()).toBe('policy ');
    // Its keys go on while it is open.
    await page.keyboard.press('Control+k');
    await page.keyboard.press('Backspace');
    await expect.poll(async () => field.inputValue()).toBe('policy');
    expect(await purpose.inputValue()).toBe('Dinner');
    await page.keyboard.press('Enter');
    await page.getByRole('button', { name: 'Leave', exact: true }).click();
    await page.waitForURL('**/policy');
  });

  test('the palette leads to a record that it finds, and creates where there is no form', { tags }, async () => {
    await arriveAs('finn', '/projects');
    await openPalette();
    await page.keyboard.type('new proj');
    await page.keyboard.press('Enter');
    await page.getByRole('dialog', { name: 'New project' }).getByLabel('Code').waitFor();
    await page.keyboard.press('Escape');
    await arriveAs('emma', '/policy');
    await openPalette();
    await page.keyboard.type('team dinner');
    const found = page.getByRole('button', { name: /^EX-\d+-\d+: Team dinner/ });
    await found.waitFor();
    // One letter too many: what was found, and selected, goes before it is found again.
    await page.keyboard.type('x');
    await found.waitFor({ state: 'detached' });
    await page.keyboard.press('Backspace');
    await found.waitFor();
    // The record that is meant comes after the searches, above them, and is the one that Enter opens.
    await expect.poll(() => found.getAttribute('data-selected')).toBe('true');
    await page.keyboard.press('Enter');
    await main()
      .getByRole('heading', { name: /Team dinner$/, level: 1 })
      .waitFor();
    expect(new URL(page.url()).pathname).toMatch(/^\/claims\/./);
  });

  test('a claim is filed and submitted by keyboard alone', { tags }, async () => {
    const purpose = `Tram ${Date.now()}`;
    await arriveAs('emma', '/policy');
    await openPalette();
    await page.keyboard.type('New cl');
    await page.keyboard.press('Enter');
    await main().getByRole('heading', { name: 'New claim', level: 1 }).waitFor();
    const yesterday = dateIn(-1).split('-').toReversed().join('/');
    await tabTo(/^Purpose/);
    await page.keyboard.type(purpose);
    await tabTo(/^From/);
    await page.keyboard.type(yesterday);
    await tabTo(/^To/);
    await page.keyboard.type(yesterday);
    await tabTo(/^Date, row 1/);
    await page.keyboard.type(yesterday);
    await tabTo(/^Category, row 1/);
    await page.keyboard.type('Trav');
    await page.getByRole('option', { name: 'Travel' }).waitFor();
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await tabTo(/^Description, row 1/);
    await page.keyboard.type('Tram');
    await tabTo(/^Amount, row 1/);
    await page.keyboard.type('4.20');
    await tabTo(/^Save$/);
    await page.keyboard.press('Enter');
    await main().getByRole('heading', { name: purpose, level: 1 }).waitFor();
    await expect.poll(() => main().getByText('€4.20').count()).toBeGreaterThan(0);
    await tabTo(/^Submit$/);
    await page.keyboard.press('Enter');
    await main().getByText('Submitted', { exact: true }).first().waitFor();
  });

  test('a date is chosen from its calendar by keyboard, and typed in the order of its reader', { tags }, async () => {
    await arriveAs('emma', '/claims/new');
    await tabTo(/^From/);
    await page.keyboard.type('28/2/26');
    await tabTo(/^To/);
    expect(await main().getByRole('textbox', { name: 'From' }).inputValue()).toBe('28/02/2026');
    await page.keyboard.type('31/1/2026');
    await page.keyboard.press('Alt+ArrowDown');
    const calendar = page.getByRole('dialog', { name: 'To' });
    const day = (name: string) => calendar.getByRole('button', { name, exact: true });
    const hasFocus = (name: string) => day(name).evaluate((button) => button === document.activeElement);
    await day('31 Jan 2026').waitFor();
    await expect.poll(() => hasFocus('31 Jan 2026')).toBe(true);
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('PageDown');
    await expect.poll(() => hasFocus('28 Feb 2026')).toBe(true);
    await page.keyboard.press('ArrowDown');
    await expect.poll(() => hasFocus('7 Mar 2026')).toBe(true);
    await page.keyboard.press('Enter');
    await calendar.waitFor({ state: 'detached' });
    const to = main().getByRole('textbox', { name: 'To' });
    expect(await to.inputValue()).toBe('07/03/2026');
    expect(await to.evaluate((input) => input === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+ArrowDown');
    await day('7 Mar 2026').waitFor();
    await expect.poll(() => hasFocus('7 Mar 2026')).toBe(true);
    await page.keyboard.press('Escape');
    await calendar.waitFor({ state: 'detached' });
    expect(await to.inputValue()).toBe('07/03/2026');
  });

  test('the focus returns to the control that opened a dialog, and moves to the next row if one is gone', {
    tags,
  }, async () => {
    await arriveAs('mo', '/approvals');
    const buttons = (name: RegExp) => main().getByRole('button', { name });
    await buttons(/^Reject/)
      .first()
      .focus();
    const asked = await focusedName();
    await page.keyboard.press('Enter');
    await page.getByRole('dialog').getByLabel('Rejection reason').waitFor();
    await page.keyboard.press('Escape');
    await expect.poll(focusedName).toBe(asked);
    await buttons(/^Approve/)
      .first()
      .focus();
    const next = await buttons(/^Approve/)
      .nth(1)
      .textContent();
    await page.keyboard.press('Enter');
    await expect.poll(focusedName).toBe(next);
  });

  test('? lists the keys, and Escape closes what it opened', { tags }, async () => {
    await arriveAs('emma', '/policy');
    await page.keyboard.press('Shift+?');
    const dialog = page.getByRole('dialog', { name: 'Shortcuts' });
    await dialog.waitFor();
    expect(await findViolations(page)).toEqual([]);
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'hidden' });
    await expect.poll(() => page.getByRole('dialog').count()).toBe(0);
  });

  test('⌘K offers no record of an earlier text for a later one', { tags }, async () => {
    await arriveAs('emma', '/policy');
    await openPalette();
    await page.keyboard.type('Ghent');
    const found = page.getByRole('button', { name: /^EX-\d+-\d+: Trip to Ghent/ });
    await found.first().waitFor();
    // The record that Enter would open right behind the last letter.
    const offered = await page.evaluate(async () => {
      document.execCommand('insertText', false, ' nowhere');
      await new Promise((resolve) => setTimeout(resolve));
      return [...document.querySelectorAll('[data-action]')].map(({ textContent }) => textContent);
    });
    expect(offered.filter((text) => text.includes('Trip to Ghent'))).toEqual([]);
    await page.keyboard.press('Escape');
  });

  test('⌘K searches the records of a list', { tags }, async () => {
    await arriveAs('emma', '/policy');
    await openPalette();
    await page.keyboard.type('Ghent');
    // The record that the word means comes first; the search of a list is some steps away.
    await page
      .getByRole('button', { name: /^EX-\d+-\d+: Trip to Ghent/ })
      .first()
      .waitFor();
    const marked = page
      .getByRole('dialog')
      .getByRole('button', { name: /Trip to Ghent/ })
      .locator('mark');
    expect(await marked.first().innerText()).toBe('Ghent');
    expect(await findViolations(page)).toEqual([]);
    const search = page.getByRole('button', { name: 'Search “Ghent” in My claims' });
    for (let steps = 0; steps < 10 && (await search.getAttribute('data-selected')) === null; steps += 1)
      await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    await main().getByText('Trip to Ghent').waitFor();
    await expect.poll(() => main().locator('tbody tr').count()).toBe(1);
    // The searched words are marked in the cells, and no other text is.
    await main().getByRole('searchbox', { name: 'Search' }).fill('ghênt TRIP');
    await expect.poll(() => main().locator('tbody mark').allInnerTexts()).toEqual(['Trip', 'Ghent']);
    expect(await findViolations(page)).toEqual([]);
  });
});

test('on a narrow screen the menu closes when a screen is chosen', async () => {
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  const page = await context.newPage();
  await page.goto(`${product.url}/policy`);
  await page.getByRole('button', { name: 'Menu', exact: true }).click();
  const menu = page.getByRole('navigation', { name: 'Main' });
  await menu.getByRole('link', { name: 'My claims' }).click();
  await page.locator('main[data-loaded]').getByRole('heading', { name: 'My claims', level: 1 }).waitFor();
  await expect.poll(() => menu.count()).toBe(0);
  await context.close();
});

test('the menu is narrowed to its icons, which keep their names, and stays so', { tags: ['thorough'] }, async () => {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  const page = await context.newPage();
  await page.goto(`${product.url}/policy`);
  const menu = page.getByRole('navigation', { name: 'Main' });
  const width = async () => (await menu.boundingBox())?.width ?? 0;
  await menu.getByRole('button', { name: 'Icons only' }).press('Enter');
  await expect.poll(width).toBeLessThan(80);
  await page.reload();
  await expect.poll(width).toBeLessThan(80);
  await menu.getByRole('link', { name: 'My claims', exact: true }).click();
  await page.locator('main[data-loaded]').getByRole('heading', { name: 'My claims', level: 1 }).waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await menu.getByRole('button', { name: 'Show the names' }).click();
  await expect.poll(width).toBeGreaterThan(180);
  await context.close();
});

test('whoever signs in has a page with the product’s name, and what can be seen without', async () => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, locale: 'en-GB' });
  await page.goto(`${product.url}/claims`);
  await page.locator('main[data-loaded]').getByRole('heading', { name: 'Sign in', level: 1 }).waitFor();
  await page.getByRole('main').getByText('Expense claims', { exact: true }).waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Policy' }).click();
  await page.locator('main[data-loaded]').getByRole('heading', { name: 'Policy', level: 1 }).waitFor();
  await page.close();
});
