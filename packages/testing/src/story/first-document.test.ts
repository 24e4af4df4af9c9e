import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

/**
 * A person with docs/first-document.md and nothing else: the six steps, in `nonet dev` and a browser. The document
 * states no `sign in` and no demo people, so the derived ones are used to sign in. (Step 5, `nonet test`, has tests of
 * its own.)
 */
const PAGE = path.resolve(import.meta.dirname, '../../../../docs/first-document.md');
/** The folder for pictures that a person looks at; without it, none are taken. */
const PICTURES = process.env.NONET_TEST_PICTURES;

/** The steps that show a part of the document, in their order: step 5 changes none. */
const WITH_TEXT = ['1', '2', '3', '4', '6'];

/** The document after each of the page's steps, from step 1 on. */
async function documents(): Promise<ReadonlyMap<string, string>> {
  const page = await readFile(PAGE, 'utf8');
  const steps = new Map<string, string>();
  let points = new Map<string, string>();
  for (const [place, [, text = '']] of [...page.matchAll(/^```markdown\n([\s\S]*?)\n```$/gm)].entries()) {
    const parts = text.split(/^(?=## \d\.)/m);
    points = new Map([...points, ...parts.map((part) => [/^## (\d)/.exec(part)?.[1] ?? '', part.trim()] as const)]);
    steps.set(WITH_TEXT[place] ?? '', `${[...points.values()].join('\n\n')}\n`);
  }
  return steps;
}

let steps: ReadonlyMap<string, string>;
let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
let page: Page;
beforeAll(async () => {
  steps = await documents();
  place = await ProductFolder.make(steps.get('1') ?? '');
  [browser, product] = await Promise.all([launchBrowser(), place.start('dev')]);
  page = await (await browser.newContext({ viewport: { width: 1200, height: 800 }, locale: 'en-GB' })).newPage();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
});

async function goOnTo(step: string, answer: RegExp): Promise<void> {
  const before = product.output().length;
  await writeFile(path.join(place.folder, 'spec.md'), steps.get(step) ?? '');
  await expect.poll(() => product.output().slice(before), { timeout: 120_000 }).toMatch(answer);
}

async function picture(name: string): Promise<void> {
  if (PICTURES !== undefined) await page.screenshot({ path: path.join(PICTURES, `first-document-${name}.png`) });
}

test('the six steps of the first document are walked by somebody who has only that page', async () => {
  // 1: nothing but what is open.
  await page.goto(product.url);
  await page.getByText('The neighbours share their tools.').first().waitFor();

  // 2: somebody gets in, and puts a tool in the shed.
  await goOnTo('2', /Signed in \(stand-in\) +http\S+\?as=signed-in%40stand-in\.example/);
  await page.goto(product.url);
  await page.waitForURL('**/-/sign-in*');
  await page.getByRole('heading', { name: 'Sign in' }).waitFor();
  const standIn = page.getByRole('button', { name: /^Signed in \(stand-in\)/ });
  await standIn.waitFor();
  await picture('2-sign-in');
  await standIn.click();
  await page.getByRole('heading', { name: 'The shed' }).waitFor();
  for (const name of ['Saw', 'Ladder']) {
    await page.getByRole('button', { name: 'New tool' }).first().click();
    await page.getByRole('dialog').getByLabel('Name').fill(name);
    await page
      .getByRole('dialog')
      .getByRole('button', { name: /create|save/i })
      .click();
    await page.getByRole('row', { name }).waitFor();
  }
  await picture('2-shed');

  // 3: it is borrowed.
  await goOnTo('3', /changed: reloaded/);
  await page.reload();
  const saw = page.getByRole('row', { name: 'Saw' });
  await saw.getByText('There', { exact: true }).waitFor();
  await saw.getByRole('button', { name: 'Borrow' }).click();
  await saw.getByText('Lent').waitFor();
  await saw.getByText('Signed in (stand-in)').waitFor();
  await picture('3-lent');

  // 4: a mistake is shown over the product, which continues.
  await goOnTo('4', /N406/);
  await page.getByText('No event leads out of').first().waitFor();
  await picture('4-mistake');

  // 6: the field has another name, and the data has followed.
  await goOnTo('6', /changed: reloaded/);
  await page.reload();
  await page.getByRole('columnheader', { name: 'Holder' }).waitFor();
  await saw.getByText('Signed in (stand-in)').waitFor();
  await saw.getByRole('button', { name: 'Bring back' }).click();
  await saw.getByText('There', { exact: true }).waitFor();
  await expect.poll(() => page.getByText('Lent', { exact: true }).count()).toBe(0);
  await picture('6-holder');
});
