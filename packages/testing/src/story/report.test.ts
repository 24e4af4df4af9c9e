import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { RecordView } from '@nonet/client';
import type { Browser, BrowserContextOptions, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillParts } from '../filled/parts.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** A report that somebody makes of a list, keeps and shares; its numbers lead to their records. */
const PARTS = 96;
const WIDE: BrowserContextOptions = { viewport: { width: 1440, height: 900 }, locale: 'en-GB' };

let browser: Browser;
let product: RunningProduct;
let kim: Page;
let parts: RecordView[];

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillParts(product.url, PARTS);
  const keeper = await asPerson(product.url, 'kim@example.com');
  parts = (await keeper.list('parts', { limit: 100 })).items;
  kim = await arrive('kim');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function arrive(name: string, options: BrowserContextOptions = WIDE): Promise<Page> {
  const context = await browser.newContext({ acceptDownloads: true, ...options });
  await signInBrowser(context, product.url, `${name}@example.com`);
  return context.newPage();
}
const main = (page: Page) => page.locator('main[data-loaded]');
const report = (page: Page) => page.getByRole('region', { name: 'Report' });
const open = async (page: Page, address: string) => {
  await page.goto(product.url + address);
  await report(page).getByRole('table').waitFor();
};
/** The texts of a table, line by line. */
const lines = (page: Page) =>
  report(page)
    .getByRole('table')
    .locator('tr')
    .evaluateAll((rows) => rows.map((row) => [...row.children].map((cell) => cell.textContent ?? '')));
const search = (page: Page) => Object.fromEntries(new URL(page.url()).searchParams);

const quarterOf = (day: unknown) => `Q${Math.ceil(Number(String(day).slice(5, 7)) / 3)} ${String(day).slice(0, 4)}`;
const countOf = (fits: (part: RecordView) => boolean) => parts.filter(fits).length;
const LABELS: Readonly<Record<string, string>> = { screw: 'Screw', tool: 'Tool', service: 'Service' };

test('a list is counted by what its reader chooses, as in the list', async () => {
  await kim.goto(`${product.url}/parts`);
  await main(kim).getByRole('button', { name: 'Report' }).click();
  await report(kim).getByRole('table').waitFor();
  expect(await lines(kim)).toEqual([
    ['Kind', 'Number of records'],
    ...Object.entries(LABELS).map(([kind, label]) => [label, String(countOf((part) => part['kind'] === kind))]),
    ['Total', String(PARTS)],
  ]);
  await report(kim).getByLabel('Columns', { exact: true }).selectOption({ label: 'Added (quarter)' });
  await report(kim).getByRole('columnheader', { name: 'Q1 2026' }).waitFor();
  const quarters = [...new Set(parts.map((part) => quarterOf(part['added'])))].toSorted();
  expect(await lines(kim)).toEqual([
    ['Kind', ...quarters, 'Total'],
    ...Object.entries(LABELS).map(([kind, label]) => [
      label,
      ...[...quarters, null].map((quarter) => {
        const count = countOf((part) => part['kind'] === kind && [quarterOf(part['added']), null].includes(quarter));
        return count === 0 ? '' : String(count);
      }),
    ]),
    [
      'Total',
      ...quarters.map((quarter) => String(countOf((part) => quarterOf(part['added']) === quarter))),
      String(PARTS),
    ],
  ]);
});

test('a number leads to its records, and back', async () => {
  const expected = countOf((part) => part['kind'] === 'tool' && quarterOf(part['added']) === 'Q2 2026');
  const row = report(kim).getByRole('row', { name: /^Tool/ });
  await row
    .getByRole('link', { name: String(expected), exact: true })
    .first()
    .click();
  await kim.getByText(`What the report counts: Kind: Tool, Added (quarter): Q2 2026`).waitFor();
  await expect.poll(async () => main(kim).locator('td[data-label=Kind]').count()).toBe(expected);
  expect(new Set(await main(kim).locator('td[data-label=Kind]').allInnerTexts())).toEqual(new Set(['Tool']));
  await main(kim).getByRole('button', { name: 'Back to the report' }).click();
  await report(kim).getByRole('table').waitFor();
});

test('measures are chosen by the keyboard, and its rows and columns are swapped', async () => {
  await report(kim).getByRole('button', { name: 'Figures: Number of records' }).focus();
  await kim.keyboard.press('Enter');
  const dialog = kim.getByRole('dialog', { name: 'Figures' });
  await dialog.getByRole('checkbox', { name: 'Price: Sum' }).focus();
  await kim.keyboard.press('Space');
  await kim.keyboard.press('Escape');
  await report(kim).getByRole('columnheader', { name: 'Price: Sum' }).first().waitFor();
  await report(kim).getByRole('button', { name: 'Swap rows and columns' }).focus();
  await kim.keyboard.press('Enter');
  await report(kim).getByRole('columnheader', { name: 'Added (quarter)' }).waitFor();
  expect(search(kim)).toMatchObject({ report: 'quarter(added)', 'report.columns': 'kind' });
  const sum = parts.reduce((total, part) => total + Number(part['price']), 0);
  const written = new Intl.NumberFormat('en-GB', { style: 'currency', currency: 'EUR' }).format(sum);
  expect((await lines(kim)).at(-1)?.at(-1)).toBe(written);
});

test('its chart has a series for each column, told apart without colours, and a legend', async () => {
  const page = await arrive('kim');
  const chart = report(page).locator('figure');
  const legend = chart.getByRole('listitem', { includeHidden: true });
  const looks = (selector: string, property: string) =>
    chart
      .locator(selector)
      .evaluateAll((marks, of) => marks.map((mark) => getComputedStyle(mark).getPropertyValue(of)), property);
  await open(page, '/parts?report=kind&report.columns=quarter(added)');
  await chart.waitFor();
  const quarters = [...new Set(parts.map((part) => quarterOf(part['added'])))].toSorted();
  expect(await legend.allTextContents()).toEqual(quarters);
  expect(new Set(await looks('li [data-series]', 'background-image')).size).toBe(quarters.length);
  const cells = Object.keys(LABELS).flatMap((kind) =>
    quarters.filter((quarter) => countOf((part) => part['kind'] === kind && quarterOf(part['added']) === quarter) > 0),
  );
  expect(await chart.locator('a').count()).toBe(cells.length);
  await open(page, '/parts?report=quarter(added)&report.columns=kind');
  await chart.locator('polyline').first().waitFor();
  expect(await legend.allTextContents()).toEqual(Object.values(LABELS));
  expect(new Set(await looks('polyline', 'stroke-dasharray')).size).toBe(Object.keys(LABELS).length);
  expect(new Set(await looks('li span[data-series]', 'clip-path')).size).toBe(Object.keys(LABELS).length);
  await page.context().close();
});

test('it is a file for who may export', async () => {
  await report(kim).getByRole('button', { name: 'Download' }).click();
  const [file] = await Promise.all([kim.waitForEvent('download'), kim.getByRole('menuitem', { name: 'CSV' }).click()]);
  expect(file.suggestedFilename()).toBe('parts-report.csv');
  const text = await readFile(await file.path(), 'utf8');
  expect(text.split('\r\n')[0]).toContain('Added (quarter),Screw – Count,Screw – Price: sum');
});

test('it is saved and shared as a view, and opens without what its reader may not read', async () => {
  await open(kim, '/parts?report=maker.name&report.measures=count,sum(cost)');
  await main(kim).getByRole('button', { name: 'Views' }).click();
  await kim.getByRole('menuitem', { name: 'Save as a view…' }).click();
  const dialog = kim.getByRole('dialog', { name: 'Save as a view…' });
  await dialog.getByLabel('Name').fill('Cost by maker');
  await dialog.getByLabel('Shared with').click();
  await kim.getByRole('option', { name: 'clerk', exact: true }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(kim).getByRole('button', { name: 'Views: Cost by maker' }).waitFor();
  const carl = await arrive('carl');
  await carl.goto(`${product.url}/parts`);
  await main(carl).getByRole('link', { name: 'Cost by maker' }).click();
  await report(carl).getByRole('table').waitFor();
  expect((await lines(carl))[0]).toEqual(['Maker name', 'Number of records']);
  await carl.context().close();
});

test.each([
  ['wide', WIDE],
  ['dark', { ...WIDE, colorScheme: 'dark' as const }],
  ['on a telephone', { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true, locale: 'en-GB' }],
])('axe finds no fault: %s', async (_where, options) => {
  const page = await arrive('kim', options);
  await open(page, '/parts?report=month(added)&report.columns=kind&report.measures=sum(price),avg(lead_time)');
  expect(await findViolations(page)).toEqual([]);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await page.context().close();
});
