import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { hostileDocument } from './hostile-document.ts';
import { HOSTILE_STRINGS } from './hostile-strings.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { type Traffic, watchTraffic } from './traffic.ts';

interface Watched extends Window {
  ran?: unknown;
  violations?: string[];
}

/** The screens that show the strings, and the actions on each. */
const SCREENS: readonly [route: string, act: (page: Page) => Promise<void>][] = [
  [
    '/',
    async (page) => {
      await page
        .getByRole('button', { name: /^Actions for/ })
        .first()
        .click();
      await page.getByRole('menu').getByText('Event 0').waitFor();
      await page.keyboard.press('Escape');
      await page.getByRole('button', { name: 'Go to a screen' }).click();
      await page.getByRole('textbox', { name: 'Go to a screen' }).fill('N');
    },
  ],
  ['/?q=nothing%20of%20that%20kind', async (page) => page.getByText('Nothing matches').waitFor()],
  [
    '/notes/new',
    async (page) => {
      // Fills all fields together: typing into a hundred fields one by one takes longer than the rest of the test.
      await page.locator('[name^="field_"]').evaluateAll((fields) => {
        for (const field of fields as HTMLInputElement[]) {
          // Past React's own setter, as typing goes past it: else no change is seen.
          Reflect.set(Object.getPrototypeOf(field) as object, 'value', 'x', field);
          field.dispatchEvent(new Event('input', { bubbles: true }));
        }
      });
      expect(await page.locator('[name="field_0"]').inputValue()).toBe('x');
      await page.getByRole('button', { name: 'Save', exact: true }).click();
      await page.getByRole('alert').first().waitFor();
    },
  ],
  ['/levels', async () => {}],
  ['/days', async () => {}],
  ['/days?view=list', async () => {}],
  ['/numbers', async (page) => page.getByText('Table').first().click()],
  ['/words', async (page) => page.getByText('elsewhere').first().waitFor()],
  ['/-/document', async (page) => page.getByText('elsewhere').first().waitFor()],
  ['/%3Cscript%3Ewindow.ran=1%3C/script%3E', async () => {}],
];

/** Another screen of their kind stands for these; `npm run test:thorough` opens them. */
const OF_ONE_KIND = new Set(['/levels', '/days', '/days?view=list', '/-/document']);
const TIERS: readonly [name: string, screens: typeof SCREENS, tags: 'thorough'[]][] = [
  ['some', SCREENS.filter(([route]) => !OF_ONE_KIND.has(route)), []],
  ['the others', SCREENS.filter(([route]) => OF_ONE_KIND.has(route)), ['thorough']],
];

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(hostileDocument(HOSTILE_STRINGS), {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

describe('a hundred hostile strings in every text of document and data run nothing and call nobody', () => {
  describe.each(TIERS)('%s', (_tier, screens, tags) => {
    test.each(screens)('%s', { tags }, async (route, act) => {
      const { page, traffic, dialogs } = await open(route);
      await act(page);
      await traffic.settle();
      expect(await page.evaluate(() => (window as Watched).ran)).toBeUndefined();
      expect(await page.evaluate(() => (window as Watched).violations)).toEqual([]);
      expect({ elsewhere: elsewhere(traffic), dialogs }).toEqual({ elsewhere: [], dialogs: [] });
      await page.context().close();
    });
  });

  test('the records that hold them, one by one', async () => {
    const { page, traffic, dialogs } = await open('/');
    const links = page.locator('main[data-loaded] tbody a');
    const addresses = await links.evaluateAll((all) => all.map((each) => each.getAttribute('href') ?? ''));
    expect(addresses.length).toBeGreaterThan(20);
    for (const address of addresses.filter((each) => each.startsWith('/notes/')).slice(0, 6)) {
      await page.goto(product.url + address);
      await page.locator('main[data-loaded] dl').first().waitFor();
      await traffic.settle();
      expect(await page.evaluate(() => [(window as Watched).ran, (window as Watched).violations])).toEqual([
        undefined,
        [],
      ]);
    }
    expect({ elsewhere: elsewhere(traffic), dialogs }).toEqual({ elsewhere: [], dialogs: [] });
    await page.context().close();
  });

  test('text can not become markup at all: Trusted Types are on', async () => {
    const { page } = await open('/words');
    const outcome = await page.evaluate(() => {
      try {
        window.document.createElement('div').innerHTML = '<b>x</b>';
        return 'written';
      } catch (error) {
        return (error as Error).name;
      }
    });
    expect(outcome).toBe('TypeError');
    await page.context().close();
  });
});

interface Opened {
  readonly page: Page;
  readonly dialogs: readonly string[];
  readonly traffic: Traffic;
}

async function open(route: string): Promise<Opened> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  const page = await context.newPage();
  const traffic = watchTraffic(page);
  const dialogs: string[] = [];
  page.on('dialog', (dialog) => {
    dialogs.push(dialog.message());
    void dialog.dismiss();
  });
  await page.addInitScript(() => {
    const watched = window as Watched;
    const violations: string[] = [];
    watched.violations = violations;
    window.addEventListener('securitypolicyviolation', (event) => {
      violations.push(`${event.violatedDirective} ${event.blockedURI}`);
    });
  });
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return { page, dialogs, traffic };
}

/** Addresses that are not the product's own. */
function elsewhere({ addresses }: Traffic): string[] {
  return addresses.filter((address) => !/^(?:data|blob):/.test(address) && new URL(address).origin !== product.url);
}
