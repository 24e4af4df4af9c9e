import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The rooms of the studio, a calendar to which people subscribe. */
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/studio/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test('a person makes an address of a calendar, and withdraws it', async () => {
  const context = await browser.newContext({ viewport: { width: 1280, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'ines@example.com');
  const page = await context.newPage();
  await page.goto(`${product.url}/rooms`);
  await page.getByRole('button', { name: 'Subscribe' }).click();
  const dialog = page.getByRole('dialog', { name: 'Subscribe to Rooms' });
  await dialog.getByLabel('The program or device that reads it').fill('Telephone');
  await dialog.getByRole('button', { name: 'Make an address' }).click();
  const address = await dialog.getByText(/\/api\/-\/calendars\/nonet_cal_[\w-]{43}\/calendar\.ics$/).innerText();
  await expect.poll(() => dialog.getByRole('link').getAttribute('href')).toBe(address.replace('http:', 'webcal:'));
  expect(await findViolations(page)).toEqual([]);

  const answer = await fetch(address);
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/calendar; charset=utf-8']);
  expect(await answer.text()).toContain('BEGIN:VCALENDAR');

  await dialog.getByRole('button', { name: 'Revoke: Telephone' }).click();
  await dialog.getByRole('row', { name: 'Telephone' }).waitFor({ state: 'detached' });
  await dialog.getByText(address).waitFor({ state: 'detached' });
  expect((await fetch(address)).status).toBe(404);
  await context.close();
});
