import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** Days of more entries than a month, a week, or one reading of a calendar has room for: here of pages of 12 records. */
let browser: Browser;
let product: RunningProduct;
let page: Page;

const SCREENS = `### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### Due \`/due\`

| part | is |
| --- | --- |
| kind | calendar of Job by due |
| for | member |
| columns | subject |
`;

const PEOPLE = `### User

#### Demo records

| email | name | password |
| --- | --- | --- |
| mia@example.com | Mia | demo |
`;

/** By day of January 2027, how many jobs are due. */
const JOBS: Readonly<Record<string, number>> = { '04': 2, '05': 6, '06': 70, '20': 5 };

beforeAll(async () => {
  const jobs = await readFile(path.resolve(import.meta.dirname, '../../../server/src/fixtures/jobs.md'), 'utf8');
  const document = jobs
    .replace('## 2. Screens and routes\n\nnone\n', `## 2. Screens and routes\n\n${SCREENS}`)
    .replace('## 4.', `${PEOPLE}\n## 4.`)
    .replace(
      /none\n$/,
      '| name | value | meaning |\n| --- | --- | --- |\n| PAGE_SIZE | 12 | |\n| MAX_PAGE_SIZE | 12 | |\n',
    );
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  const mia = await asPerson(product.url, 'mia@example.com');
  const customer = (await mia.create('customers', { name: 'Ann' })).record.id;
  for (const [day, count] of Object.entries(JOBS))
    for (let at = 1; at <= count; at += 1) {
      const place = `${day} ${at}`;
      await mia.create('jobs', { subject: `Job ${place}`, place, customer, due: `2027-01-${day}` });
    }
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'mia@example.com');
  page = await context.newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const main = () => page.locator('main[data-loaded]');
const cell = (day: string) => main().locator('td', { has: page.locator(`time[datetime="2027-01-${day}"]`) });
const drawn = (day: string) => cell(day).locator('[data-record]').count();
const link = (day: string) => cell(day).getByRole('link', { name: /more/ });

async function open(query: string): Promise<void> {
  await page.goto(`${product.url}/due?${query}`);
  await main().locator('[data-record]').first().waitFor();
}

test('a day of a month shows four entries, and the number of further ones', async () => {
  await open('view=month&day=2027-01-01');
  for (const [day, count] of Object.entries(JOBS)) {
    expect([day, await drawn(day)]).toEqual([day, Math.min(count, 4)]);
    const left = count - 4;
    expect(await link(day).allTextContents()).toEqual(left > 0 ? [`+${left} more`] : []);
  }
});

test('a day of a week shows twelve', { tags: ['thorough'] }, async () => {
  await open('view=week&day=2027-01-06');
  for (const day of ['04', '05', '06']) expect(await drawn(day)).toBe(Math.min(JOBS[day] ?? 0, 12));
  expect(await link('06').allTextContents()).toEqual(['+58 more']);
});

test('the link opens the day, with all of them', async () => {
  await open('view=month&day=2027-01-01');
  await link('05').click();
  await expect.poll(() => drawn('05')).toBe(6);
  expect(new URL(page.url()).search).toBe('?view=day&day=2027-01-05');
  await main().getByRole('button', { name: 'Next day' }).click();
  await main().getByText('70 in all').waitFor();
  await expect
    .poll(async () => {
      await page.mouse.wheel(0, 2_000);
      return main().getByText('Job 06 70', { exact: true }).count();
    })
    .toBe(1);
  expect(await main().locator('tr[data-record]').count()).toBeLessThan(70);
});
