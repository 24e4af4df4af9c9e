import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillParts } from '../filled/parts.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

const NOTICES = `### Notices

#### part_added

| part | is |
| --- | --- |
| when | Part create |
| to | \`User where "keeper" in roles\` |
| subject | {name} is in store |
| link | {this} |

\`\`\`markdown
**{stock}** of it, see [all parts](/parts).
\`\`\``;
/** Comments, of which those among keepers are not for clerks. */
const COMMENTS = {
  entity: `### PartComment (Comment)

| field | type | rules |
| --- | --- | --- |
| internal | boolean | default false |

| setting | is |
| --- | --- |
| comments on | Part |
`,
  permissions: `#### PartComment

| may | clerk | keeper | others |
| --- | --- | --- | --- |
| read | \`not internal\` | yes | no |
| create | \`not internal\` | yes | no |
| update, delete | no | \`created_by == user\` | no |
`,
  notice: `#### mentioned

| part | is |
| --- | --- |
| when | PartComment create |
| to | mentions |
| subject | You are mentioned at a part |
| link | {about} |
`,
};
let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../filled/parts.md'), 'utf8');
  const stated = document
    .replace('## 7. The calls it makes\n\nnone', `## 7. The calls it makes\n\n${NOTICES}\n\n${COMMENTS.notice}`)
    .replace('## 4.', `${COMMENTS.entity}\n## 4.`)
    .replace('#### User\n\n| may', `${COMMENTS.permissions}\n#### User\n\n| may`)
    .replace('| columns | sku, name, kind,', '| columns | sku, name, comments, kind,')
    .replace('handed_out_from |\n| actions', 'handed_out_from |\n| related | comments |\n| actions');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(stated, {})]);
  await fillParts(product.url, 5);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function open(locale: string, address: string): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale });
  await signInBrowser(context, product.url, 'kim@example.com');
  const page = await context.newPage();
  await page.goto(product.url + address);
  await main(page).waitFor();
  return page;
}
const main = (page: Page) => page.locator('main[data-loaded]');

test('dates, numbers, money and durations are written as the reader’s region writes them', async () => {
  const british = await open('en-GB', '/parts');
  const row = main(british).getByRole('row', { name: 'P-00001' });
  await row.getByText('2 Feb 2026', { exact: true }).waitFor();
  await row.getByText('€7.95').waitFor();
  await row.getByText('1 hr, 30 mins').waitFor();
  const american = await open('en-US', '/parts');
  await main(american).getByText('Feb 2, 2026').waitFor();
  // The document is English, its reader's region is not.
  const dutch = await open('nl-NL', '/parts');
  await main(dutch).getByText('2 feb 2026').waitFor();
  await main(dutch).getByRole('columnheader', { name: 'Artikelnummer' }).waitFor();
  const price = await main(dutch).getByRole('row', { name: 'P-00001' }).getByText('7,95').innerText();
  expect(price.replace(/\s/g, ' ')).toBe('€ 7,95');
  for (const page of [british, american, dutch]) await page.close();
});

test('people comment on a record, see at once what others say there, and tell whom they mention', async () => {
  const page = await open('en-GB', '/parts');
  const row = main(page).getByRole('row', { name: 'P-00003' });
  await row.getByRole('link', { name: 'P-00003' }).click();
  const discussion = main(page).getByRole('region', { name: 'Comments' });
  await discussion.getByText('No comments yet.').waitFor();
  await discussion.getByLabel('Text').fill('Where **is** it? <b>Here</b>');
  await discussion.getByLabel('Mentions').fill('Carl');
  await page.getByRole('option', { name: 'Carl Clerk', exact: true }).click();
  await discussion.getByRole('button', { name: 'Comment', exact: true }).click();
  const said = discussion.getByRole('listitem').filter({ hasText: 'Where is it? <b>Here</b>' });
  await said.locator('strong').getByText('is').waitFor();
  await said.getByText('Carl Clerk').waitFor();
  // The form is empty again.
  await expect.poll(() => discussion.getByLabel('Text').inputValue()).toBe('');

  const carl = await asPerson(product.url, 'carl@example.com');
  const about = page.url().split('/').at(-1) ?? '';
  await carl.create('part-comments', { about, text: 'On the shelf.' });
  await discussion.getByText('On the shelf.').waitFor();
  const kim = await asPerson(product.url, 'kim@example.com');
  await kim.create('part-comments', { about, text: 'Among us.', internal: true });
  await discussion.getByText('Among us.').waitFor();
  expect((await carl.list('part-comments', { filters: { about } })).items.map(({ text }) => text)).toEqual([
    'Where **is** it? <b>Here</b>',
    'On the shelf.',
  ]);
  expect((await carl.inbox({ unread: true, cursor: null })).items.map(({ subject }) => subject)).toContain(
    'You are mentioned at a part',
  );
  expect(await findViolations(page)).toEqual([]);

  await said.getByRole('button', { name: /^Actions for/ }).click();
  await page.getByRole('menuitem', { name: 'Edit' }).click();
  await page.getByRole('dialog').getByLabel('Text').fill('Found.');
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click();
  await discussion.getByText('Found.').waitFor();
  await discussion.getByText('edited').waitFor();
  await page.goBack();
  // The list counts those that its reader may read, and follows them.
  await row.getByText('3', { exact: true }).waitFor();
  await carl.create('part-comments', { about, text: 'Thanks.' });
  await row.getByText('4', { exact: true }).waitFor();
  await page.close();
});

test('whoever sits there chooses a language and a time zone, which are kept over a reload', async () => {
  const page = await open('en-GB', '/parts');
  await main(page).getByRole('link', { name: 'P-00001' }).click();
  await main(page).getByText('2 Feb 2026, 09:01', { exact: true }).first().waitFor();
  await page.getByRole('button', { name: 'Account: Kim Keeper' }).click();
  await page.getByRole('menuitem', { name: 'Language and region' }).click();
  const dialog = page.getByRole('dialog', { name: 'Language and region' });
  await dialog.getByLabel('Language').click();
  await page.getByRole('option', { name: 'Nederlands' }).click();
  await dialog.getByLabel('Time zone').fill('Tokyo');
  await page.getByRole('option', { name: 'Asia/Tokyo' }).click();
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(page).getByText('2 feb 2026, 17:01 GMT+9', { exact: true }).first().waitFor();
  await main(page).getByText('1 uur, 30 min', { exact: true }).first().waitFor();
  await main(page).getByText('Artikelnummer', { exact: true }).first().waitFor();
  await page.reload();
  await main(page).getByText('2 feb 2026, 17:01 GMT+9', { exact: true }).first().waitFor();
  expect(await page.locator('html').getAttribute('lang')).toBe('nl');
  await page.getByRole('button', { name: 'Account: Kim Keeper' }).click();
  await page.getByRole('menuitem', { name: 'Taal en regio' }).click();
  await page.getByRole('dialog').getByLabel('Taal').click();
  await page.getByRole('option', { name: 'Zoals de browser vraagt' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Opslaan' }).click();
  await main(page).getByText('2 Feb 2026, 17:01 GMT+9', { exact: true }).first().waitFor();
  await page.close();
});

test('a duration is entered in words, and its history shows it in words', { tags: ['thorough'] }, async () => {
  const page = await open('en-GB', '/parts');
  await main(page).getByRole('link', { name: 'P-00002' }).click();
  await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog');
  await dialog.getByLabel('Lead time').fill('3 days 4 h');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(page).getByText('3 days, 4 hrs').first().waitFor();
  const history = main(page).getByRole('region', { name: 'History' });
  await history.getByText(/Lead time: 2 months.*3 days, 4 hrs/).waitFor();
  // The first state is folded.
  await history.locator('summary').last().click();
  await history.getByText('Retired: No').waitFor();
  expect(await main(page).innerText()).not.toMatch(/P2M|P3D/);
  await page.close();
});

test('a time and an instant are typed on the reader’s clock, moved by the arrows, and chosen by keyboard', {
  tags: ['thorough'],
}, async () => {
  const page = await open('en-US', '/parts');
  await main(page).getByRole('link', { name: 'P-00002' }).click();
  await main(page).getByRole('button', { name: 'Edit', exact: true }).click();
  const dialog = page.getByRole('dialog', { name: 'Edit Washer 2' });
  const [counted, handedOut] = ['Checked at', 'Handed out from'].map((name) => dialog.getByRole('textbox', { name }));
  // The browser is in UTC, the product in Amsterdam.
  await dialog.getByText('on the clocks of Europe/Amsterdam').waitFor();
  expect(await counted?.inputValue()).toBe('03/03/2026 9:02 AM');
  await counted?.fill('3/4/26 9p');
  await handedOut?.fill('25:00');
  await page.keyboard.press('Tab');
  expect(await counted?.inputValue()).toBe('03/04/2026 9:00 PM');
  await dialog.getByText('Handed out from must be a time.').waitFor();
  await counted?.focus();
  await page.keyboard.press('End');
  await page.keyboard.press('ArrowUp');
  await expect.poll(() => counted?.inputValue()).toBe('03/05/2026 9:00 AM');
  await handedOut?.fill('8:15');
  await page.keyboard.press('Alt+ArrowDown');
  const clock = page.getByRole('dialog', { name: 'Handed out from' });
  await clock.getByRole('button', { name: '8 AM', exact: true, pressed: true }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('Enter');
  await page.keyboard.press('Escape');
  await clock.waitFor({ state: 'detached' });
  expect(await handedOut?.inputValue()).toBe('2:15 PM');
  await page.keyboard.press('Alt+ArrowDown');
  await clock.getByRole('button', { name: '2:30 PM' }).click();
  await clock.waitFor({ state: 'detached' });
  await dialog.getByRole('button', { name: 'Save' }).click();
  await main(page).getByText('Mar 5, 2026, 9:00 AM', { exact: true }).first().waitFor();
  await main(page).getByText('2:30 PM', { exact: true }).first().waitFor();
  await page.close();
});

test('what somebody is told stands behind the bell, is read by key, and comes as they choose', async () => {
  const page = await open('en-GB', '/parts');
  const bell = (name: string) => page.getByRole('banner').getByRole('link', { name, exact: true });
  await bell('Inbox, 5 unread').focus();
  await page.keyboard.press('Enter');
  await main(page).getByRole('heading', { name: 'Inbox', level: 1 }).waitFor();
  const notices = main(page).getByRole('listitem');
  await expect.poll(() => notices.count()).toBe(5);
  await notices.getByText('0 of it, see all parts.').waitFor();
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme });
    // Asked until it holds: the colours of one scheme pass over into those of the other.
    await expect.poll(() => findViolations(page)).toEqual([]);
  }
  await notices.first().getByRole('button', { name: 'Mark as read' }).focus();
  await page.keyboard.press('Enter');
  await bell('Inbox, 4 unread').waitFor();
  await notices.getByRole('link', { name: 'Hex bolt 0 is in store' }).click();
  await main(page).getByRole('heading', { name: 'Hex bolt 0' }).waitFor();
  await bell('Inbox, 3 unread').click();
  await main(page).getByText('Unread', { exact: true }).click();
  await expect.poll(() => notices.count()).toBe(3);
  await main(page).getByRole('button', { name: 'Mark all as read' }).click();
  await bell('Inbox').waitFor();
  await main(page).getByText('Everything is read.').waitFor();
  await main(page).getByRole('button', { name: 'Notice settings' }).click();
  const dialog = page.getByRole('dialog', { name: 'Notice settings' });
  await dialog.getByLabel('Part added').click();
  await page.getByRole('option', { name: 'Not at all' }).click();
  await expect.poll(() => dialog.getByLabel('Part added').inputValue()).toBe('Not at all');
  expect(await findViolations(page)).toEqual([]);
  await page.close();
});
