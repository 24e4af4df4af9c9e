import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { signInBrowser } from '../filled/people.ts';
import { type RunningProduct, startProduct } from './product.ts';

/** 2: screens that show no records, each with a link and, where somebody may create one, a form of a new record. */
const DOCUMENT = `# Specification: Help desk

## 1. What the product does and for whom

Members ask the help desk.

## 2. Screens and routes

### Overview \`/\`

| part | is |
| --- | --- |
| kind | dashboard |
| for | member |
| actions | Hours -> /hours, Ask -> create Ticket(topic: "Question") |

| tile | shows |
| --- | --- |
| Tickets | \`count(Ticket)\` |

### Hours \`/hours\`

| part | is |
| --- | --- |
| kind | page |
| for | everyone |
| actions | Overview -> /, Ask -> create Ticket(topic: "Hours") |

We are there from nine to five.

### New ticket \`/new\`

| part | is |
| --- | --- |
| kind | form for Ticket |
| for | member |
| actions | Hours -> /hours |

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |
| actions | Hours -> /hours |

## 3. Entities and their fields

### User

| field | type | rules |
| --- | --- | --- |
| name | text | ..80 |

#### Demo records

| email | name |
| --- | --- |
| mia@example.com | Mia |

### Ticket

| field | type | rules |
| --- | --- | --- |
| topic | text | ..60 |

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

#### Ticket

| may | member | others |
| --- | --- | --- |
| read, create | yes | no |
| update, delete | no | no |

#### User

| may | member | others |
| --- | --- | --- |
| read, create, update, update email, update roles, delete | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let browser: Browser;
let product: RunningProduct;

beforeAll(async () => {
  [browser, product] = await Promise.all([launchBrowser(), startProduct(DOCUMENT, {})]);
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
});

test.each([
  ['a dashboard', '/', ['Hours', 'Ask'], '/hours'],
  ['a page', '/hours', ['Overview', 'Ask'], '/'],
  ['a form', '/new', ['Hours'], '/hours'],
  ['a sign-in', '/sign-in', ['Hours'], '/hours'],
  ['a page for nobody who is signed in', '/hours', ['Overview'], '/sign-in'],
] as const)('%s has buttons for its actions', async (kind, address, names, leadsTo) => {
  const context = await browser.newContext();
  if (leadsTo !== '/sign-in' && kind !== 'a sign-in') await signInBrowser(context, product.url, 'mia@example.com');
  const page = await context.newPage();
  await page.goto(product.url + address);
  await page.locator('main[data-loaded]').waitFor();
  const actions = page.locator('main [data-clause*=".actions."]');
  await expect.poll(() => actions.allTextContents()).toEqual(names);
  expect(await findViolations(page)).toEqual([]);
  if (kind === 'a page') await ask(page);
  await page.getByRole('link', { name: names[0] }).first().click();
  await page.waitForURL(({ pathname }) => pathname === leadsTo);
  await context.close();
});

/** The form of a new record has the value that the action gives. */
async function ask(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Ask' }).click();
  const form = page.getByRole('dialog');
  await expect.poll(() => form.getByLabel('Topic').inputValue()).toBe('Hours');
  await form.getByRole('button', { name: 'Save' }).click();
  await form.waitFor({ state: 'hidden' });
}
