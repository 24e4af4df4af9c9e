import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser } from 'playwright-core';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const RECORDS = `#### Demo records

| title | remark |
| --- | --- |
| Emma | worn out |
| Persuasion | |
| Sanditon | new |
`;

/** A shelf of books that everybody may read and change, with `rules` for the remark. */
const shelf = (rules: string, records = '') => `# Specification: Shelf

## 2. Screens and routes

### Books \`/books\`

| part | is |
| --- | --- |
| kind | list of Book |
| for | visitor |
| columns | title, remark |
| actions | edit |

### Book \`/books/{book}\`

| part | is |
| --- | --- |
| kind | record of Book |
| for | visitor |
| columns | title, remark |
| actions | edit |

## 3. Entities and their fields

### Book

| field | type | rules |
| --- | --- | --- |
| title | text | |
| remark | text | ${rules} |

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
| read, create, update | yes |
| delete | no |
`;

let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
let ada: Person;
beforeAll(async () => {
  browser = await launchBrowser();
  place = await ProductFolder.make(shelf('optional', RECORDS));
  product = await place.start('dev');
  ada = await Person.arrive(browser, `${product.url}/-/document?view=corrections`);
});
afterAll(async () => {
  await product?.stop();
  await browser?.close();
  await place?.remove();
});

const choose = (text: string) =>
  ada.page
    .locator('input[type=file]')
    .setInputFiles({ name: 'next.md', mimeType: 'text/markdown', buffer: Buffer.from(text) });

async function correct(title: string, remark: string): Promise<void> {
  await ada.main.getByRole('button', { name: `Correct ${title}` }).click();
  const dialog = ada.page.getByRole('dialog');
  await dialog.getByLabel('Remark').fill(remark);
  await dialog.getByRole('button', { name: 'Save' }).click();
  await dialog.waitFor({ state: 'detached' });
  await ada.main.getByRole('button', { name: `Correct ${title}` }).waitFor({ state: 'detached' });
}

test('nothing waits where the document in use asks nothing of new records alone', async () => {
  await ada.main.getByText('Every record has what the document asks of new ones.').waitFor();
  expect(await ada.main.getByRole('button', { name: /^Correct / }).count()).toBe(0);
});

test('records without a place in another document are corrected one by one, as a person may', async () => {
  await choose(shelf('..5'));
  await ada.main.getByRole('heading', { name: 'Book.remark is required now: one record lacks it' }).waitFor();
  await ada.main
    .getByRole('heading', { name: 'Book.remark is limited more tightly now: one record is beyond it' })
    .waitFor();
  expect(await ada.main.getByRole('row', { name: 'Emma' }).innerText()).toContain('worn out');
  expect(await findViolations(ada.page)).toEqual([]);
  await correct('Emma', 'worn');
  await correct('Persuasion', 'torn');
  await ada.main.getByText('Every record has a place in that document.').waitFor();
  const { items } = (await (await fetch(`${product.url}/api/books`)).json()) as { items: { remark: string }[] };
  expect(items.map(({ remark }) => remark).toSorted()).toEqual(['new', 'torn', 'worn']);
});

test('a field that is gone is shown with its values, and with what to write', { tags: ['thorough'] }, async () => {
  await choose(shelf('optional').replace('| remark | text | optional |\n', '').replaceAll('title, remark', 'title'));
  await ada.main.getByRole('heading', { name: 'Book.remark is gone: 3 records have a value' }).waitFor();
  await ada.main.getByText(/^Or in the document: .*Gone of Book/).waitFor();
  expect(ada.complaints).toEqual([]);
});

test('a document with errors is answered with them', async () => {
  await choose(shelf('optionel'));
  await ada.main.getByText('The document has errors').waitFor();
  await ada.main.getByText(/^next\.md:\d+:\d+ N\d+ .*optionel/).waitFor();
  expect(ada.complaints).toEqual([]);
});
