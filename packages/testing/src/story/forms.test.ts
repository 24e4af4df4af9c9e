import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Client, RecordView } from '@nonet/client';
import type { Browser, BrowserContext, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, dateIn, signInBrowser } from '../filled/people.ts';
import { keepNotices } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

let context: BrowserContext;
let page: Page;
beforeEach(async () => {
  context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'emma@example.com');
  page = await context.newPage();
});
afterEach(async () => context.close());

const main = () => page.locator('main[data-loaded]');

function focusedName(of: Page): Promise<string | null> {
  return of.evaluate(() => document.activeElement?.getAttribute('name') ?? null);
}

/** A claim of one line, two days ago. */
async function claimOf(person: Client, purpose: string): Promise<RecordView> {
  const { items: categories } = await person.list('categories', { filters: { name: 'Travel' } });
  const { record } = await person.create('claims', {
    purpose,
    from: dateIn(-2),
    to: dateIn(-2),
    lines: [{ date: dateIn(-2), category: categories[0]?.id, description: 'Train', amount: '10' }],
  });
  return record;
}

/** The data that the tab keeps when it is reloaded. */
function keptBy(of: Page): Promise<string> {
  return of.evaluate(() => JSON.stringify(sessionStorage));
}

/** The description that a screen reader reads for the focused input. */
function describedBy(of: Page): Promise<string> {
  return of.evaluate(() => {
    const ids = document.activeElement?.getAttribute('aria-describedby')?.split(' ') ?? [];
    return ids.map((id) => document.getElementById(id)?.textContent ?? '').join(' ');
  });
}

async function openNewClaim(): Promise<void> {
  await page.goto(`${product.url}/claims/new`);
  await main().getByLabel('Purpose').waitFor();
}

describe('while a form is filled in', () => {
  test('a picker whose records can not be had says why', { tags: ['thorough'] }, async () => {
    await openNewClaim();
    await page.route('**/api/projects?**', (route) => route.abort());
    await main().getByRole('combobox', { name: 'Project' }).click();
    await page.getByText('The server does not answer.').waitFor();
    await expect.poll(() => page.getByText('Nothing found').count()).toBe(0);
    await page.unroute('**/api/projects?**');
  });

  test('a picker goes by keyboard alone, never sends the form for its Enter, and takes nothing that was not searched for', async () => {
    await openNewClaim();
    const project = main().getByRole('combobox', { name: 'Project' });
    const arrival = Promise.withResolvers<void>();
    await page.route('**/api/projects?**', async (route) => {
      if (new URL(route.request().url()).searchParams.has('q')) await arrival.promise;
      await route.continue();
    });
    await project.focus();
    await page.getByRole('option', { name: 'AMS-1 Amsterdam office' }).waitFor();
    await page.keyboard.type('old');
    // The results of an earlier search are gone while the next is in progress.
    await page.keyboard.press('ArrowDown');
    await page.keyboard.press('Enter');
    expect(await project.inputValue()).toBe('old');
    await expect.poll(() => main().getByRole('alert').count()).toBe(0);
    arrival.resolve();
    await page.getByRole('option', { name: 'OLD-9 Closed pilot' }).waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => project.inputValue()).toBe('OLD-9 Closed pilot');
    // A search text without a chosen result is removed.
    await page.keyboard.type('ams');
    await page.getByRole('option', { name: 'AMS-1 Amsterdam office' }).waitFor();
    await page.keyboard.press('Escape');
    expect(await project.inputValue()).toBe('OLD-9 Closed pilot');
    await page.keyboard.press('Control+a');
    await page.keyboard.press('Delete');
    await page.keyboard.press('Tab');
    expect(await project.inputValue()).toBe('');
    await project.fill('no such project');
    await page.getByText('Nothing found').waitFor();
    await page.keyboard.press('Enter');
    await expect.poll(() => main().getByRole('alert').count()).toBe(0);
  });

  test('limits and rules are reported at their fields, in the words of the document, and disappear when they are met', async () => {
    await openNewClaim();
    await main().getByLabel('Purpose').fill('ab');
    // An incomplete text may still become long enough.
    await expect.poll(() => main().getByText('at least 3 characters').count()).toBe(0);
    await main().getByRole('textbox', { name: 'From', exact: true }).fill('2026-11-20');
    await main().getByText('Purpose must have at least 3 characters.').waitFor();
    await page.locator('input[name=to]').fill('2026-11-10');
    await main().getByText('The last day (10 Nov 2026) is before the first (20 Nov 2026).').waitFor();
    expect(await page.locator('input[name=to]').getAttribute('aria-invalid')).toBe('true');
    await page.locator('input[name=to]').fill('2026-11-20');
    await expect.poll(() => main().getByText('is before the first').count()).toBe(0);

    await main().getByRole('textbox', { name: 'Date, row 1' }).fill(dateIn(30));
    await main().getByText('is in the future.').waitFor();
    await main().getByLabel('Amount, row 1').fill('50000.01');
    await main().getByText('Amount must be at most €50,000.00.').waitFor();
    await main().getByLabel('Amount, row 1').fill('50000.00');
    await expect.poll(() => main().getByText('Amount must be').count()).toBe(0);
  });

  test('a message about the field that was left does not move the button that is pressed', {
    tags: ['thorough'],
  }, async () => {
    await page.setViewportSize({ width: 390, height: 844 });
    await openNewClaim();
    await main().getByLabel('Purpose').fill('ab');
    await main().getByRole('button', { name: 'Save' }).click();
    await main().getByRole('alert').getByText('7 things need attention').waitFor();
    await expect.poll(() => main().getByText('Purpose must have at least 3 characters.').count()).toBe(2);
  });

  test('the errors of a refused save link to their inputs, by keyboard, wherever their rows are by then', async () => {
    await openNewClaim();
    await main()
      .getByRole('button', { name: /^Add a row/ })
      .click();
    await main().getByLabel('Description, row 2').fill('Train');
    await main().getByLabel('Amount, row 2').fill('0');
    await main().getByRole('button', { name: 'Save' }).click();
    const summary = main().getByRole('alert').filter({ hasText: 'things need attention' });
    await expect.poll(() => summary.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Tab');
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Purpose is required.');
    await page.keyboard.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('purpose');
    expect(await describedBy(page)).toContain('Purpose is required.');

    const amount = summary.getByRole('link', { name: 'Lines, row 2: Amount must be at least €0.01.' });
    await amount.press('Enter');
    await expect.poll(() => focusedName(page)).toBe('lines.1.amount');
    expect(await describedBy(page)).toContain('Amount must be at least €0.01.');
    await main().getByRole('button', { name: 'Remove row 1' }).click();
    await amount.click();
    await expect.poll(() => focusedName(page)).toBe('lines.0.amount');
    expect(await describedBy(page)).toContain('Amount must be at least €0.01.');

    // An error of a value that was changed since is left out, in every place that shows it.
    const purpose = main().getByText('Purpose is required.');
    await expect.poll(() => purpose.count()).toBe(2);
    await main().getByRole('textbox', { name: 'Purpose' }).fill('A visit');
    await expect.poll(() => purpose.count()).toBe(0);
    await expect.poll(() => amount.count()).toBe(1);
    expect(await findViolations(page)).toEqual([]);
  });

  test('a refusal is reported in the language of the page, whatever the browser prefers', {
    tags: ['thorough'],
  }, async () => {
    const dutch = await browser.newContext({ locale: 'nl-NL' });
    await signInBrowser(dutch, product.url, 'emma@example.com');
    const form = await dutch.newPage();
    const refused = form.locator('main').getByRole('alert');
    await form.goto(`${product.url}/claims/new`);
    // The document has no words in Dutch.
    await form.getByRole('button', { name: 'Save' }).click();
    await expect.poll(() => refused.innerText()).toContain('Purpose is required.');
    await form.evaluate(() => localStorage.setItem('nonet language', 'nl'));
    await form.reload();
    await form.getByRole('button', { name: 'Opslaan' }).click();
    await expect.poll(() => refused.innerText()).toContain('Purpose is verplicht.');
    await dutch.close();
  });

  test('a draft survives a reload, is discarded on request, and is gone for the next person', async () => {
    await openNewClaim();
    await main().getByLabel('Purpose').fill('A visit that takes long to write down');
    await main().getByLabel('Description, row 1').fill('Train');
    await page.reload();
    await main().getByText('What you entered before is here again.').waitFor();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('A visit that takes long to write down');
    expect(await main().getByLabel('Description, row 1').inputValue()).toBe('Train');
    await main().getByRole('button', { name: 'Discard it' }).click();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('');
    await page.reload();
    await main().getByLabel('Purpose').waitFor();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('');

    await main().getByLabel('Purpose').fill('Not for others');
    await page.getByRole('button', { name: 'Emma Employee' }).click();
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await page.getByRole('link', { name: 'Sign in' }).first().waitFor();
    expect(await keptBy(page)).not.toContain('Not for others');
  });

  test("after a session has ended, the user's input is kept for them, and shown to nobody else", async () => {
    await openNewClaim();
    await main().getByLabel('Purpose').fill('Typed for long');
    await context.clearCookies();
    await main().getByRole('button', { name: 'Save' }).click();
    await main()
      .getByRole('button', { name: /Emma Employee/ })
      .click();
    await main().getByText('What you entered before is here again.').waitFor();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('Typed for long');

    // Another person signs in, in another tab.
    const other = await context.newPage();
    await other.goto(`${product.url}/policy`);
    await other.getByRole('combobox', { name: 'Act as' }).selectOption({ label: 'Finn Finance (finance)' });
    await page.getByRole('banner').getByRole('button', { name: 'Finn Finance' }).waitFor();
    await main().getByLabel('Purpose').waitFor();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('');
    expect(await keptBy(page)).not.toContain('Typed for long');
  });

  test('whoever signs in is not taken for nobody by an answer that was on its way', {
    tags: ['thorough'],
  }, async () => {
    await openNewClaim();
    const arrival = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    let isFirst = true;
    await context.clearCookies();
    await page.route('**/api/-/product', async (route) => {
      if (!isFirst) return route.continue();
      isFirst = false;
      const response = await route.fetch();
      asked.resolve();
      await arrival.promise;
      await route.fulfill({ response });
    });
    // The refused request makes the page ask who is there.
    await main().getByLabel('Purpose').fill('By nobody');
    await main().getByRole('button', { name: 'Save' }).click();
    await asked.promise;
    const signedIn = page.waitForResponse('**/api/-/dev/session');
    await page.getByRole('combobox', { name: 'Act as' }).selectOption({ label: 'Finn Finance (finance)' });
    await page.getByRole('dialog', { name: 'Leave without saving?' }).getByRole('button', { name: 'Leave' }).click();
    await signedIn;
    arrival.resolve();
    const account = page.getByRole('banner').getByRole('button', { name: /^Account/ });
    await expect.poll(() => account.textContent()).toContain('Finn Finance');
  });

  test('an answer that is lost on its way loses nothing, and saving again saves once', async () => {
    const purpose = `Saved once ${Date.now()}`;
    await openNewClaim();
    await main().getByLabel('Purpose').fill(purpose);
    await main().getByRole('textbox', { name: 'From', exact: true }).fill(dateIn(-1));
    await page.locator('input[name=to]').fill(dateIn(-1));
    await main().getByRole('textbox', { name: 'Date, row 1' }).fill(dateIn(-1));
    await main().getByRole('combobox', { name: 'Category, row 1' }).fill('Trav');
    await page.getByRole('option', { name: 'Travel' }).click();
    await main().getByLabel('Description, row 1').fill('Train');
    await main().getByLabel('Amount, row 1').fill('10');
    // A file that is on its way is waited for.
    const gate = Promise.withResolvers<void>();
    await page.route('**/api/-/files', async (route) => {
      await gate.promise;
      await route.continue();
    });
    const receipt = { name: 'receipt.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.4\n%%EOF') };
    await page.locator('input[name="lines.0.receipt"]').setInputFiles(receipt);
    await main().getByLabel('Purpose').press('Enter');
    gate.resolve();
    await main().getByText('receipt.pdf').waitFor();
    expect(await main().getByLabel('Purpose').inputValue()).toBe(purpose);

    await page.route('**/api/claims', async (route) => {
      await route.fetch();
      await route.abort();
    });
    const save = main().getByRole('button', { name: 'Save' });
    await save.click();
    await main().getByText('The server does not answer.').waitFor();
    await page.unroute('**/api/claims');
    await save.dblclick();
    await main().getByRole('heading', { name: purpose }).waitFor();
    const emma = await asPerson(product.url, 'emma@example.com');
    const { items } = await emma.list('claims', { filters: { purpose } });
    expect(items).toHaveLength(1);
  });

  test('leaving with unsaved changes is warned of', async () => {
    await openNewClaim();
    // A row that came and went is no change.
    await main()
      .getByRole('button', { name: /^Add a row/ })
      .click();
    await main().getByRole('button', { name: 'Remove row 2' }).click();
    await page.getByRole('link', { name: 'Policy' }).click();
    await main().getByRole('heading', { name: 'Policy', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'New claim' }).click();
    await main().getByLabel('Purpose').fill('Half of a claim');
    await page.getByRole('link', { name: 'Policy' }).click();
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await warning.getByText('Stay', { exact: true }).click();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('Half of a claim');
    const person = page.getByRole('combobox', { name: 'Act as' });
    const emma = await person.inputValue();
    await person.selectOption({ label: 'Finn Finance (finance)' });
    await warning.getByText('Stay', { exact: true }).click();
    expect(await person.inputValue()).toBe(emma);
    expect(await main().getByLabel('Purpose').inputValue()).toBe('Half of a claim');
    await page.getByRole('link', { name: 'Policy' }).click();
    await warning.getByRole('button', { name: 'Leave' }).click();
    await main().getByRole('heading', { name: 'Policy', level: 1 }).waitFor();
    await page.getByRole('link', { name: 'New claim' }).click();
    expect(await main().getByLabel('Purpose').inputValue()).toBe('');
  });

  test('a picker says that there are more than it lists, and a filter what is not there any more', {
    tags: ['thorough'],
  }, async () => {
    const finn = await asPerson(product.url, 'finn@example.com');
    const codes = Array.from({ length: 20 }, (_, place) => `Z-${place + 10}`);
    await Promise.all(codes.map((code) => finn.create('projects', { code, name: 'Site' })));
    await openNewClaim();
    const project = main().getByRole('combobox', { name: 'Project' });
    await project.focus();
    await page.getByRole('option', { name: 'There are more: type to find them', disabled: true }).waitFor();
    await page.keyboard.press('ArrowUp');
    await page.keyboard.press('Enter');
    expect(await project.inputValue()).toMatch(/^Z-\d\d Site$/);
    await project.fill('Z-29');
    await page.getByRole('option', { name: 'Z-29 Site' }).waitFor();
    await expect.poll(() => page.getByRole('option', { name: 'There are more' }).count()).toBe(0);

    await signInBrowser(context, product.url, 'finn@example.com');
    const other = await context.newPage();
    await other.goto(`${product.url}/finance?project=00000000-0000-7000-8000-000000000001`);
    await other.getByRole('button', { name: 'Filter: Project No longer there' }).waitFor();
  });
});

describe('while the dialog of an event is filled in', () => {
  test('its fields are judged as a form’s are, and a refusal leads to them', async () => {
    const emma = await asPerson(product.url, 'emma@example.com');
    const record = await claimOf(emma, 'To be rejected');
    await emma.fire('claims', record.id, 'submit', {});
    await signInBrowser(context, product.url, 'mo@example.com');
    await page.goto(`${product.url}/claims/${record.id}`);
    await main().getByRole('button', { name: 'Reject', exact: true }).click();
    const dialog = page.getByRole('dialog', { name: /^Reject/ });
    const reason = dialog.getByRole('textbox', { name: 'Rejection reason' });
    await reason.fill('Too short');
    await dialog.getByRole('button', { name: 'Cancel' }).last().focus();
    await dialog.getByText('Rejection reason must have at least 10 characters.').waitFor();
    // Closed by mistake, it is there again.
    await page.keyboard.press('Escape');
    await dialog.waitFor({ state: 'detached' });
    await main().getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByText('What you entered before is here again.').waitFor();
    expect(await reason.inputValue()).toBe('Too short');
    await reason.fill('');
    await dialog.getByRole('button', { name: 'Cancel' }).last().focus();
    await dialog.getByText('Rejection reason is required.').waitFor();

    await dialog.getByRole('button', { name: 'Reject', exact: true }).click();
    await dialog.getByRole('link', { name: 'Rejection reason is required.' }).press('Enter');
    await expect.poll(() => focusedName(page)).toBe('rejection_reason');
    expect(await describedBy(page)).toContain('Rejection reason is required.');
    expect(await findViolations(page)).toEqual([]);
  });
});

describe('a dialog that was left', () => {
  test('closes no other one when its answer comes, and takes nothing from it', { tags: ['thorough'] }, async () => {
    const emma = await asPerson(product.url, 'emma@example.com');
    const claims = [await claimOf(emma, 'The first one'), await claimOf(emma, 'The second one')] as const;
    for (const { id } of claims) await emma.fire('claims', id, 'submit', {});
    await signInBrowser(context, product.url, 'mo@example.com');
    await page.goto(`${product.url}/approvals`);
    const reject = async (purpose: string) => {
      await main()
        .getByRole('button', { name: new RegExp(`^Reject.*${purpose}`) })
        .click();
      return page.getByRole('dialog', { name: new RegExp(`^Reject: .*${purpose}`) });
    };
    const arrival = Promise.withResolvers<void>();
    const asked = Promise.withResolvers<void>();
    await page.route(`**/api/claims/${claims[0].id}/reject`, async (route) => {
      asked.resolve();
      await arrival.promise;
      await route.continue();
    });
    const first = await reject('The first one');
    await first.getByLabel('Rejection reason').fill('It is the first one.');
    await first.getByRole('button', { name: 'Reject', exact: true }).click();
    await asked.promise;
    await first.getByRole('button', { name: 'Cancel' }).last().click();
    const warning = page.getByRole('dialog', { name: 'Leave without saving?' });
    await first.waitFor({ state: 'detached' });
    await expect.poll(() => warning.count()).toBe(0);
    const second = await reject('The second one');
    const reason = second.getByLabel('Rejection reason');
    await reason.fill('It is the second one.');
    const said = await keepNotices(page);
    arrival.resolve();
    await expect.poll(() => said.map(({ text }) => text)).toContainEqual(expect.stringContaining('Reject: done'));
    await main().getByText('The first one').waitFor({ state: 'detached' });
    expect(await reason.inputValue()).toBe('It is the second one.');
    await second.getByRole('button', { name: 'Reject', exact: true }).click();
    await second.waitFor({ state: 'detached' });
  });
});

describe('when somebody else saves the same record first', () => {
  test('their change and yours are shown side by side, and neither is overwritten silently', async () => {
    const emma = await asPerson(product.url, 'emma@example.com');
    const record = await claimOf(emma, 'As it was');
    await page.goto(`${product.url}/claims/${record.id}`);
    await main().getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = page.getByRole('dialog');
    await dialog.getByLabel('Purpose').fill('As I want it');
    const { etag } = await emma.read('claims', record.id);
    await emma.update('claims', record.id, { purpose: 'As they want it', to: dateIn(-1) }, { ifMatch: etag });

    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.getByRole('alert').getByText('Somebody changed this in the meantime').waitFor();
    await dialog.getByText('Changed by them alone, and taken over: To.').waitFor();
    const goOn = dialog.getByRole('button', { name: 'Go on with this' });
    expect(await goOn.isDisabled()).toBe(true);
    expect((await emma.read('claims', record.id)).record.purpose).toBe('As they want it');
    await dialog.getByRole('radio', { name: 'Yours As I want it' }).click();
    await goOn.click();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await main().getByRole('heading', { name: 'As I want it' }).waitFor();
    const { record: saved } = await emma.read('claims', record.id);
    expect([saved.purpose, saved.to]).toEqual(['As I want it', dateIn(-1)]);
  });
});
