import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, ProblemError, withCookies } from '@nonet/client';
import type { Browser } from 'playwright-core';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { renameWithNames } from '../rename.ts';
import { type Names, namesOf, ORIGINAL } from './expense-names.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';
import { type Receiver, startReceiver } from './receiver.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');
const renamed = renameWithNames(document);
const copies: [copy: string, text: string, names: Names, tags: 'thorough'[]][] = [
  ['the expense document', document, ORIGINAL, []],
  ['a copy with every name replaced', renamed.text, namesOf(renamed), ['thorough']],
];

/** A day as the product's form takes it, some days from today (of Amsterdam). */
function day(offset: number): string {
  const date = new Date(Date.now() + offset * 86_400_000);
  return new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Amsterdam' }).format(date);
}

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');

let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
});
afterAll(() => browser.close());

describe.each(copies)('%s', (_copy, text, names, tags) => {
  let receiver: Receiver;
  let product: RunningProduct;
  beforeEach(async () => {
    receiver = await startReceiver({
      '/messages': { status: 202, body: {} },
      '/bookings': { status: 201, body: { reference: 'L-2026-1' } },
    });
    product = await startProduct(text, {
      // The environment's names are values of the constants, and not names of the document.
      MAIL_URL: receiver.url,
      LEDGER_URL: receiver.url,
      LEDGER_TOKEN: 'ledger-secret',
    });
  });
  afterEach(async () => {
    await product.stop();
    await receiver.close();
  });

  const signIn = (name: string) => Person.signIn(browser, product.url, name);

  test('from signing in to paid, in a browser', { tags }, async () => {
    // An employee files a claim with a line and a receipt, and sees what is wrong in the document's words.
    const emma = await signIn('Emma Employee');
    await emma.open(names.screen('New claim'));
    const form = emma.main;
    await form.getByLabel(names.label('purpose')).fill('Fair in Lyon');
    await form.getByRole('textbox', { name: names.label('from'), exact: true }).fill(day(-3));
    await form.getByRole('textbox', { name: names.label('to'), exact: true }).fill(day(-4));
    const inLine = (field: string) => form.getByLabel(`${names.label(field)}, row 1`, { exact: true });
    await inLine('date').fill(day(-3));
    await inLine('category').fill('Trav');
    await emma.page.getByRole('option', { name: 'Travel' }).click();
    await inLine('description').fill('Stand and train');
    await inLine('amount').fill('2600');
    await emma.press('Save');
    await form
      .getByText(/^The last day \(.*\) is before the first \(.*\)\.$/)
      .first()
      .waitFor();

    await form.getByRole('textbox', { name: names.label('to'), exact: true }).fill(day(-1));
    await emma.press('Save');
    await form.getByRole('heading', { name: /EX-\d{4}-00001: Fair in Lyon/ }).waitFor();
    await emma.press(names.label('submit'));
    await emma.page.getByText('A receipt is missing.').first().waitFor();
    await dismiss(emma);

    await emma.press('Edit');
    const dialog = emma.page.getByRole('dialog');
    await dialog
      .locator('input[type=file]')
      .setInputFiles({ name: 'train.pdf', mimeType: 'application/pdf', buffer: PDF });
    await dialog.getByText('train.pdf').waitFor();
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await emma.press(names.label('submit'));
    await emma.main.getByText(names.label('submitted'), { exact: true }).first().waitFor();
    await expect.poll(() => emma.main.getByText('€2,600.00').count()).toBeGreaterThan(0);
    const mail = await receiver.next('/messages');
    expect(mail.body).toMatchObject({ to: 'mo@example.com', text: expect.stringContaining('Fair in Lyon') });

    // The manager's list shows it; above the limit it is not the manager's to approve.
    const mo = await signIn('Mo Manager');
    await mo.open(names.screen('Approvals'));
    await mo.main
      .getByRole('link', { name: /EX-\d{4}-00001/ })
      .first()
      .click();
    await mo.main.getByRole('heading', { name: /Fair in Lyon/ }).waitFor();
    const approve = mo.main.getByRole('button', { name: names.label('approve'), exact: true });
    await approve.hover();
    await mo.page.getByText('€2,600.00 is above the limit of €2,500.00: a director has to decide.').first().waitFor();
    await mo.press(names.label('escalate'));
    await mo.main.getByText(names.label('escalated'), { exact: true }).first().waitFor();

    // The director may.
    const dana = await signIn('Dana Director');
    await dana.open(names.screen('Escalations'));
    await dana.main
      .getByRole('link', { name: /EX-\d{4}-00001/ })
      .first()
      .click();
    await dana.press(names.label('approve_exception'));
    await dana.main.getByText(names.label('approved'), { exact: true }).first().waitFor();

    // Finance pays, with the bank's reference, and the ledger is called once.
    const finn = await signIn('Finn Finance');
    await finn.open(names.screen('Finance board'));
    await finn.main
      .getByRole('link', { name: /EX-\d{4}-00001/ })
      .first()
      .click();
    await finn.press(names.label('pay'));
    const asked = finn.page.getByRole('dialog');
    await asked.getByLabel(names.label('payment_reference')).fill('BANK-0042');
    await asked.getByRole('button', { name: names.label('pay'), exact: true }).click();
    await finn.main.getByText(names.label('paid'), { exact: true }).first().waitFor();
    const booking = await receiver.next('/bookings');
    expect(booking.body).toEqual({
      claim: expect.stringMatching(/^EX-\d{4}-00001$/),
      cost_centre: 'NL200',
      amount: '2600.00',
      currency: 'EUR',
    });
    expect(booking.headers.authorization).toBe('Bearer ledger-secret');
    await finn.main.getByText('BANK-0042').first().waitFor();

    // The employee sees that it is paid, and the clauses of its history, but not what point 6 hides from them.
    await emma.page.reload();
    await emma.main.getByText(names.label('paid'), { exact: true }).first().waitFor();
    for (const clause of [
      '4.Claim.status.submit',
      '4.Claim.status.escalate',
      '4.Claim.status.approve_exception',
      '4.Claim.status.pay',
    ]) {
      await emma.main.getByText(names.clause(clause)).first().waitFor();
    }
    expect(await emma.page.content()).not.toContain('BANK-0042');
    expect(await emma.page.content()).not.toContain('L-2026-1');
    for (const person of [emma, mo, dana, finn]) {
      expect(person.complaints).toEqual([]);
      await person.close();
    }
  });

  test('V1 to V8 refuse, each in the words of point 8', { tags }, async () => {
    const client = await signedIn('emma@example.com');
    const view = await client.product();
    const claims = view.entities[names.entity('Claim')]?.path ?? '';
    const pick = async (entity: string, title: string): Promise<string> => {
      const { items } = await client.list(view.entities[names.entity(entity)]?.path ?? '');
      return items.find((item) => item._title.includes(title))?.id ?? `no ${title}`;
    };
    const [travel, meals] = [await pick('Category', 'Travel'), await pick('Category', 'Meals')];
    const closed = await pick('Project', 'OLD-9');
    const line = (more: Record<string, unknown>) =>
      renamedKeys({ date: day(-2), category: travel, description: 'Train', amount: '10.00', ...more });
    const claim = (more: Record<string, unknown>) =>
      renamedKeys({ purpose: 'Visit', from: day(-3), to: day(-1), lines: [line({})], ...more });
    const renamedKeys = (values: Record<string, unknown>) =>
      Object.fromEntries(Object.entries(values).map(([key, value]) => [names.word(key), value]));

    const refusedCreate: [rule: string, error: string, body: object, words: RegExp][] = [
      ['V1', 'ENDS_BEFORE_START', claim({ to: day(-5) }), /^The last day \(.+\) is before the first \(.+\)\.$/],
      ['V5', 'PROJECT_CLOSED', claim({ project: closed }), /^This project is closed\.$/],
      ['V8', 'IN_THE_FUTURE', claim({ lines: [line({ date: day(2) })] }), /^.+ is in the future\.$/],
    ];
    for (const [rule, error, body, words] of refusedCreate) {
      await expectRefusal(client.create(claims, body), 422, rule, error, words);
    }

    const refusedSubmit: [rule: string, error: string, body: object, words: RegExp][] = [
      [
        'V2',
        'LINE_OUTSIDE_TRIP',
        claim({ lines: [line({ date: day(-9) })] }),
        /^Each line must lie between .+ and .+\.$/,
      ],
      ['V3', 'RECEIPT_MISSING', claim({ lines: [line({ amount: '25.00' })] }), /^A receipt is missing\.$/],
      [
        'V4',
        'TOO_LATE',
        claim({ from: day(-100), to: day(-99), lines: [line({ date: day(-99) })] }),
        /^Expenses are claimed within 90 days\.$/,
      ],
      [
        'V6',
        'OVER_DAILY_LIMIT',
        claim({ lines: Array.from({ length: 6 }, () => line({ category: meals, amount: '14.00' })) }),
        /^A category's daily limit is exceeded\.$/,
      ],
    ];
    for (const [rule, error, body, words] of refusedSubmit) {
      const { record } = await client.create(claims, body);
      await expectRefusal(client.fire(claims, record.id, names.word('submit'), {}), 422, rule, error, words);
    }

    // V7: as many drafts as the constant allows, and one more.
    for (let drafts = refusedSubmit.length; drafts < 20; drafts += 1) await client.create(claims, claim({}));
    await expectRefusal(
      client.create(claims, claim({})),
      409,
      'V7',
      'TOO_MANY_DRAFTS',
      /^You have 20 drafts already\./,
    );
    expect((await client.list(claims, { count: true })).count).toBe(20);
  });

  async function signedIn(email: string) {
    const client = createClient({ baseUrl: product.url, fetch: withCookies() });
    const account = (await client.demoAccounts()).find((each) => each.email === email);
    await client.signInAs(account?.id ?? 'nobody');
    return client;
  }

  async function expectRefusal(attempt: Promise<unknown>, status: number, rule: string, error: string, words: RegExp) {
    const refusal = await attempt.then(
      () => null,
      (thrown: unknown) => thrown,
    );
    expect(refusal, `${rule} does not refuse`).toBeInstanceOf(ProblemError);
    const { problem } = refusal as ProblemError;
    expect(problem.status, problem.detail).toBe(status);
    expect(problem.errors).toContainEqual(
      expect.objectContaining({
        code: names.capital(error),
        clause: `5.${names.capital(rule)}`,
        message: expect.stringMatching(words),
      }),
    );
  }
});

/** A refused action says why in a dialog or an alert; the page continues behind it. */
async function dismiss(person: Person): Promise<void> {
  const dialog = person.page.getByRole('dialog');
  if ((await dialog.count()) > 0) await person.page.keyboard.press('Escape');
}
