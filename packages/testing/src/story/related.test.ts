import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** A related list in a browser with a normal cache: other people's additions are there at the next visit. */
let browser: Browser;
let product: RunningProduct;
let page: Page;

const SCREENS = `### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Job \`/jobs/{job}\`

| part | is |
| --- | --- |
| kind | record of Job |
| for | member |
| fields | subject, customer |
| related | comments: text |
| actions | edit, Comment -> create Comment(job: this) |
`;

const PEOPLE = `### User

#### Demo records

| email | name | password |
| --- | --- | --- |
| mia@example.com | Mia | demo |
| ben@example.com | Ben | demo |
`;

beforeAll(async () => {
  const jobs = await readFile(path.resolve(import.meta.dirname, '../../../server/src/fixtures/jobs.md'), 'utf8');
  const document = jobs
    .replace('## 2. Screens and routes\n\nnone\n', `## 2. Screens and routes\n\n${SCREENS}`)
    .replace('## 4.', `${PEOPLE}\n## 4.`)
    .replace(/none\n$/, '| name | value | meaning |\n| --- | --- | --- |\n| MAX_PAGE_SIZE | 20 | |\n');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  const context = await browser.newContext({ locale: 'en-GB' });
  await signInBrowser(context, product.url, 'mia@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');

test('records that two people add in turn are in the list, with and without a reload', async () => {
  const ben = await asPerson(product.url, 'ben@example.com');
  const customer = (await ben.create('customers', { name: 'Ann' })).record.id;
  const job = (await ben.create('jobs', { subject: 'Roof', place: 'a', customer, due: '2027-01-02' })).record.id;
  await page.goto(`${product.url}/jobs/${job}`);
  await main().getByRole('heading', { name: 'Roof for Ann, 2 Jan 2027, Small' }).first().waitFor();

  for (const [at, word] of ['first', 'second'].entries()) {
    await main().getByRole('button', { name: 'Comment', exact: true }).click();
    await page.getByRole('dialog').getByLabel('Text').fill(`Mine, ${word}`);
    await page.getByRole('dialog').locator('button[type=submit]').click();
    await main().getByText(`Mine, ${word}`).waitFor();

    await ben.create('comments', { job, text: `Theirs, ${word}` });
    await page.reload();
    await main().getByText(`Theirs, ${word}`).waitFor();
    expect(
      await main()
        .getByText(/^(Mine|Theirs), /)
        .count(),
    ).toBe(2 * (at + 1));
  }
});

test('a list longer than a page shows its beginning, and more while one scrolls', { tags: ['thorough'] }, async () => {
  const ben = await asPerson(product.url, 'ben@example.com');
  const customer = (await ben.create('customers', { name: 'Bo' })).record.id;
  const job = (await ben.create('jobs', { subject: 'Wall', place: 'b', customer, due: '2027-01-02' })).record.id;
  for (let at = 1; at <= 130; at += 1) await ben.create('comments', { job, text: `Comment ${at}` });
  await page.goto(`${product.url}/jobs/${job}`);
  await main().getByText('130 in all').waitFor();
  const table = main().getByRole('table', { name: 'Comments' });
  expect(await table.getAttribute('aria-rowcount')).toBe('131');
  const rows = main().locator('tr[data-record]');
  await main().getByText('Comment 1', { exact: true }).waitFor();
  expect(await rows.count()).toBeLessThan(80);
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000);
      return main().getByText('Comment 130', { exact: true }).count();
    })
    .toBe(1);
  expect(await rows.count()).toBeLessThan(80);
  await main().getByRole('button', { name: 'Comment', exact: true }).click();
  await page.getByRole('dialog').getByLabel('Text').fill('One more');
  await page.getByRole('dialog').locator('button[type=submit]').click();
  await main().getByText('131 in all').waitFor();
});
