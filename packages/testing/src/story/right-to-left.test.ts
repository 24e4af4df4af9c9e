import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { signInBrowser } from '../filled/people.ts';
import { fillStudio } from '../filled/studio.ts';
import { findOverlaps } from '../overlaps.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The examples for a reader of Arabic, whose lines run from right to left, and for readers of longer words. */
let browser: Browser;
let expenses: RunningProduct;
let studio: RunningProduct;

beforeAll(async () => {
  const example = (name: string) =>
    readFile(path.resolve(import.meta.dirname, `../../../../examples/${name}/spec.md`), 'utf8');
  [browser, expenses, studio] = await Promise.all([
    launchBrowser(),
    startProduct(await example('expenses'), {}),
    startProduct(await example('studio'), {}),
  ]);
  await Promise.all([fillExpenses(expenses.url), fillStudio(studio.url)]);
});
afterAll(async () => {
  await browser?.close();
  await Promise.all([expenses?.stop(), studio?.stop()]);
});

async function open(
  product: RunningProduct,
  by: string,
  route: string,
  language: string,
  width: number,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: language });
  await signInBrowser(context, product.url, `${by}@example.com`);
  await context.addInitScript((chosen) => localStorage.setItem('nonet language', chosen), language);
  const page = await context.newPage();
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const SCREENS = [
  ['dashboard', 'expenses', 'mo', '/'],
  ['list', 'expenses', 'emma', '/claims'],
  ['approvals', 'expenses', 'mo', '/approvals'],
  ['form', 'expenses', 'emma', '/claims/new'],
  ['board', 'expenses', 'finn', '/finance'],
  ['calendar', 'expenses', 'emma', '/trips'],
  ['timeline', 'studio', 'ines', '/'],
  ['hours', 'studio', 'ines', '/rooms?view=day'],
  ['gallery', 'studio', 'ines', '/props'],
  ['document', 'expenses', 'emma', '/-/document'],
] as const;

/** These stand for the others: in German, whose words are long, and in a wide window. */
const SAMPLE = SCREENS.filter(([screen]) => ['form', 'board', 'timeline'].includes(screen));
const FORM = SCREENS.filter(([screen]) => screen === 'form');
const LONG = SCREENS.filter(([screen]) => ['document', 'gallery', 'hours', 'approvals'].includes(screen));
const OTHERS = SCREENS.filter((screen) => !SAMPLE.includes(screen));
const SHORT = OTHERS.filter((screen) => !LONG.includes(screen));
const [WIDE, NARROW] = [1440, 390];

type Shown = [
  language: string,
  direction: string,
  width: number,
  screens: (typeof SCREENS)[number][],
  tags: 'thorough'[],
];

describe.each<Shown>([
  ['ar', 'rtl', NARROW, SAMPLE, []],
  ['ar', 'rtl', WIDE, SHORT, []],
  ['de', 'ltr', NARROW, FORM, []],
  ['ar', 'rtl', NARROW, OTHERS, ['thorough']],
  ['ar', 'rtl', WIDE, [...SAMPLE, ...LONG], ['thorough']],
  ['de', 'ltr', NARROW, OTHERS, ['thorough']],
  ['de', 'ltr', WIDE, [...SCREENS], ['thorough']],
])('in %s', (language, direction, width, screens, tags) => {
  test.each(screens)('%s: runs in its direction, without texts over each other', { tags }, async (_, of, by, route) => {
    const product = of === 'studio' ? studio : expenses;
    const page = await open(product, by, route, language, width);
    expect(await page.evaluate(() => [document.documentElement.dir, document.documentElement.lang])).toEqual([
      direction,
      language,
    ]);
    expect(await page.evaluate(() => getComputedStyle(document.querySelector('h1') ?? document.body).direction)).toBe(
      direction,
    );
    expect(await findOverlaps(page), `at ${width} px`).toEqual([]);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBeLessThanOrEqual(0);
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });
});

test('texts that lie over each other are found, and those that are hidden or scrolled away are not', async () => {
  const page = await browser.newPage();
  const at = (text: string, left: number, more = '') =>
    `<p style="position:absolute;margin:0;top:20px;left:${left}px;${more}">${text}</p>`;
  const scrolled = (top: number, text: string, stays: string, more = '') =>
    `<div style="position:absolute;top:${top}px;left:20px;width:160px;overflow:auto;display:flex;white-space:nowrap">
      <p style="margin:0;flex:none;width:200px">${text}</p>
      <p style="margin:0;flex:none;width:60px;position:sticky;right:0;${more}">${stays}</p>
    </div>`;
  await page.setContent(`${at('First text', 20)}${at('Second text', 60)}${at('Third text', 300)}
    ${at('Hidden', 300, 'visibility:hidden')}
    <div style="position:absolute;top:20px;left:310px;height:10px;overflow:hidden;padding-top:60px">Cut away</div>
    ${scrolled(80, 'Runs on below the other', 'Stays', 'background:white')}${scrolled(140, 'Shines through the other', 'Clear')}`);
  expect(await findOverlaps(page)).toEqual(['First text × Second text', 'Shines through the other × Clear']);
  await page.close();
});

test('the menu is at the begin of the line, and time runs to the left', async () => {
  const page = await open(studio, 'ines', '/?view=days', 'ar', 1440);
  const [menu, main] = await Promise.all([
    page.getByRole('navigation').first().boundingBox(),
    page.getByRole('heading', { level: 1 }).boundingBox(),
  ]);
  expect(menu?.x ?? 0).toBeGreaterThan((main?.x ?? 0) + (main?.width ?? 0));
  const [cookbook, summer] = await Promise.all(
    ['Cookbook', 'Summer menu'].map((name) => page.locator('li[data-record]', { hasText: name }).boundingBox()),
  );
  expect(summer?.x ?? 0).toBeLessThan(cookbook?.x ?? 0);
  await page.context().close();
});

test('a refusal of the server is in the reader’s language', async () => {
  const page = await open(expenses, 'emma', '/claims/new', 'ar', 1440);
  await page.getByRole('button', { name: 'حفظ' }).click();
  await page.getByText('Purpose: مطلوب.').first().waitFor();
  expect(await page.getByRole('alert').first().textContent()).toMatch(/[\u0600-\u06FF]/);
  await page.context().close();
});
