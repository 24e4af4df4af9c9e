import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');

/** Every kind of screen, with a person who may open it, and a text that shows that its records are loaded. */
const SCREENS: readonly [kind: string, person: string | null, route: string, shows: string][] = [
  ['sign in', null, '/sign-in', 'Emma Employee'],
  ['page', null, '/policy', 'within 90 days'],
  ['dashboard', 'emma', '/', 'Spend by category'],
  ['list', 'emma', '/claims', 'Trip to Ghent'],
  ['list with events', 'mo', '/approvals', 'Trip to Ghent'],
  ['list of people', 'ada', '/people', 'Mo Manager'],
  ['form', 'emma', '/claims/new', 'Add a row'],
  ['board', 'finn', '/finance', 'Mo Manager'],
  ['calendar', 'emma', '/trips', 'Keyboard for the meeting room'],
  ['record', 'emma', '/claims#Team dinner', 'Dinner for three'],
  ['document', 'emma', '/-/document', 'What is left open'],
  ['entities of the document', 'emma', '/-/document?view=entities', 'limit_per_day'],
  ['states of the document', 'emma', '/-/document?view=states', 'Approve exception'],
  ['permissions of the document', 'emma', '/-/document?view=permissions', 'status != "draft"'],
  ['week', 'emma', '/trips?view=week', 'Sun'],
  ['unknown address', 'emma', '/nowhere', 'Not found'],
];

/** Another screen of their kind stands for these; `npm run test:thorough` opens them. */
const OF_ONE_KIND = new Set([
  'list',
  'list of people',
  'week',
  'states of the document',
  'permissions of the document',
]);
const TIERS: readonly [name: string, screens: typeof SCREENS, tags: 'thorough'[]][] = [
  ['some', SCREENS.filter(([kind]) => !OF_ONE_KIND.has(kind)), []],
  ['the others', SCREENS.filter(([kind]) => OF_ONE_KIND.has(kind)), ['thorough']],
];

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A page that is open follows the size and the scheme of its window, so that one visit is judged in both looks. */
const LOOKS = [
  { viewport: { width: 1440, height: 900 }, colorScheme: 'light' },
  { viewport: { width: 390, height: 844 }, colorScheme: 'dark' },
] as const;

describe.each(TIERS)('in a wide, light window and in a narrow, dark one (%s)', (_tier, screens, tags) => {
  const contexts = new Map<string | null, BrowserContext>();
  afterAll(() => Promise.all([...contexts.values()].map((context) => context.close())));

  async function contextOf(person: string | null): Promise<BrowserContext> {
    const known = contexts.get(person);
    if (known) return known;
    const context = await browser.newContext({ reducedMotion: 'reduce', locale: 'en-GB' });
    contexts.set(person, context);
    if (person !== null) await signInBrowser(context, product.url, `${person}@example.com`);
    return context;
  }

  test.each(screens)(
    '%s: whole, in its place, and open to everybody',
    { tags },
    async (_kind, person, route, shows) => {
      const page = await (await contextOf(person)).newPage();
      const [address = '', record] = route.split('#');
      const main = page.locator('main[data-loaded]');
      await page.setViewportSize(LOOKS[0].viewport);
      await page.goto(product.url + address);
      if (record !== undefined) await main.getByRole('row', { name: record }).getByRole('link').first().click();
      for (const { viewport, colorScheme } of LOOKS) {
        await page.setViewportSize(viewport);
        await page.emulateMedia({ colorScheme });
        await main.getByText(shows).filter({ visible: true }).first().waitFor();

        const sideways = await page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth);
        expect(sideways, `the page scrolls sideways, ${viewport.width} wide`).toBeLessThanOrEqual(0);
        // Asked until it holds: the colours of one scheme pass over into those of the other.
        await expect
          .poll(() => findViolations(page), { message: `${viewport.width} wide, ${colorScheme}` })
          .toEqual([]);
      }
      await page.close();
    },
  );
});

test('the address of a demo account begins as that person, where nobody else may open it too', async () => {
  const context = await browser.newContext();
  try {
    const page = await context.newPage();
    await page.goto(`${product.url}/?as=${encodeURIComponent('emma@example.com')}`);
    await page.locator('main[data-loaded]').getByText('Spend by category').first().waitFor();
    await expect.poll(() => page.getByRole('button', { name: 'Emma Employee' }).count()).toBe(1);
  } finally {
    await context.close();
  }
});
