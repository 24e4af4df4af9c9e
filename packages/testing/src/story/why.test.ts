import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { draftClaim, fillExpenses } from '../filled/expenses.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
let page: Page;
beforeAll(async () => {
  const example = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  // A guard that one claim, approved already, does not pass.
  const document = example
    .replace(/^(\| pay \|.*) none \| (payment_reference .*) none \|$/m, '$1 `total != 586` | $2 ABOVE_LIMIT |')
    .replace('| Claim approve |', '| Claim approve, Claim pay |')
    .replace(
      '| columns | number, purpose, total, status, submitted_at |',
      '| columns | number, purpose, total, payment_reference |',
    )
    // A form with fields that it does not ask everybody for, and one that not everybody may set; a number that not
    // everybody may see.
    .replace(
      '| fields | Trip: purpose, project, from, to; Costs',
      '| fields | Trip: purpose, project, from, to, rejection_reason; Costs',
    )
    .replace(
      /^(\| read booking \|)/m,
      '| update project | `status == "draft"` | no | no | no | no | no |\n| update rejection_reason | no | no | no | no | yes | no |\n$1',
    )
    .replace(/^(\| Paid by month \|)/m, '| Booked | `count(Claim where booking != null)` | | number |\n$1');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillExpenses(product.url);
  page = await open('emma@example.com');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(email: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, email);
  const opened = await context.newPage();
  return opened;
}

/** The document's text of the clause in question. */
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
  // A gap of a hidden field, and the origin of a total.
  await expect.poll(() => why.getByText('Payment reference', { exact: true }).count()).toBe(1);
  await expect.poll(() => why.getByText('not specified').count()).toBeGreaterThan(0);
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

test('an example is shown with its clauses, and links to its row', { tags: ['thorough'] }, async () => {
  await page.goto(`${product.url}/-/document`);
  const shown = main().locator('tr').filter({ hasText: 'OWN_CLAIM' }).locator('xpath=following-sibling::tr[1]').first();
  await shown.getByText('Claim where status == "escalated" and owner == user').waitFor();
  await shown.getByRole('link', { name: 'Example' }).click();
  const row = main().locator('tr').filter({ hasText: 'approve_exception' }).filter({ hasText: 'escalated' });
  const id = decodeURIComponent(new URL(page.url()).hash.slice(1));
  const ids = await row.evaluateAll((rows) => rows.map((each) => each.id));
  expect(ids).toContain(id);
});

test('a state of the diagram leads to its row', { tags: ['thorough'] }, async () => {
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

test('a card whose move is refused, by dropping or by its menu, goes back and names the clause', {
  tags: ['thorough'],
}, async () => {
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
    await refusal.getByRole('button', { name: 'Close' }).last().click();
    await refusal.waitFor({ state: 'detached' });
    await card.waitFor();
  };
  await drag(finn, card, column('Paid'));
  await isExplained();
  await card.getByRole('button', { name: /^Move / }).click();
  await finn.getByRole('menuitem', { name: 'Paid Why?' }).click();
  await isExplained();
  await finn.context().close();
});

test('a forbidden action of a row names its clause', { tags: ['thorough'] }, async () => {
  const mo = await open('mo@example.com');
  await mo.goto(`${product.url}/approvals`);
  await main(mo)
    .getByRole('row', { name: 'Workshop in Rotterdam' })
    .getByRole('button', { name: /^Actions/ })
    .click();
  const escalate = mo.getByRole('menuitem', { name: /^Escalate .* is within your own limit\. Why\?$/ });
  await escalate.waitFor();
  expect(await findViolations(mo)).toEqual([]);
  await escalate.click();
  const refusal = mo.getByRole('dialog', { name: 'Refused' });
  await refusal.getByRole('button', { name: /^Why\? 4\.Claim\.status\.escalate/ }).click();
  expect(await sentence(mo).textContent()).toContain('escalate · submitted · escalated · line_manager');
  await mo.context().close();
});

test('why a list shows what it shows: its records, hidden columns, computed ones, and actions that it does not offer', {
  tags: ['thorough'],
}, async () => {
  await page.goto(`${product.url}/claims`);
  await main().getByRole('row', { name: 'Team dinner' }).waitFor();
  expect(await main().getByRole('columnheader').allInnerTexts()).not.toContain('Payment reference');
  await main().getByRole('button', { name: 'Why?', exact: true }).click();
  const why = page.getByRole('dialog', { name: 'Why is My claims shown like this?' });
  const part = (title: string) => partOf('My claims', title);
  await part('Which records it shows').getByText('where · owner == user').waitFor();
  await part('Who may see them').getByText('status != "draft"', { exact: true }).waitFor();
  await part('What you do not see').getByText('Payment reference', { exact: true }).waitFor();
  await part('What you do not see').getByText('not specified').waitFor();
  await part('What is computed').getByText('sum(lines.amount)').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
  await why.waitFor({ state: 'detached' });
});

/** A part of the dialog that says why a screen is as it is. */
const partOf = (screen: string, title: string) =>
  page
    .getByRole('dialog', { name: `Why is ${screen} shown like this?` })
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) });

test('why a form does not ask for a field, and who may enter a field that not everybody enters', {
  tags: ['thorough'],
}, async () => {
  await page.goto(`${product.url}/claims/new`);
  await main().getByLabel('Purpose').waitFor();
  await main().getByRole('button', { name: 'Why?', exact: true }).click();
  const part = (title: string) => partOf('New claim', title);
  await part('Who may save it').getByText('employee').waitFor();
  await part('What you are not asked for').getByText('Rejection reason').waitFor();
  await part('What you are not asked for').getByRole('row', { name: 'finance Yes' }).waitFor();
  await part('What not everybody is asked for').getByText('status == "draft"').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('why a dashboard does not show a number: the records that it counts, and who may read them', {
  tags: ['thorough'],
}, async () => {
  await page.goto(product.url);
  await main().getByRole('region', { name: 'My open claims' }).waitFor();
  await expect.poll(() => main().getByRole('region', { name: 'Booked' }).count()).toBe(0);
  await main().getByRole('button', { name: 'Why?', exact: true }).click();
  const hidden = partOf('Overview', 'What you do not see');
  await hidden.getByText('Claim: read booking').waitFor();
  await hidden.getByRole('row', { name: 'finance Yes' }).waitFor();
  await hidden.getByText('count(Claim where booking != null)').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('Escape');
});

test('unknown and unreadable addresses are answered alike, with who may see an existing record', async () => {
  const mo = await asPerson(product.url, 'mo@example.com');
  const { id } = await draftClaim(mo, 'A secret trip');
  const said: string[] = [];
  for (const unseen of [id, '01900000-0000-7000-8000-000000000000']) {
    await page.goto(`${product.url}/claims/${unseen}`);
    await main().getByText('needs_exception and status != "draft"').waitFor();
    said.push(await main().innerText());
    expect(await findViolations(page)).toEqual([]);
  }
  expect(said[0]).toContain('not yours to see');
  expect(said[1]).toBe(said[0]);
});

test('a screen for others names its roles', { tags: ['thorough'] }, async () => {
  await page.goto(`${product.url}/finance`);
  await main().getByRole('heading', { name: 'Not found', level: 1 }).waitFor();
  await sentence(page).waitFor();
  expect(await sentence(page).textContent()).toBe('for · finance');
});

test('a card that no event can move there goes back, and the document says which events exist', {
  tags: ['thorough'],
}, async () => {
  const finn = await open('finn@example.com');
  await finn.goto(`${product.url}/finance`);
  const column = (name: string) => main(finn).getByRole('region', { name });
  const card = column('Approved').getByRole('article').filter({ hasText: '€586.00' });
  await drag(finn, card, column('Draft'));
  const refusal = finn.getByRole('dialog', { name: 'Refused' });
  await refusal.getByText('This card can’t be moved from “Approved” to “Draft”.').waitFor();
  await refusal.getByText('No event of the document leads there from here.').waitFor();
  await refusal.getByRole('link', { name: 'In the document, line' }).waitFor();
  await finn.keyboard.press('Escape');
  await refusal.waitFor({ state: 'detached' });
  await expect.poll(() => card.count()).toBe(1);
  await finn.context().close();
});

/** Like a hand: presses, moves over the path, lets go. */
async function drag(of: Page, from: Locator, to: Locator): Promise<void> {
  const [start, end] = await Promise.all([from.boundingBox(), to.boundingBox()]);
  if (!start || !end) throw new Error('Nothing is there to be dragged.');
  await of.mouse.move(start.x + start.width / 2, start.y + start.height - 8);
  await of.mouse.down();
  await of.mouse.move(end.x + end.width / 2, end.y + 60, { steps: 10 });
  await of.mouse.up();
}
