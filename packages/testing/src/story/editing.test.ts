import { readFile } from 'node:fs/promises';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { fillOrders } from '../filled/orders.ts';
import { asPerson, signInBrowser } from '../filled/people.ts';
import { keepNotices } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

let browser: Browser;
let product: RunningProduct;
beforeAll(async () => {
  const document = await readFile(new URL('../filled/orders.md', import.meta.url), 'utf8');
  [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
  await fillOrders(product.url, 40);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

/** A screen, and all that its notices say. */
async function openKept(route: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'carla@example.com');
  const page = await context.newPage();
  const said = await keepNotices(page);
  await page.goto(product.url + route);
  await page.locator('main[data-loaded]').waitFor();
  return { page, said };
}

const open = async (route: string): Promise<Page> => (await openKept(route)).page;

const rowOf = (page: Page, name: string) => page.getByRole('row', { name });
const notice = (page: Page, text: string) => page.getByRole('alert').filter({ hasText: text });

async function order(number: string) {
  const carla = await asPerson(product.url, 'carla@example.com');
  const [found] = (await carla.list('orders', { filters: { number } })).items;
  if (!found) throw new Error(`There is no order ${number}.`);
  return found;
}

test('a value of a list is edited in its cell, within its limits, and the change can be undone', async () => {
  const { page, said } = await openKept('/orders');
  const number = 'SO-2026-00002';
  await rowOf(page, number).hover();
  await rowOf(page, number).getByRole('button', { name: 'Edit Discount' }).click();
  const input = page.getByRole('textbox', { name: `Discount of ${number}` });
  await input.fill('90');
  await input.press('Enter');
  await rowOf(page, number).getByText('Discount must be at most 50.').waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await input.fill('20');
  await input.press('Enter');
  await notice(page, `${number}: Discount saved`).waitFor();
  await expect.poll(() => order(number)).toMatchObject({ discount: 20 });
  await expect.poll(() => page.evaluate(() => document.activeElement?.textContent)).toBe(number);
  await notice(page, `${number}: Discount saved`).getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => said).toContainEqual({ text: 'Undone', buttons: 1 });
  await expect.poll(() => order(number)).toMatchObject({ discount: 5 });
  await page.context().close();
});

test('by keyboard: F2 begins, Tab saves and goes to the next value, Escape gives up', {
  tags: ['thorough'],
}, async () => {
  const page = await open('/orders?order=-number');
  const number = 'SO-2026-00038';
  const before = await order(number);
  await rowOf(page, number).getByRole('link').first().focus();
  await page.keyboard.press('F2');
  await page.getByRole('combobox', { name: `Customer of ${number}` }).waitFor();
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: `Wanted of ${number}` }).fill('24/12/2026');
  await page.keyboard.press('Tab');
  await page.getByRole('checkbox', { name: `Rush of ${number}` }).waitFor();
  await expect.poll(() => order(number)).toMatchObject({ wanted: '2026-12-24', customer: before.customer });
  await page.keyboard.press('Tab');
  await page.getByRole('textbox', { name: `Discount of ${number}` }).fill('44');
  await page.keyboard.press('Escape');
  await expect.poll(() => page.getByRole('textbox', { name: /^Discount of/ }).count()).toBe(0);
  expect(await order(number)).toMatchObject({ discount: before.discount });
  await page.context().close();
});

test('what point 6 or the state forbids has no pencil', { tags: ['thorough'] }, async () => {
  const page = await open('/orders');
  await rowOf(page, 'SO-2026-00002').hover();
  await rowOf(page, 'SO-2026-00002').getByRole('button', { name: 'Edit Discount' }).waitFor();
  // It is shipped.
  const asked = page.waitForResponse(/\/can$/);
  await rowOf(page, 'SO-2026-00003').hover();
  await asked;
  await expect.poll(() => page.getByRole('button', { name: /^Edit / }).count()).toBe(0);
  await page.goto(`${product.url}/customers`);
  await rowOf(page, 'Bakker 10').hover();
  await rowOf(page, 'Bakker 10').getByRole('button', { name: 'Edit City' }).waitFor();
  expect(await rowOf(page, 'Bakker 10').getByRole('button', { name: 'Edit Vip' }).count()).toBe(0);
  await page.context().close();
});

test('a rule of the document refuses in the cell, in its own words', { tags: ['thorough'] }, async () => {
  const page = await open('/orders');
  const number = 'SO-2026-00013';
  await rowOf(page, number).hover();
  await rowOf(page, number).getByRole('button', { name: 'Edit Discount' }).click();
  await page.getByRole('textbox', { name: `Discount of ${number}` }).fill('30');
  await page.keyboard.press('Enter');
  await notice(page, `${number}: Discount saved`).waitFor();
  await rowOf(page, number).hover();
  await rowOf(page, number).getByRole('button', { name: 'Edit Rush' }).click();
  await page.getByRole('checkbox', { name: `Rush of ${number}` }).click();
  await rowOf(page, number).getByText('A rush order gets at most 10 percent.').waitFor();
  expect(await order(number)).toMatchObject({ rush: false, discount: 30 });
  await page.context().close();
});

test('the values of a record are edited in their place; what somebody else changed meanwhile is asked about', async () => {
  const { id } = await order('SO-2026-00005');
  const page = await open(`/orders/${id}`);
  const cees = await asPerson(product.url, 'cees@example.com');
  await page.getByRole('button', { name: 'Edit Remark' }).click();
  const remark = page.getByRole('textbox', { name: 'Remark of SO-2026-00005' });
  await remark.fill('Ring first');
  // Another field alone: no conflict.
  await cees.update('orders', id, { carrier: 'van' }, { ifMatch: '*' });
  await remark.press('Control+Enter');
  await notice(page, 'Remark saved').waitFor();
  await page.getByRole('button', { name: 'Edit Remark' }).click();
  await remark.fill('Ring twice');
  await cees.update('orders', id, { remark: 'Leave it at the door' }, { ifMatch: '*' });
  await remark.press('Control+Enter');
  await page.getByRole('alert').filter({ hasText: 'Leave it at the door' }).waitFor();
  await expect(findViolations(page)).resolves.toEqual([]);
  await page.getByRole('button', { name: 'Keep mine' }).click();
  await expect.poll(() => cees.read('orders', id)).toMatchObject({ record: { remark: 'Ring twice', carrier: 'van' } });
  await page.context().close();
});

test('what is deleted, and an event that another one takes back, offer their way back', async () => {
  const { page, said } = await openKept('/orders');
  const menu = async (number: string, item: string) => {
    await rowOf(page, number)
      .getByRole('button', { name: `Actions for ${number}` })
      .click();
    await page.getByRole('menuitem', { name: item }).click();
  };
  await menu('SO-2026-00009', 'Delete');
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click();
  await notice(page, 'SO-2026-00009 deleted').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => said).toContainEqual({ text: 'Restored', buttons: 1 });
  await rowOf(page, 'SO-2026-00009').waitFor();
  // A row of eight columns has room for one event; the others are in its menu.
  await menu('SO-2026-00010', 'Hold');
  await notice(page, 'Hold: done').getByRole('button', { name: 'Resume' }).click();
  await expect.poll(() => said).toContainEqual({ text: 'Resume: done', buttons: 1 });
  expect(await order('SO-2026-00010')).toMatchObject({ status: 'confirmed' });
  // No event leads back from there.
  await rowOf(page, 'SO-2026-00010').getByRole('button', { name: 'Ship' }).click();
  await expect.poll(() => said).toContainEqual({ text: 'Ship: done', buttons: 1 });
  await page.context().close();
});

test('rows are added by Enter and pasted from a spreadsheet; a record that is missing is created on the way', async () => {
  const page = await open('/orders/new');
  const form = page.locator('main form');
  await form.getByRole('combobox', { name: 'Customer' }).fill('Nobody & Sons');
  await page.getByRole('option', { name: 'New customer: Nobody & Sons…' }).click();
  const dialog = page.getByRole('dialog', { name: 'New customer' });
  expect(await dialog.getByLabel('Name').inputValue()).toBe('Nobody & Sons');
  await dialog.getByRole('button', { name: 'Save' }).click();
  await expect.poll(() => form.getByRole('combobox', { name: 'Customer' }).inputValue()).toBe('Nobody & Sons');
  const quantity = (row: number) => form.getByRole('textbox', { name: `Quantity, row ${row}` });
  await quantity(1).fill('2');
  await quantity(1).press('Enter');
  await expect
    .poll(() => form.getByRole('combobox', { name: 'Product, row 2' }).evaluate((it) => it === document.activeElement))
    .toBe(true);
  await form.getByRole('combobox', { name: 'Product, row 1' }).focus();
  await page.evaluate(() => {
    const data = new DataTransfer();
    data.setData('text/plain', 'SKU-1003\t4\t€12.50\nSKU-1004\t5\t€1,000.00\nSKU-9999\t6\t7\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await expect.poll(() => quantity(3).inputValue()).toBe('6');
  await expect.poll(() => form.getByRole('combobox', { name: 'Product, row 2' }).inputValue()).toBe('SKU-1004');
  await notice(page, 'Product: SKU-9999').waitFor();
  await form.getByText('€1,019.50').waitFor();
  await page.keyboard.press('Escape');
  await expect(findViolations(page)).resolves.toEqual([]);
  await form.getByRole('button', { name: 'Remove row 3' }).click();
  await form.getByRole('button', { name: 'Save' }).click();
  await page.locator('main[data-loaded]').getByText('Nobody & Sons').first().waitFor();
  await page.context().close();
});

test('a block from a spreadsheet is pasted into cells: what is refused is said by its cell, the rest can be undone', async () => {
  const { page, said } = await openKept('/orders');
  const number = 'SO-2026-00002';
  const before = await order(number);
  await rowOf(page, number).hover();
  await rowOf(page, number).getByRole('button', { name: 'Edit Wanted' }).click();
  await page.getByRole('textbox', { name: `Wanted of ${number}` }).waitFor();
  await page.evaluate(() => {
    const data = new DataTransfer();
    // The second order is shipped.
    data.setData('text/plain', '24/12/2031\tno\t90\n25/12/2031\tno\t5\n');
    document.activeElement?.dispatchEvent(
      new ClipboardEvent('paste', { clipboardData: data, bubbles: true, cancelable: true }),
    );
  });
  await notice(page, 'One value saved').waitFor();
  await notice(page, `${number}: Discount must be at most 50.`).waitFor();
  await notice(page, 'SO-2026-00003: Wanted can’t be changed now.').waitFor();
  await expect.poll(() => order(number)).toMatchObject({ wanted: '2031-12-24', discount: before.discount });
  await notice(page, 'One value saved').getByRole('button', { name: 'Undo' }).click();
  await expect.poll(() => said).toContainEqual({ text: 'Undone', buttons: 1 });
  await expect.poll(() => order(number)).toMatchObject({ wanted: before.wanted });
  await page.context().close();
});

test('a record says since when it is in its state, by whom, and what was said', { tags: ['thorough'] }, async () => {
  const { id } = await order('SO-2026-00008');
  const page = await open(`/orders/${id}`);
  await page.getByText(/^Carla Clerk · Cancel ·/).waitFor();
  await page.getByRole('blockquote').filter({ hasText: 'The customer went elsewhere' }).waitFor();
  expect(await page.locator('main time').first().getAttribute('title')).toMatch(/2026/);
  await page.context().close();
});
