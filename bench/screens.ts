import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fillParts, launchBrowser, signInBrowser, startProduct } from '@nonet/testing';
import { report, taken, watch, watchTasks } from './browser-tasks.ts';

/**
 * `npm run bench:screens`: the work of a keystroke in a form of 60 fields with totals and rules, and of a dashboard whose
 * tiles have 10,000 groups each. Work is processor time of the page's main thread, which other programs on the machine
 * hardly lengthen.
 */
const GROUPS = 10_000;
const KEYS = 40;

const FIELDS = Array.from({ length: 60 }, (_, place) => {
  const kind = ['text', 'integer', 'money', 'date', 'enum(low, middle, high)', 'boolean'][place % 6] ?? 'text';
  const rules = kind === 'text' ? '1..80' : kind === 'integer' ? '0..1000' : kind === 'money' ? '0..' : 'optional';
  return { name: `value_${place + 1}`, kind, rules };
});
const moneys = FIELDS.filter(({ kind }) => kind === 'money').map(({ name }) => name);
const integers = FIELDS.filter(({ kind }) => kind === 'integer').map(({ name }) => name);

const FORM = `# Specification: Measurements

## 1. What the product does and for whom

A form of sixty fields.

## 2. Screens and routes

### Sign in \`/sign-in\`

| part | is |
| --- | --- |
| kind | sign in |
| for | everyone |

### New measurement \`/\`

| part | is |
| --- | --- |
| kind | form for Measurement |
| for | clerk |
| fields | First: ${namesOf(0)}; Second: ${namesOf(20)}; Third: ${namesOf(40)} |

## 3. Entities and their fields

### User

#### Demo records

| name | email | roles |
| --- | --- | --- |
| Carl Clerk | carl@example.com | none |

### Measurement

| field | type | rules |
| --- | --- | --- |
${FIELDS.map(({ name, kind, rules }) => `| ${name} | ${kind} | ${rules} |`).join('\n')}
| total | money | = ${moneys.join(' + ')} |
| points | integer | = ${integers.join(' + ')} |

## 4. States and transitions

none

## 5. Validation rules

| rule | on | must hold | error |
| --- | --- | --- | --- |
| V1 | Measurement | \`${integers.join(' + ')} <= 5000\` | TOO_MANY |
| V2 | Measurement | \`${integers[0]} <= ${integers[1]}\` | TOO_MANY |

## 6. Roles and permissions

### Roles

| role | is given to | of |
| --- | --- | --- |
| clerk | signed in | |

### Permissions

#### Measurement

| may | clerk | others |
| --- | --- | --- |
| read, create, update | yes | no |
| delete, history | no | no |

#### User

| may | clerk | others |
| --- | --- | --- |
| read | yes | no |
| create, update, delete, update roles, update email | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

| code | status | message | when |
| --- | --- | --- | --- |
| TOO_MANY | 422 | There are too many points. | V1, V2 |

## 9. Business constants and limits

| name | value |
| --- | --- |
| CURRENCY | "EUR" |
| TIME_ZONE | "Europe/Amsterdam" |
`;

function namesOf(from: number): string {
  return FIELDS.slice(from, from + 20)
    .map(({ name }) => name)
    .join(', ');
}

const parts = await readFile(path.resolve(import.meta.dirname, '../packages/testing/src/filled/parts.md'), 'utf8');
const GROUPED = parts.replace(
  /(\| By maker .*\n)/,
  ['bar', 'table', 'pie']
    .map((shape) => `| By name as ${shape} | \`sum(Part.stock)\` | \`name\` | ${shape} |\n`)
    .join(''),
);

const browser = await launchBrowser();
try {
  await measureForm();
  await measureDashboard();
} finally {
  await browser.close();
}

async function measureForm(): Promise<void> {
  const product = await startProduct(FORM, {});
  try {
    const page = await pageOf(product.url, 'carl@example.com');
    await page.goto(product.url);
    const main = page.locator('main[data-loaded]');
    await main.getByRole('textbox', { name: 'Value 1', exact: true }).waitFor();
    await page.waitForTimeout(2_000);
    for (const [what, label, text] of [
      ['a text', 'Value 1', 'x'],
      ['an amount that a total counts', 'Value 3', '1'],
      ['a number that rules judge', 'Value 2', '1'],
    ] as const) {
      const input = main.getByRole('textbox', { name: label, exact: true });
      await input.click();
      // The first key loads what judges the form.
      await page.keyboard.type(text);
      await page.waitForTimeout(1_000);
      await taken(page);
      // The caret that blinks, and the watching itself.
      const idle = await watchTasks(page);
      await page.waitForTimeout(KEYS * 50);
      const besides = await idle();
      const worked = await watchTasks(page);
      for (let key = 0; key < KEYS; key += 1) {
        await page.keyboard.press(key % 4 === 3 ? 'Backspace' : text);
        await page.waitForTimeout(50);
      }
      const { longest, whole } = await worked();
      process.stdout.write(
        `a keystroke in ${what}, in a form of ${FIELDS.length} fields: ${((whole - besides.whole) / KEYS).toFixed(1)} ms of work, longest task ${longest.toFixed(1)} ms of work\n`,
      );
    }
    await page.context().close();
  } finally {
    await product.stop();
  }
}

async function measureDashboard(): Promise<void> {
  const product = await startProduct(GROUPED, {});
  try {
    await fillParts(product.url, GROUPS);
    const page = await pageOf(product.url, 'kim@example.com');
    await page.goto(`${product.url}/parts`);
    await page.locator('main[data-loaded]').waitFor();
    await page.waitForTimeout(2_000);
    await taken(page);
    const worked = await watchTasks(page);
    const started = performance.now();
    await page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Overview' }).click();
    const main = page.locator('main[data-loaded]');
    await main.getByText('By name as pie').first().waitFor();
    await main
      .getByText(/^Hand drill|^Hex bolt|^Torx|^Washer|^Spirit/)
      .first()
      .waitFor();
    await page.waitForTimeout(1_000);
    report(
      `a dashboard of tiles with ${GROUPS} groups`,
      await taken(page),
      await worked(),
      performance.now() - started - 1_000,
    );
    const again = await watchTasks(page);
    await main
      .getByRole('button', { name: /^Show all/ })
      .first()
      .click();
    await page.waitForTimeout(3_000);
    report(`all ${GROUPS} of them`, await taken(page), await again());
    await page.context().close();
  } finally {
    await product.stop();
  }
}

async function pageOf(url: string, email: string) {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, url, email);
  const page = await context.newPage();
  await page.addInitScript(watch);
  return page;
}
