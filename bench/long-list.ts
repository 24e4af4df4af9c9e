import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fillParts, launchBrowser, signInBrowser, startProduct } from '@nonet/testing';
import { report, taken, watch, watchTasks } from './browser-tasks.ts';

/**
 * `npm run bench:list`: how long a list of 10,000 rows blocks a real browser while it is scrolled from its top to its
 * bottom, and while it is filtered and grouped: the longest time between two frames, the longest task, the processor time of the
 * longest one (which other programs on the machine do not lengthen), and the layout shift.
 */
const ROWS = Number(process.argv[2] ?? 10_000);
const WHEEL_PIXELS = 2_400;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

const document = await readFile(path.resolve(import.meta.dirname, '../packages/testing/src/filled/parts.md'), 'utf8');
const [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
try {
  await fillParts(product.url, ROWS);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'kim@example.com');
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${product.url}/parts?limit=all`);
  const main = page.locator('main[data-loaded]');
  await main.locator('[aria-rowindex="2"]').waitFor();
  await page.waitForTimeout(1_000);
  report('loading', await taken(page), null);

  let worked = await watchTasks(page);
  const started = performance.now();
  await page.mouse.move(700, 500);
  const last = main.locator(`[aria-rowindex="${ROWS + 1}"]`);
  while ((await last.count()) === 0) await page.mouse.wheel(0, WHEEL_PIXELS);
  await last.waitFor();
  report(`scrolling through ${ROWS} rows`, await taken(page), await worked(), performance.now() - started);

  for (const [what, act, shown] of [
    ['filtering by kind', () => choose(page, 'Kind', 'Service'), /\d in all/],
    ['searching', () => type(page, 'calibration 1'), /\d in all/],
    ['sorting', () => main.getByRole('button', { name: 'Price' }).click(), /\d in all/],
    [
      'clearing',
      () => main.getByRole('button', { name: 'Clear the filters' }).click(),
      `${ROWS.toLocaleString('en-GB')} in all`,
    ],
  ] as const) {
    worked = await watchTasks(page);
    const from = performance.now();
    await act();
    await main.locator('table:not([aria-busy])').waitFor();
    await main.getByText(shown).waitFor();
    const lasted = performance.now() - from;
    await page.waitForTimeout(500);
    report(what, await taken(page), await worked(), lasted);
  }
  worked = await watchTasks(page);
  const from = performance.now();
  await page.getByRole('button', { name: 'Group by' }).click();
  await page.getByRole('menuitem', { name: 'Kind' }).click();
  await page.getByRole('region', { name: 'Screw' }).getByRole('link').first().waitFor();
  const lasted = performance.now() - from;
  await page.waitForTimeout(500);
  report('grouping by kind', await taken(page), await worked(), lasted);
} finally {
  await browser.close();
  await product.stop();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: `Filter: ${label}` }).click();
  await page.getByRole('checkbox', { name: option }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').pressSequentially(text);
  await page.waitForURL(/q=/);
}
