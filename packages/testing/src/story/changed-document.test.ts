import { readFile, writeFile } from 'node:fs/promises';
import { spawn } from 'node:child_process';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { createTestDatabase } from '../database.ts';
import { NONET, ProductFolder, type RunningProduct } from './product.ts';

/** A document with one entity, with these fields and demo records, which everybody may read. */
const shelf = (fields: string, records: string) => `# Specification: Shelf

## 3. Entities and their fields

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | |
${fields}

#### Demo records

${records}

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| visitor | anyone |

### Permissions

#### Book

| may | visitor |
| --- | --- |
| read | yes |
| create, update, delete | no |
`;
const REMARK = '| remark | text | optional |';
const WITH_REMARK = '| title | remark |\n| --- | --- |\n| Emma | worn |\n| Persuasion | |';
const TITLES = '| title |\n| --- |\n| Emma |\n| Persuasion |';

let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
beforeAll(async () => {
  browser = await launchBrowser();
  place = await ProductFolder.make(shelf(REMARK, WITH_REMARK));
  product = await place.start('dev');
});
afterAll(async () => {
  await product?.stop();
  await browser?.close();
  await place?.remove();
});

/** Changes the document, and waits for what the product says about it. */
async function change(document: string, answer: RegExp): Promise<string> {
  const before = product.output().length;
  await writeFile(path.join(place.folder, 'spec.md'), document);
  await expect.poll(() => product.output().slice(before), { timeout: 120_000 }).toMatch(answer);
  return product.output().slice(before);
}

async function emma(): Promise<Record<string, unknown>> {
  const answer = await fetch(`${product.url}/api/books?title=Emma`);
  const { items } = (await answer.json()) as { items: Record<string, unknown>[] };
  if (items.length !== 1) throw new Error(`There are ${items.length} Emmas.`);
  return items[0] as Record<string, unknown>;
}

test('a document that would lose data is refused, and the former product continues', async () => {
  const said = await change(shelf('', TITLES), /continues/);
  expect(said).toContain('`Book.remark` is gone: one record has a value');
  expect(said).toContain('What may be written:\n  `| remark |` under `Gone` of `Book`: what is stored of it goes\n');
  expect(await emma()).toMatchObject({ remark: 'worn' });
});

test('it offers what may be written into the document, and a click writes it', async () => {
  await change(shelf('| note | text | optional |', TITLES), /What may be written/);
  const page = await (await browser.newContext()).newPage();
  await page.goto(product.url);
  const refused = page.getByRole('alert').filter({ hasText: 'Book.remark' });
  await refused.waitFor();
  expect(await findViolations(page)).toEqual([]);
  expect(await refused.getByRole('button').allInnerTexts()).toEqual([
    'Hide',
    'was remark at Book.note',
    '| remark | under Gone of Book: what is stored of it goes',
  ]);
  const nobody = await fetch(`${product.url}/api/-/dev/offers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ offer: 'something else' }),
  });
  expect(nobody.status).toBe(404);
  await refused.getByRole('button', { name: 'was remark at Book.note' }).click();
  await refused.waitFor({ state: 'detached' });
  expect(await readFile(path.join(place.folder, 'spec.md'), 'utf8')).toContain(
    '| note | text | optional, was remark |',
  );
  expect(await emma()).toMatchObject({ note: 'worn' });
  await change(shelf(`${REMARK.slice(0, -1)}, was note |`, WITH_REMARK), /changed: reloaded/);
  await change(shelf(REMARK, WITH_REMARK), /changed: reloaded/);
  expect(await emma()).toMatchObject({ remark: 'worn' });
});

test.skipIf(process.platform !== 'linux')('in a terminal, a key writes it', { tags: ['thorough'] }, async () => {
  const [database, other] = await Promise.all([createTestDatabase(), ProductFolder.make(shelf(REMARK, WITH_REMARK))]);
  const command = `${process.execPath} ${NONET} dev spec.md --port 0`;
  const child = spawn('script', ['--quiet', '--return', '--flush', '--command', command, '/dev/null'], {
    cwd: other.folder,
    env: { ...process.env, NO_COLOR: '1', DATABASE_URL: database.url },
  });
  const ended = new Promise((resolve) => child.once('exit', resolve));
  let printed = '';
  child.stdout.on('data', (chunk: Buffer) => {
    printed += chunk.toString();
  });
  const isPrinted = async (pattern: RegExp) => {
    await expect.poll(() => printed, { timeout: 60_000 }).toMatch(pattern);
  };
  try {
    await isPrinted(/http:\/\//);
    await writeFile(path.join(other.folder, 'spec.md'), shelf('| note | text | optional |', TITLES));
    await isPrinted(/Press a key to write it into the document:\s+1 {2}`was remark` at `Book.note`/);
    child.stdin.write('x1');
    await isPrinted(/Wrote `was remark` at `Book.note`\.[^]*changed: reloaded/);
    expect(await readFile(path.join(other.folder, 'spec.md'), 'utf8')).toContain('optional, was remark |');
  } finally {
    child.stdin.write('\u0003');
    await ended;
    await Promise.all([database.drop(), other.remove()]);
  }
});

test('a document with errors is refused, too', async () => {
  await change(shelf('| remark | txet | |', WITH_REMARK), /former product continues/);
  expect(await emma()).toMatchObject({ remark: 'worn' });
  // It is as before: nothing is reloaded, but the error is no longer shown.
  await change(shelf(REMARK, WITH_REMARK), /matches the running product again/);
});

test('a document that adds and widens is put to use, with the existing data', async () => {
  await change(shelf(`${REMARK}\n| pages | integer | default 100 |`, WITH_REMARK), /changed: reloaded/);
  expect(await emma()).toMatchObject({ remark: 'worn', pages: 100 });
});

test('its demo records follow', async () => {
  const fields = `${REMARK}\n| pages | integer | default 100 |`;
  const said = await change(
    shelf(fields, `${WITH_REMARK}\n| Sanditon | unread |`),
    /changed: reloaded[^]*it is put in/,
  );
  expect(said).toContain('the Demo records of Book have “Sanditon” now: it is put in');
  const answer = await fetch(`${product.url}/api/books?title=Sanditon`);
  expect(await answer.json()).toMatchObject({ items: [{ title: 'Sanditon', remark: 'unread', pages: 100 }] });
  await change(shelf(fields, WITH_REMARK), /changed: reloaded/);
});

test('a rename that is stated is followed', async () => {
  const fields = '| condition | text | optional, was remark |\n| pages | integer | default 100 |';
  await change(shelf(fields, WITH_REMARK.replace('remark', 'condition')), /changed: reloaded/);
  expect(await emma()).toMatchObject({ condition: 'worn', pages: 100 });
  expect(await emma()).not.toHaveProperty('remark');
});
