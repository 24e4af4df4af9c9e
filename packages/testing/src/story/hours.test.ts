import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, BrowserContext, Locator, Page } from 'playwright-core';
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The rooms of the studio: a calendar by datetimes, whose days have hours, and a column for each room. */
let browser: Browser;
let product: RunningProduct;
let ines: Awaited<ReturnType<typeof asPerson>>;
const rooms = new Map<string, string>();
/** Each try of a test has a day of its own. In July, Berlin is two hours ahead of UTC. */
let day = '2031-06-30';
beforeEach(() => (day = `2031-07-${String((Number(day.slice(8)) % 30) + 1).padStart(2, '0')}`));

beforeAll(async () => {
  const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/studio/spec.md'), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  ines = await asPerson(product.url, 'ines@example.com');
  for (const { id, _title } of (await ines.list('rooms', {})).items) rooms.set(_title, id);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

async function session(subject: string, room: string, begins: string, ends: string): Promise<string> {
  const at = (time: string) => `${day}T${time}:00+02:00`;
  const values = { subject, room: rooms.get(room), kind: 'product', begins: at(begins), ends: at(ends) };
  return (await ines.create('sessions', values)).record.id;
}

async function open(by: string, query: string, width = 1440): Promise<Page> {
  const context = await browser.newContext({ viewport: { width, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, `${by}@example.com`);
  const page = await context.newPage();
  await page.goto(`${product.url}/rooms?${query}`);
  await page.locator('main[data-loaded]').waitFor();
  return page;
}

const column = (page: Page, name: string) => page.getByRole('list', { name, exact: true });
const entry = (of: Page | Locator, subject: string) => of.locator('li[data-record]', { hasText: subject });
const timesOf = async (id: string) => {
  const { record } = await ines.read('sessions', id);
  return [record.begins, record.ends].map((value) => String(value).slice(11, 16));
};
const HOUR = 44;

/** Drags by so many hours downwards, or to another column. */
async function drag(page: Page, from: Locator, hours: number, to?: Locator): Promise<void> {
  const [box, target] = [await from.boundingBox(), await to?.boundingBox()];
  if (!box) throw new Error('There is nothing to drag.');
  const [x, y] = [box.x + box.width / 2, box.y + Math.min(box.height / 2, 20)];
  const [endX, endY] = [target ? target.x + target.width / 2 : x, y + hours * HOUR];
  await page.mouse.move(x, y);
  await page.mouse.down();
  await page.mouse.move((x + endX) / 2, (y + endY) / 2, { steps: 4 });
  await page.mouse.move(endX, endY, { steps: 4 });
  await page.mouse.up();
}

/** A finger rests on something for so many milliseconds, moves by so many pixels, and lets go. */
async function swipe(context: BrowserContext, page: Page, from: Locator, by: number, rests: number): Promise<void> {
  const box = await from.boundingBox();
  if (!box) throw new Error('There is nothing to touch.');
  const session = await context.newCDPSession(page);
  const [x, y] = [box.x + box.width / 2, box.y + 15];
  const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', at: number | null) =>
    session.send('Input.dispatchTouchEvent', { type, touchPoints: at === null ? [] : [{ x, y: at }] });
  await touch('touchStart', y);
  await page.waitForTimeout(rests);
  for (const part of [0.25, 0.5, 0.75, 1]) await touch('touchMove', y + by * part);
  await touch('touchEnd', null);
}

test('a day has its hours, a column for each room, and entries at their times beside each other', async () => {
  await session('Breads', 'Kitchen', '08:30', '11:00');
  await session('Lamps', 'Cyclorama', '09:30', '10:30');
  const page = await open('noah', `view=day&day=${day}`);
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Daylight', 'Cyclorama', 'Kitchen']);
  expect(await entry(column(page, 'Daylight'), '').count()).toBe(0);
  const [breads, lamps] = await Promise.all([
    entry(column(page, 'Kitchen'), 'Breads').boundingBox(),
    entry(column(page, 'Cyclorama'), 'Lamps').boundingBox(),
  ]);
  if (!breads || !lamps) throw new Error('An entry is missing.');
  expect(lamps.y - breads.y).toBeCloseTo(HOUR, 0);
  expect((breads.height + 2) / (lamps.height + 2)).toBeCloseTo(2.5, 1);
  expect(await findViolations(page)).toEqual([]);
  // In a week, both are in the day's column.
  await page.getByText('Week', { exact: true }).click();
  const dayName = new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric' }).format(new Date(day));
  const inWeek = page.getByRole('list', { name: dayName });
  await entry(inWeek, 'Lamps').waitFor();
  const [first, second] = await Promise.all(['Breads', 'Lamps'].map((name) => entry(inWeek, name).boundingBox()));
  expect((first?.x ?? 0) + (first?.width ?? 0)).toBeLessThan(second?.x ?? 0);
  expect(await findViolations(page)).toEqual([]);
  await page.context().close();
});

test('an entry is dragged to another time and to another room, and its end by itself', async () => {
  const id = await session('Menu', 'Kitchen', '09:00', '10:00');
  const page = await open('ines', `view=day&day=${day}`);
  const top = async () => (await entry(page, 'Menu').boundingBox())?.y ?? 0;
  const before = await top();
  await drag(page, entry(page, 'Menu'), 1.5);
  // It stays where it was dropped while the answer is awaited.
  await expect.poll(async () => Math.round((await top()) - before)).toBe(1.5 * HOUR);
  await expect.poll(() => timesOf(id)).toEqual(['08:30', '09:30']);
  await drag(page, entry(page, 'Menu').locator('[data-edge=to]'), 1);
  await expect.poll(() => timesOf(id)).toEqual(['08:30', '10:30']);
  await drag(page, entry(page, 'Menu'), 0, column(page, 'Daylight'));
  await entry(column(page, 'Daylight'), 'Menu').waitFor();
  await expect.poll(async () => (await ines.read('sessions', id)).record.room).toBe(rooms.get('Daylight'));
  expect(await timesOf(id)).toEqual(['08:30', '10:30']);
  await page.context().close();
});

test('it is moved by keyboard, each press by itself, and refused in the document’s words', async () => {
  const id = await session('Portrait', 'Daylight', '12:00', '13:00');
  await session('Group', 'Daylight', '13:30', '14:30');
  const page = await open('ines', `view=day&day=${day}`);
  await entry(page, 'Portrait').getByRole('link').focus();
  // The second press comes while the first is on its way.
  await page.keyboard.press('Shift+ArrowDown');
  await page.keyboard.press('Shift+ArrowDown');
  await expect.poll(() => timesOf(id)).toEqual(['10:30', '11:30']);
  await page.keyboard.press('Alt+Shift+ArrowDown');
  await page.getByRole('dialog').getByText('Daylight is taken at this time.').waitFor();
  expect(await timesOf(id)).toEqual(['10:30', '11:30']);
  await page.context().close();
});

test('a finger that rests on an entry takes it along', { tags: ['thorough'] }, async () => {
  const id = await session('Vases', 'Daylight', '09:00', '10:00');
  const context = await browser.newContext({
    viewport: { width: 1100, height: 800 },
    hasTouch: true,
    locale: 'en-GB',
  });
  onTestFinished(() => context.close());
  await signInBrowser(context, product.url, 'ines@example.com');
  const page = await context.newPage();
  await page.goto(`${product.url}/rooms?view=day&day=${day}`);
  await page.locator('main[data-loaded]').waitFor();
  await swipe(context, page, entry(page, 'Vases'), HOUR, 400);
  await expect.poll(() => timesOf(id)).toEqual(['08:00', '09:00']);
  // One that moves at once scrolls.
  const before = await entry(page, 'Vases').boundingBox();
  await swipe(context, page, entry(page, 'Vases'), -2 * HOUR, 0);
  await expect
    .poll(async () => ((await entry(page, 'Vases').boundingBox())?.y ?? 0) - (before?.y ?? 0))
    .toBeLessThan(-5);
  expect(await timesOf(id)).toEqual(['08:00', '09:00']);
});

test('a session of somebody else stays where it is', { tags: ['thorough'] }, async () => {
  const id = await session('Lamps', 'Cyclorama', '12:00', '13:00');
  const page = await open('noah', `view=day&day=${day}`);
  await drag(page, entry(page, 'Lamps'), 2);
  await page.getByRole('dialog').waitFor();
  expect(await timesOf(id)).toEqual(['10:00', '11:00']);
  await page.context().close();
});

test('a time over which the pointer is dragged, or that is clicked, becomes a new session', {
  tags: ['thorough'],
}, async () => {
  const page = await open('ines', `view=day&day=${day}`);
  /** A place in the kitchen's column, at an hour. */
  const at = async (hour: number): Promise<[x: number, y: number]> => {
    const box = await column(page, 'Kitchen').boundingBox();
    if (!box) throw new Error('There is no kitchen.');
    return [box.x + 40, box.y + hour * HOUR];
  };
  await page.mouse.move(...(await at(10)));
  await page.mouse.down();
  await page.mouse.move(...(await at(11)), { steps: 4 });
  await page.mouse.move(...(await at(12.5)), { steps: 4 });
  await page.mouse.up();
  const form = page.getByRole('dialog', { name: 'New session' });
  await form.getByLabel('Subject').fill('Cakes');
  expect(await form.getByLabel('Room').inputValue()).toBe('Kitchen');
  await form.getByLabel('Kind').click();
  await page.getByRole('option', { name: 'Food' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await entry(column(page, 'Kitchen'), 'Cakes').waitFor();
  const [made] = (await ines.list('sessions', { filters: { subject: 'Cakes' } })).items;
  expect(await timesOf(made?.id ?? '')).toEqual(['08:00', '10:30']);
  await page.mouse.click(...(await at(14.1)));
  await form.getByLabel('Subject').waitFor();
  expect(await form.getByLabel('Begins').first().inputValue()).toContain('14:00');
  await page.context().close();
});
