import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** The types of fields that people enter, each required; one that is true or false begins with an answer. */
const TYPES: Readonly<Record<string, string>> = {
  a_text: 'text',
  a_long_text: 'long text',
  a_markdown: 'markdown',
  an_integer: 'integer',
  a_decimal: 'decimal(8, 2)',
  a_percent: 'percent',
  a_money: 'money',
  a_date: 'date',
  a_time: 'time',
  a_datetime: 'datetime',
  a_duration: 'duration',
  a_recurrence: 'recurrence',
  an_email: 'email',
  a_url: 'url',
  a_phone: 'phone',
  a_json: 'json',
  a_secret: 'secret',
  a_choice: 'enum(one, two, three, four, five)',
  a_reference: 'User',
  a_file: 'file(pdf)',
  an_image: 'image',
};
const FIELDS = Object.entries(TYPES).map(([name, type]) => `| ${name} | ${type} | |`);

const DOCUMENT = `# Specification: Everything

## 1. What the product does and for whom

A form asks for a value of each type.

## 2. Screens and routes

### Things \`/\`

| part | is |
| --- | --- |
| kind | list of Thing |
| for | member |
| columns | a_text |

### New thing \`/new\`

| part | is |
| --- | --- |
| kind | form for Thing |
| for | member |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |

#### Demo records

| email | name |
| --- | --- |
| mia@example.com | Mia |

### Thing

| field | type | rules |
| --- | --- | --- |
${[...FIELDS, '| some_people | many User | 1.. |'].join('\n')}
| parts | list of Part | 1..3 |

### Part

| field | type | rules |
| --- | --- | --- |
| size | integer | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| member | signed in | |

### Permissions

#### Thing

| may | member | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

#### User

| may | member | others |
| --- | --- | --- |
| read | yes | no |
| create, update, update email, update roles, delete | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
`;

let browser: Browser;
let product: RunningProduct;
let page: Page;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(DOCUMENT, {})]);
  const context = await browser.newContext();
  await signInBrowser(context, product.url, 'mia@example.com');
  page = await context.newPage();
  await page.goto(`${product.url}/new`);
  await page.locator('main[data-loaded]').waitFor();
  await page.getByRole('button', { name: 'Save' }).click();
  await page.getByRole('alert').first().waitFor();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

const labelOf = (name: string): string => {
  const words = name.replaceAll('_', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
};

/** The errors of a form: the summary leads to each input, which is marked as invalid and says why. */
test.each([
  ...[...Object.keys(TYPES), 'some_people'].map((name) => [labelOf(name), labelOf(name)] as const),
  ['Parts', 'Size'] as const,
])('%s that is missing', async (label, says) => {
  const link = page.getByRole('link', { name: new RegExp(`^${label}\\b`) });
  await link.click();
  const found = await page.evaluate(() => {
    const focused = document.activeElement;
    return {
      isOfForm: focused !== null && focused.closest('form') !== null && focused.closest('[role=alert]') === null,
      // The choice of a file is opened by a button, which has no `aria-invalid`.
      invalid: focused?.getAttribute('aria-invalid') ?? focused?.getAttribute('data-invalid'),
      says: (focused?.getAttribute('aria-describedby') ?? '')
        .split(' ')
        .map((id) => document.getElementById(id)?.textContent ?? '')
        .join(' '),
    };
  });
  expect(found).toEqual({ isOfForm: true, invalid: 'true', says: expect.stringContaining(says) });
});
