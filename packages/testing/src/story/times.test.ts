import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The rounds of caretakers, who may live in another time zone than the product. */
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  const rounds = await readFile(path.resolve(import.meta.dirname, '../../../engine/src/fixtures/rounds.md'), 'utf8');
  const document = rounds
    .replace(
      '| TIME_ZONE | "Europe/Berlin" |',
      '| TIME_ZONE | "Europe/Berlin" |\n| PERSONAL_TIME_ZONE | "allowed" |\n| PERSONAL_REGION | "allowed" |',
    )
    .replace('| done | integer |', '| met_at | datetime | optional |\n| done | integer |')
    .replace('| fields | name, days,', '| fields | name, met_at, days,');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function openContext(): Promise<BrowserContext> {
  const context = await browser.newContext({
    viewport: { width: 1440, height: 900 },
    locale: 'en-GB',
    timezoneId: 'Europe/Berlin',
  });
  await signInBrowser(context, product.url, 'cara@example.com');
  return context;
}

async function open(context: BrowserContext, address: string): Promise<Page> {
  const page = await context.newPage();
  await page.goto(product.url + address);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

test('repeating dates are said in words, entered by their parts, and on each of their days', async () => {
  const context = await openContext();
  const page = await open(context, '/');
  await page.getByText('every 2 weeks on Tuesday').waitFor();
  await page.getByText('every month on the last weekday (Monday to Friday)').waitFor();
  await page.getByRole('button', { name: 'New round' }).click();
  const form = page.getByRole('dialog');
  await form.getByLabel('Name').fill('Lifts');
  const days = form.getByRole('group', { name: 'Days' });
  const first = days.getByRole('textbox', { name: 'First date' });
  await first.waitFor();
  await form.getByRole('button', { name: 'Save' }).click();
  await form.getByRole('link', { name: /Days/ }).click();
  expect(await first.getAttribute('aria-invalid')).toBe('true');
  expect(await first.evaluate((element) => element === document.activeElement)).toBe(true);
  await days.getByRole('textbox', { name: 'First date' }).fill('31/01/2027');
  await days.getByLabel('Unit').selectOption({ label: 'months' });
  await days.getByLabel('On', { exact: true }).selectOption({ label: 'every month on the last day' });
  await days.getByLabel('Ends').selectOption({ label: 'After a number of times' });
  await days.getByLabel('Number of times').fill('3');
  await days.getByText('every month on the last day, 3 times').waitFor();
  await days.getByText('Next dates: 31 Jan 2027 · 28 Feb 2027 · 31 Mar 2027').waitFor();
  await days.getByLabel('Except on').selectOption({ label: 'Sun 28 Feb 2027' });
  await days.getByText('every month on the last day, 3 times, except 28 Feb 2027').waitFor();
  await days.getByText('Next dates: 31 Jan 2027 · 31 Mar 2027').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
  await page.getByText('every month on the last day, 3 times').waitFor();
  const calendar = await open(context, '/calendar');
  await calendar.getByRole('button', { name: 'Next' }).first().click();
  await calendar.getByRole('heading', { name: 'December 2026' }).waitFor();
  const boilers = calendar.locator('main').getByRole('link', { name: /Boilers/ });
  // 1, 15 and 29 December.
  await expect.poll(() => boilers.count()).toBe(3);
  await calendar.close();
  await context.close();
});

/** 9: the region is kept with the account, and what is typed has its form as well. */
test('a person reads and types dates in the form of their region', async () => {
  const context = await openContext();
  const page = await open(context, '/');
  await page.getByText('30 Nov 2026').first().waitFor();
  await page.getByRole('button', { name: 'Account: Cara' }).click();
  await page.getByRole('menuitem', { name: 'Language and region' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Form of dates and numbers').fill('United States');
  await page.getByRole('option', { name: 'United States', exact: true }).click();
  await dialog.getByText('12/31/26 · 12,345.6').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  await page.getByText('Nov 30, 2026').first().waitFor();
  const other = await openContext();
  const form = await open(other, '/');
  await form.getByRole('button', { name: 'New round' }).click();
  const days = form.getByRole('group', { name: 'Days' });
  await days.getByRole('textbox', { name: 'First date' }).fill('1/31/2027');
  await days.getByText(/Next dates: Jan 31, 2027/).waitFor();
  await context.request.patch(`${product.url}/api/-/preferences`, { data: { region: null } });
  await context.close();
  await other.close();
});

/** 9: the zone is kept with the account, so that another device has it. */
test('a person reads and types instants in their own time zone', async () => {
  const context = await openContext();
  const page = await open(context, '/');
  await page.getByRole('button', { name: 'Account: Cara' }).click();
  await page.getByRole('menuitem', { name: 'Language and region' }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Time zone').fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'hidden' });
  const other = await openContext();
  const round = await other.request.get(`${product.url}/api/rounds?name=Boilers`);
  const { items } = (await round.json()) as { items: { id: string }[] };
  const record = await open(other, `/rounds/${items[0]?.id}`);
  await record.getByRole('button', { name: 'Edit Met at: Boilers' }).click();
  await record.getByRole('textbox', { name: 'Met at' }).fill('15/01/2027, 18:30');
  await record.keyboard.press('Enter');
  await record.getByText('15 Jan 2027, 18:30 GMT+9').first().waitFor();
  const stored = await other.request.get(`${product.url}/api/rounds/${items[0]?.id}`);
  expect(await stored.json()).toMatchObject({ met_at: '2027-01-15T09:30:00.000000Z' });
  await context.close();
  await other.close();
});
