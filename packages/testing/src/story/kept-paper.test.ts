import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const RECIPE = path.resolve(import.meta.dirname, '../../../../docs/cookbook/a-letter-that-stays.md');

let product: RunningProduct;
let browser: Browser;
let lena: Person;

beforeAll(async () => {
  const page = await readFile(RECIPE, 'utf8');
  const document = `${/^(`{3,})markdown\n([^]*?)\n\1$/m.exec(page)?.[2] ?? ''}\n`;
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  lena = await Person.signIn(browser, product.url, 'Lena');
});
afterAll(async () => {
  await lena?.close();
  await Promise.all([browser?.close(), product?.stop()]);
});

test('a paper that an event keeps is on the screen of its record, says that it is made, and shows its hash', async () => {
  const { page } = lena;
  const people = (await (await page.request.get(`${product.url}/api/-/dev/accounts`)).json()) as {
    id: string;
    email: string;
  }[];
  const id = (name: string) => people.find(({ email }) => email.startsWith(name))?.id;
  const data = { flat: 'Attic', tenant: id('tom'), witness: id('ina'), rent: '900' };
  const made = await page.request.post(`${product.url}/api/leases`, { data });
  const { id: lease } = (await made.json()) as { id: string };
  // It is shown while it is not there yet.
  let isHidden = true;
  await page.route('**/api/-/files/*', async (route) => {
    const answer = await route.fetch();
    const details = (await answer.json()) as object;
    await route.fulfill(isHidden ? { json: { ...details, size: null, sha256: null } } : { response: answer });
  });
  await page.goto(`${product.url}/leases/${lease}`);
  await lena.main.getByRole('button', { name: 'Sign', exact: true }).click();
  await lena.main.getByText('Lease of Attic.pdf').waitFor();
  await lena.main.getByText('The paper is being made').waitFor();

  isHidden = false;
  await lena.main.getByText('The paper is being made').waitFor({ state: 'detached' });
  await page.unroute('**/api/-/files/*');
  await expect.poll(() => lena.main.getByText(/\(\d+ kB\)/).count()).toBe(1);
  await lena.main.getByRole('link', { name: 'Show Lease of Attic.pdf' }).click();
  const preview = page.getByRole('dialog', { name: 'Lease of Attic.pdf' });
  const link = preview.getByRole('link', { name: /Download Lease of Attic\.pdf/ });
  const [download] = await Promise.all([page.waitForEvent('download'), link.click()]);
  const content = await readFile(await download.path());
  expect(content.subarray(0, 5).toString()).toBe('%PDF-');
  const sha256 = createHash('sha256').update(content).digest('hex');
  await preview.getByText(`SHA-256: ${sha256}`).waitFor();
  await preview.getByText(/Made by the product on/).waitFor();
});
