import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type PaymentService, startPaymentService } from './payment-service.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** Fees that people pay at a service: the way there, the way back, and what the service tells, in each order. */
const SECRET = 'what the payment service knows';

let browser: Browser;
let product: RunningProduct;
let service: PaymentService;
let piet: Awaited<ReturnType<typeof asPerson>>;

beforeAll(async () => {
  const document = await readFile(
    path.resolve(import.meta.dirname, '../../../server/src/fixtures/payments.md'),
    'utf8',
  );
  service = await startPaymentService(SECRET);
  const environment = { PAY_SECRET: SECRET, PAY_URL: service.url };
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, environment)]);
  service.open(product.url);
  piet = await asPerson(product.url, 'piet@example.com');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await service?.close();
});
beforeEach(() => {
  service.paysAtOnce = false;
  service.elsewhere = null;
});

interface Opened {
  readonly page: Page;
  readonly id: string;
  readonly status: () => Promise<unknown>;
}

/** A fee that is due, on its screen. */
async function openFee(): Promise<Opened> {
  const { record } = await piet.create('fees', { what: 'Stall', amount: '20.00' });
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  onTestFinished(() => context.close());
  await signInBrowser(context, product.url, 'piet@example.com');
  const page = await context.newPage();
  await page.goto(`${product.url}/fees/${record.id}`);
  const status = async () => (await piet.read('fees', record.id, {})).record['status'];
  return { page, id: record.id, status };
}

/** Pays, and waits until the browser is at the service. */
async function goAway({ page }: Opened): Promise<void> {
  await page.getByRole('button', { name: 'Pay', exact: true }).click();
  await page.waitForURL(`${service.url}/pay/*`);
}

const paid = (page: Page) => page.getByText('Paid', { exact: true }).first().waitFor();
const waits = (page: Page) => page.getByText(/^This waits for 127\.0\.0\.1:\d+\./);

test('the browser goes there, and comes back when the service has told', async () => {
  const fee = await openFee();
  await goAway(fee);
  await fee.page.getByRole('button', { name: 'Pay now' }).click();
  await fee.page.waitForURL(`${product.url}/fees/${fee.id}*`);
  await paid(fee.page);
  expect(await waits(fee.page).count()).toBe(0);
});

test('whoever comes back before is told that it waits, and sees the payment come', async () => {
  const fee = await openFee();
  await goAway(fee);
  await fee.page.getByRole('link', { name: 'Back' }).click();
  await waits(fee.page).waitFor();
  expect(await fee.status()).toBe('paying');
  expect(await findViolations(fee.page)).toEqual([]);
  const checkout = service.checkouts.at(-1);
  if (checkout === undefined) throw new Error('Nothing was asked for.');
  expect(await service.confirm(checkout)).toBe(204);
  await paid(fee.page);
  await waits(fee.page).waitFor({ state: 'detached' });
  // Told twice, it is answered alike and has come once.
  expect(await service.confirm(checkout)).toBe(204);
  expect((await piet.read('fees', fee.id, {})).record['times']).toBe(1);
});

test('who never pays can go on there, and begin again', async () => {
  const fee = await openFee();
  await goAway(fee);
  const first = fee.page.url();
  await fee.page.getByRole('link', { name: 'Back' }).click();
  await fee.page.getByRole('link', { name: /^Go on at 127\.0\.0\.1/ }).click();
  await fee.page.waitForURL(first);
  await fee.page.goBack();
  await waits(fee.page).waitFor();
  await goAway(fee);
  expect(fee.page.url()).not.toBe(first);
});

test('a payment that is told before its address comes is paid, and leads nowhere', async () => {
  service.paysAtOnce = true;
  const fee = await openFee();
  await fee.page.getByRole('button', { name: 'Pay', exact: true }).click();
  await paid(fee.page);
  await expect.poll(fee.status).toBe('paid');
  expect((await piet.read('fees', fee.id, {})).record['checkout']).toBeNull();
  expect(fee.page.url()).toBe(`${product.url}/fees/${fee.id}`);
});

test('an address of another host leads nowhere, and the record says that it failed', async () => {
  service.elsewhere = 'https://elsewhere.example/pay';
  const fee = await openFee();
  await fee.page.getByRole('button', { name: 'Pay', exact: true }).click();
  await fee.page.getByText('No address has come').waitFor();
  expect(await findViolations(fee.page)).toEqual([]);
  await fee.page.getByRole('button', { name: 'Stay here' }).click();
  expect(await fee.status()).toBe('due');
  expect(fee.page.url()).toBe(`${product.url}/fees/${fee.id}`);
});

test('who is signed out meanwhile is asked to sign in, and the payment has come all the same', async () => {
  const fee = await openFee();
  await goAway(fee);
  await fee.page.context().clearCookies();
  await fee.page.getByRole('button', { name: 'Pay now' }).click();
  await fee.page.waitForURL(/\/sign-in/);
  await expect.poll(fee.status).toBe('paid');
  await signInBrowser(fee.page.context(), product.url, 'piet@example.com');
  await fee.page.goto(`${product.url}/fees/${fee.id}`);
  await paid(fee.page);
});
