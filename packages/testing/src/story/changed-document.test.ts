import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ProductFolder, type RunningProduct } from './product.ts';

/** A document with one entity, of these fields and demo records; whoever comes reads it. */
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
beforeAll(async () => {
  place = await ProductFolder.make(shelf(REMARK, WITH_REMARK));
  product = await place.start('dev');
});
afterAll(async () => {
  await product?.stop();
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

test('a document that would lose something is refused, and the former product goes on', async () => {
  const said = await change(shelf('', TITLES), /goes on/);
  expect(said).toContain('`Book.remark` is gone: one record has a value');
  expect(await emma()).toMatchObject({ remark: 'worn' });
});

test('so is one with errors', async () => {
  await change(shelf('| remark | txet | |', WITH_REMARK), /former product goes on/);
  expect(await emma()).toMatchObject({ remark: 'worn' });
  // It is as it was: nothing is reloaded, but what was wrong is no longer said.
  await change(shelf(REMARK, WITH_REMARK), /says again what the product does/);
});

test('what adds and widens is put to use, with what is there', async () => {
  await change(shelf(`${REMARK}\n| pages | integer | default 100 |`, WITH_REMARK), /changed: reloaded/);
  expect(await emma()).toMatchObject({ remark: 'worn', pages: 100 });
});

test('a rename that is stated is followed', async () => {
  const fields = '| condition | text | optional, was remark |\n| pages | integer | default 100 |';
  await change(shelf(fields, WITH_REMARK.replace('remark', 'condition')), /changed: reloaded/);
  expect(await emma()).toMatchObject({ condition: 'worn', pages: 100 });
  expect(await emma()).not.toHaveProperty('remark');
});
