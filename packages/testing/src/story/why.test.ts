import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { fillExpenses } from '../filled/expenses.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  const example = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  // A guard that one claim, approved already, does not pass.
  const document = example
    .replace(/^(\| pay \|.*) none \| (payment_reference .*) none \|$/m, '$1 `total != 586` | $2 ABOVE_LIMIT |')
    .replace('| Claim approve |', '| Claim approve, Claim pay |');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
  page = await open('emma@example.com');
}, 60_000);
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, email);
  const opened = await context.newPage();
  opened.setDefaultTimeout(10_000);
  return opened;
}

/** What the document says at the clause that was asked for. */
const sentence = (of: Page) => of.locator('q');
const main = (of = page) => of.locator('main[data-loaded]');

async function openRecord(purpose: string): Promise<void> {
  await page.goto(`${product.url}/claims`);
  await main().getByRole('row', { name: purpose }).getByRole('link').first().click();
  await main().getByRole('heading', { name: purpose, level: 1 }).waitFor();
}

test('why something may not be done, is not seen, or is computed: the clause, its sentence, and the way there', async () => {
  await openRecord('Team dinner');
  await main().getByRole('button', { name: 'Why?', exact: true }).click();
  const why = page.getByRole('dialog');
  await why.getByText('Approve:').waitFor();
  await why.getByRole('button', { name: 'Why? 4.Claim.status.approve' }).click();
  await page.getByText('approve · submitted · approved · line_manager').waitFor();
  await page.keyboard.press('Escape');
  // What is left open about a field that is not seen, and how a total comes about.
  expect(await why.getByText('payment_reference', { exact: true }).count()).toBe(1);
  expect(await why.getByText('not specified').count()).toBeGreaterThan(0);
  await why.getByText('sum(lines.amount)').first().waitFor();
});

test('a clause leads to its place in the document, and from there to where it shows in the product', async () => {
  await openRecord('Team dinner');
  await main().getByRole('button', { name: 'Why? 3.Claim.total' }).click();
  await page.getByRole('link', { name: 'In the document, line' }).click();
  const row = main().locator('tr:target, tr').filter({ hasText: '= sum(lines.amount)' }).first();
  await row.waitFor();
  await expect
    .poll(() => row.evaluate((element) => element.getBoundingClientRect().top < window.innerHeight))
    .toBe(true);
  await row.getByRole('link', { name: 'Shown at My claims' }).click();
  await main().getByRole('heading', { name: 'My claims', level: 1 }).waitFor();
});

test('an example stands beside what it shows, and leads to its row', async () => {
  await page.goto(`${product.url}/-/document`);
  const shown = main().locator('tr').filter({ hasText: 'OWN_CLAIM' }).locator('xpath=following-sibling::tr[1]').first();
  await shown.getByText('Claim where status == "escalated" and owner == user').waitFor();
  await shown.getByRole('link', { name: 'Example' }).click();
  const row = main().locator('tr').filter({ hasText: 'approve_exception' }).filter({ hasText: 'escalated' });
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
  const ids = await row.evaluateAll((rows) => rows.map((each) => each.id));
  expect(ids).toContain(id);
});

test('a state of the diagram leads to its row', async () => {
  await page.goto(`${product.url}/-/document?view=states`);
  await main().getByRole('link', { name: 'Escalated' }).click();
  const row = main().locator('tr').filter({ hasText: 'waiting for a director' }).first();
  await row.waitFor();
  expect(await row.getAttribute('id')).toBe(decodeURIComponent(new URL(page.url()).hash.slice(1)));
});

test('a number of a dashboard, drawn or not: what is counted', async () => {
  await page.goto(product.url);
  for (const [name, counted] of [
    ['My open claims', /count\(Claim where owner == user/],
    ['Paid by month', /sum\(Claim.total where paid_at != null\)/],
  ] as const) {
    await main()
      .getByRole('region', { name })
      .getByRole('button', { name: /^Why\? 2\./ })
      .click();
    expect(await sentence(page).textContent()).toMatch(counted);
    await page.keyboard.press('Escape');
  }
});

test('a card that is refused where it is dropped, or where its menu would move it, goes back and says by which clause', async () => {
  const finn = await open('finn@example.com');
  await finn.goto(`${product.url}/finance`);
  const column = (name: string) => main(finn).getByRole('region', { name });
  const card = column('Approved').getByRole('article').filter({ hasText: '€586.00' });
  const refusal = finn.getByRole('dialog', { name: 'Refused' });
  const isExplained = async () => {
    await refusal.getByText('is above the limit of').waitFor();
    await refusal.getByRole('button', { name: /^Why\? 4\.Claim\.status\.pay/ }).click();
    expect(await sentence(finn).textContent()).toContain('pay · approved · paid · finance');
    await finn.keyboard.press('Escape');
    await refusal.getByRole('button', { name: 'Hide' }).last().click();
    await refusal.waitFor({ state: 'detached' });
    await card.waitFor();
  };
  const [from, to] = await Promise.all([card.boundingBox(), column('Paid').boundingBox()]);
  if (!from || !to) throw new Error('The board shows no columns.');
  await finn.mouse.move(from.x + from.width / 2, from.y + from.height - 8);
  await finn.mouse.down();
  await finn.mouse.move(to.x + to.width / 2, to.y + 60, { steps: 10 });
  await finn.mouse.up();
  await isExplained();
  await card.getByRole('button', { name: /^Move / }).click();
  await finn.getByRole('menuitem', { name: 'Paid Why?' }).click();
  await isExplained();
  await finn.context().close();
});

test('what a row of a list does not permit says by which clause', async () => {
  const mo = await open('mo@example.com');
  await mo.goto(`${product.url}/approvals`);
  await main(mo)
    .getByRole('row', { name: 'Workshop in Rotterdam' })
    .getByRole('button', { name: /^Actions/ })
    .click();
  await mo.getByRole('menuitem', { name: /^Escalate .* is within your own limit\. Why\?$/ }).click();
  const refusal = mo.getByRole('dialog', { name: 'Refused' });
  await refusal.getByRole('button', { name: /^Why\? 4\.Claim\.status\.escalate/ }).click();
  expect(await sentence(mo).textContent()).toContain('escalate · submitted · escalated · line_manager');
  await mo.context().close();
});
