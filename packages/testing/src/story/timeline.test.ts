import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The plan of the studio: bars by days, in rows by people. Requests have at most 4 records, so it draws at most 20. */
let browser: Browser;
let product: RunningProduct;
let ines: Awaited<ReturnType<typeof asPerson>>;
const people = new Map<string, string>();

/** Sessions by hours, and a list of them whose first column is a reference. */
const HOURS = `### Hours \`/hours\`

| part | is |
| --- | --- |
| kind | timeline of Session by begins..ends |
| for | member |
| columns | subject |
| rows | room |

### Bookings \`/bookings\`

| part | is |
| --- | --- |
| kind | list of Session |
| for | member |
| columns | room, subject |

### Team \`/team\`

| part | is |
| --- | --- |
| kind | list of User |
| for | planner |
| columns | disabled, email |`;

beforeAll(async () => {
  const studio = await readFile(path.resolve(import.meta.dirname, '../../../../examples/studio/spec.md'), 'utf8');
  const document = studio
    .replace(/\n$/, '\n| PAGE_SIZE | 4 | |\n| MAX_PAGE_SIZE | 4 | |\n')
    .replace('### Rooms `/rooms`', `${HOURS}\n\n### Rooms \`/rooms\``);
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  ines = await asPerson(product.url, 'ines@example.com');
  for (const { id, _title } of (await ines.list('users', {})).items) people.set(_title, id);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** Each test has jobs of its own, in a month of its own. */
let month = 0;
beforeEach(() => (month += 1));
const dayOf = (day: number) => `2031-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`;

async function job(name: string, lead: string, first: number, last: number): Promise<string> {
  const days = { first_day: dayOf(first), last_day: dayOf(last) };
  return (await ines.create('jobs', { name, client: 'Lumen', lead: people.get(lead), ...days })).record.id;
}

async function open(by: string, query: string, width = 1440, route = '/'): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, `${by}@example.com`);
  const page = await context.newPage();
  await page.goto(`${product.url}${route}?${query}`);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const row = (page: Page, person: string) =>
  page.locator('main section section', { has: page.getByRole('heading', { name: person }) });
const bar = (of: Page | Locator, name: string) => of.locator('li[data-record]', { hasText: name });
const daysOf = async (id: string) => {
  const { record } = await ines.read('jobs', id);
  return [record.first_day, record.last_day];
};

/** Drags by so many days, as wide as one is now. */
async function drag(page: Page, from: Locator, days: number, down = 0): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to drag.');
  const width = await page
    .locator('main section[tabindex="0"]')
    .evaluate((frame) => Number.parseFloat(getComputedStyle(frame).getPropertyValue('--day')));
  const [x, y] = [box.x + Math.min(box.width / 2, 30), box.y + box.height / 2];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move(x + (days * width) / 2, y + down / 2, { steps: 4 });
  await page.mouse.move(x + days * width, y + down, { steps: 4 });
  await page.mouse.up();
}

describe('a timeline', () => {
  test('has a row for each person, bars at their days, and those at the same time below each other', async () => {
    await job('Cookbook', 'Ines Aydin', 3, 9);
    await job('Menu', 'Ines Aydin', 7, 12);
    await job('Lamps', 'Noah Brandt', 3, 4);
    const page = await open('ines', `view=days&day=${dayOf(3)}`);
    expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual([
      'Ines Aydin',
      'Noah Brandt',
      'Lena Costa',
    ]);
    const [cookbook, menu, lamps] = await Promise.all(
      ['Cookbook', 'Menu', 'Lamps'].map((name) => bar(page, name).boundingBox()),
    );
    if (!cookbook || !menu || !lamps) throw new Error('A bar is missing.');
    expect(lamps.x).toBeCloseTo(cookbook.x, 0);
    expect(cookbook.width / lamps.width).toBeCloseTo(7 / 2, 1);
    expect(menu.y).toBeGreaterThan(cookbook.y + cookbook.height);
    expect(await bar(row(page, 'Lena Costa'), '').count()).toBe(0);
    // The colour is told in words as well.
    expect(await bar(page, 'Menu').textContent()).toContain('Planned');
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  test('opens a record in the panel, and moves through time by its address', { tags: ['thorough'] }, async () => {
    await job('Portraits', 'Lena Costa', 5, 6);
    const page = await open('noah', `view=weeks&day=${dayOf(5)}`);
    await bar(page, 'Portraits').getByRole('link').click();
    await page
      .getByRole('region', { name: 'Record', exact: true })
      .getByRole('heading', { level: 2, name: 'Portraits' })
      .waitFor();
    await page.keyboard.press('Escape');
    await page.getByText('Months', { exact: true }).click();
    await bar(page, 'Portraits').waitFor();
    expect(new URL(page.url()).searchParams.get('view')).toBe('months');
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByText('No job is planned for these days.').waitFor();
    expect(new URL(page.url()).searchParams.get('day')?.slice(0, 4)).toBe('2032');
    await page.context().close();
  });

  test('moves a bar that is dragged, by an end that is dragged, and to the row on which it is dropped', async () => {
    const id = await job('Catalogue', 'Ines Aydin', 10, 14);
    const page = await open('ines', `view=days&day=${dayOf(8)}`);
    const box = async () => (await bar(page, 'Catalogue').boundingBox()) ?? { x: 0, width: 0 };
    const before = await box();
    const day = before.width / 5;
    // The bar stays where it was dropped while the answer is awaited.
    const movedBy = async () => {
      const { x, width } = await box();
      return [(x - before.x) / day, (x + width - before.x) / day - 5].map((days) => Math.round(days));
    };
    await drag(page, bar(page, 'Catalogue'), 3);
    await expect.poll(movedBy).toEqual([3, 3]);
    await expect.poll(() => daysOf(id)).toEqual([dayOf(13), dayOf(17)]);
    await drag(page, bar(page, 'Catalogue').locator('[data-edge=to]'), 2);
    await expect.poll(movedBy).toEqual([3, 5]);
    await expect.poll(() => daysOf(id)).toEqual([dayOf(13), dayOf(19)]);
    await drag(page, bar(page, 'Catalogue').locator('[data-edge=from]'), -1);
    await expect.poll(movedBy).toEqual([2, 5]);
    await expect.poll(() => daysOf(id)).toEqual([dayOf(12), dayOf(19)]);
    const [ownRow, otherRow] = await Promise.all(
      ['Ines Aydin', 'Lena Costa'].map((name) => row(page, name).boundingBox()),
    );
    await drag(page, bar(page, 'Catalogue'), 0, (otherRow?.y ?? 0) - (ownRow?.y ?? 0));
    await bar(row(page, 'Lena Costa'), 'Catalogue').waitFor();
    await expect.poll(async () => (await ines.read('jobs', id)).record.lead).toBe(people.get('Lena Costa'));
    await expect.poll(() => daysOf(id)).toEqual([dayOf(12), dayOf(19)]);
    await page.context().close();
  });

  test('moves the focused bar by keyboard, and refuses in the document’s words', { tags: ['thorough'] }, async () => {
    const id = await job('Report', 'Ines Aydin', 10, 11);
    const page = await open('ines', `view=weeks&day=${dayOf(8)}`);
    const link = bar(page, 'Report').getByRole('link');
    await link.focus();
    await page.keyboard.press('Shift+ArrowRight');
    await expect.poll(() => daysOf(id)).toEqual([dayOf(11), dayOf(12)]);
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect.poll(() => daysOf(id)).toEqual([dayOf(11), dayOf(11)]);
    await page.keyboard.press('Shift+ArrowDown');
    await bar(row(page, 'Noah Brandt'), 'Report').waitFor();
    await expect.poll(() => link.evaluate((element) => element === document.activeElement)).toBe(true);
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await page.getByRole('dialog').getByText('It would end before it begins.').waitFor();
    expect(await daysOf(id)).toEqual([dayOf(11), dayOf(11)]);
    await page.context().close();
  });

  test('lets nobody move what they may not change', async () => {
    const id = await job('Linen', 'Noah Brandt', 10, 14);
    const page = await open('noah', `view=days&day=${dayOf(8)}`);
    expect(await bar(page, 'Linen').getByRole('link').getAttribute('aria-keyshortcuts')).toBeNull();
    expect(await bar(page, 'Linen').locator('[data-edge]').count()).toBe(0);
    await drag(page, bar(page, 'Linen'), 3);
    expect(await daysOf(id)).toEqual([dayOf(10), dayOf(14)]);
    await page.context().close();
  });

  test('by datetimes opens with hours, moves by quarters of an hour, and tells the times', async () => {
    const rooms = await ines.list('rooms', {});
    const room = rooms.items.find(({ _title }) => _title === 'Kitchen');
    const times = { begins: `${dayOf(5)}T08:30:00Z`, ends: `${dayOf(5)}T10:00:00Z` };
    const created = await ines.create('sessions', { subject: 'Soups', room: room?.id, kind: 'food', ...times });
    const { id } = created.record;
    const page = await open('ines', `day=${dayOf(5)}`, 1440, '/hours');
    expect(await page.getByRole('radio', { name: 'Hours' }).isChecked()).toBe(true);
    const soups = bar(row(page, 'Kitchen'), 'Soups');
    const hour = ((await soups.boundingBox())?.width ?? 0) / 1.5;
    expect(hour).toBeGreaterThanOrEqual(44);
    expect(await soups.textContent()).toMatch(/, \d\d:30 – \d\d:00/);
    const passed = async () => {
      const { record } = await ines.read('sessions', id);
      return [record.begins, record.ends].map(
        (value, end) => (Date.parse(String(value)) - Date.parse(Object.values(times)[end] ?? '')) / 60_000,
      );
    };
    await drag(page, soups, 1.3 / 24);
    await expect.poll(passed).toEqual([75, 75]);
    await soups.getByRole('link').focus();
    await page.keyboard.press('Alt+Shift+ArrowLeft');
    await expect.poll(passed).toEqual([75, 60]);
    expect(await findViolations(page)).toEqual([]);

    await page.goto(`${product.url}/bookings`);
    await page.getByRole('row', { name: 'Soups' }).getByRole('link', { name: 'Kitchen', exact: true }).click();
    await page.getByRole('heading', { name: 'Soups' }).waitFor();
    await page.context().close();
  });

  test('draws a limited number of records, and tells how many others there are', { tags: ['thorough'] }, async () => {
    for (let day = 1; day <= 23; day += 1) await job(`Day ${day}`, 'Ines Aydin', day, day);
    const page = await open('ines', `view=days&day=${dayOf(8)}`);
    expect(await bar(page, 'Day').count()).toBe(20);
    await page.getByText('3 more are not drawn.').waitFor();
    await page.context().close();
  });

  test('is a list on a telephone, without anything that scrolls sideways', { tags: ['thorough'] }, async () => {
    await job('Bakery', 'Noah Brandt', 10, 14);
    const page = await open('ines', `day=${dayOf(8)}`, 390);
    const entry = page.locator('tr[data-record]', { hasText: 'Bakery' });
    expect(await entry.textContent()).toMatch(/Noah Brandt.*Planned/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)).toBe(0);
    expect(await findViolations(page)).toEqual([]);
    await page.context().close();
  });

  test('says why it shows nothing, and offers to try again', { tags: ['thorough'] }, async () => {
    await job('Lamps', 'Noah Brandt', 10, 14);
    const page = await open('ines', `view=days&day=${dayOf(8)}`);
    const pressed = Promise.withResolvers<void>();
    let isBroken = true;
    await page.route('**/api/jobs?**', async (route) => {
      if (isBroken) return route.abort();
      // Requests of the page itself are answered after the press: else the error may be gone before it.
      await pressed.promise;
      return route.continue();
    });
    await page.getByRole('button', { name: 'Later' }).click();
    await page.getByRole('alert').waitFor();
    isBroken = false;
    await page.getByRole('button', { name: 'Try again' }).click();
    pressed.resolve();
    await page.getByText('No job is planned for these days.').waitFor();
    expect(await page.getByRole('alert').count()).toBe(0);
    await page.context().close();
  });
});

test('a card of a telephone has the title of its record where its first value is no name', async () => {
  const page = await open('ines', '', 390, '/team');
  const card = page.locator('[data-record]', { hasText: 'noah@example.com' }).locator('[data-first]');
  expect(await card.evaluate((cell) => getComputedStyle(cell, '::before').content)).toBe('"Noah Brandt"');
  await page.context().close();
});
