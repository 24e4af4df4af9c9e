import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { findViolations } from '../axe.ts';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const PASSWORD = 'a demo password';
const DOCUMENT = `# Specification: Till

## 1. What the product does and for whom

Money is counted.

## 2. Screens and routes

### Sums \`/sums\`

| part | is |
| --- | --- |
| kind | list of Sum |
| for | finance, clerk |
| columns | what |

## 3. Entities and their fields

### User

#### Demo records

| email | name | roles | password |
| --- | --- | --- | --- |
| fin@example.com | Fin Finance | finance | ${PASSWORD} |
| cor@example.com | Cor Clerk | clerk | ${PASSWORD} |

### Sum

| field | type | rules |
| --- | --- | --- |
| what | text | |

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to | second factor |
| --- | --- | --- |
| finance | assigned | required |
| clerk | assigned | |

### Permissions

#### User

| may | finance | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete, update roles, update email | no | no | no |

#### Sum

| may | finance | clerk | others |
| --- | --- | --- | --- |
| read | yes | yes | no |
| create, update, delete | no | no | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

none
`;

let browser: Browser;
let place: ProductFolder;
let product: RunningProduct;
let url: string;
beforeAll(async () => {
  [browser, place] = await Promise.all([launchBrowser(), ProductFolder.make(DOCUMENT)]);
  product = await place.start('dev');
  // Passkeys belong to a name, and to no IP address.
  url = product.url.replace('127.0.0.1', 'localhost');
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await place?.remove();
});

const arrive = () => Person.arrive(browser, `${url}/-/sign-in`);
const isIn = (page: Page, name: string) => page.getByRole('button', { name: `Account: ${name}` }).waitFor();

test('whoever needs a second factor sets up an app at the first sign-in, and gives its code at the next', async () => {
  const { page, main, complaints } = await arrive();
  await main.getByLabel('E-mail').fill('fin@example.com');
  await main.getByLabel('Password', { exact: true }).fill(PASSWORD);
  await main.getByRole('button', { name: 'Sign in', exact: true }).click();
  await main.getByText('One of your roles asks for a second factor.').waitFor();
  // A sign-in that was begun continues after the page is loaded again.
  await page.reload();
  await main.getByRole('button', { name: 'Add an app' }).click();
  await main.getByRole('img', { name: 'Picture for the app' }).waitFor();
  expect(await findViolations(page)).toEqual([]);
  const secret = (await main.locator('code').innerText()).replaceAll(' ', '');
  const totp = new TOTP({ secret });
  await main.getByLabel('Code of your app').fill('000000');
  await main.getByRole('button', { name: 'Continue' }).click();
  await main.getByRole('alert').waitFor();
  await main.getByLabel('Code of your app').fill(totp.generate({ timestamp: Date.now() - 30_000 }));
  await main.getByRole('button', { name: 'Continue' }).click();
  const kept = main.getByRole('button', { name: 'I have kept them' });
  await kept.waitFor();
  const codes = await main.locator('code').allInnerTexts();
  expect(codes).toHaveLength(10);
  await kept.click();
  await isIn(page, 'Fin Finance');
  await page.context().close();

  const again = await arrive();
  await again.tryPassword('fin@example.com', PASSWORD);
  await again.main.getByLabel('Code of your app').fill(totp.generate());
  await again.press('Continue');
  await isIn(again.page, 'Fin Finance');
  await again.close();

  const lost = await arrive();
  await lost.tryPassword('fin@example.com', PASSWORD);
  await lost.press('Use a recovery code');
  await lost.main.getByLabel('Recovery code').fill(codes[3] ?? '');
  await lost.press('Continue');
  await isIn(lost.page, 'Fin Finance');
  await lost.close();
  expect([...complaints, ...again.complaints, ...lost.complaints]).toEqual([]);
});

test('a passkey is set up from the menu, and signs in after the password', async () => {
  const cor = await arrive();
  const { page } = cor;
  const session = await page.context().newCDPSession(page);
  await session.send('WebAuthn.enable');
  const options = {
    protocol: 'ctap2',
    transport: 'internal',
    hasResidentKey: true,
    hasUserVerification: true,
    isUserVerified: true,
    automaticPresenceSimulation: true,
  } as const;
  const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', { options });
  await cor.tryPassword('cor@example.com', PASSWORD);
  await page.getByRole('button', { name: 'Account: Cor Clerk' }).click();
  await page.getByRole('menuitem', { name: 'Second factor' }).click();
  const dialog = page.getByRole('dialog', { name: 'Second factor' });
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  await dialog.getByRole('button', { name: 'I have kept them' }).click();
  await dialog.getByRole('row', { name: /Passkey/ }).waitFor();
  await dialog.getByText('10 recovery codes are left.').waitFor();
  expect(await findViolations(page)).toEqual([]);
  await dialog.getByRole('button', { name: 'Close' }).click();
  expect((await session.send('WebAuthn.getCredentials', { authenticatorId })).credentials).toHaveLength(1);

  await page.getByRole('button', { name: 'Account: Cor Clerk' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await page.goto(`${url}/-/sign-in`);
  await cor.tryPassword('cor@example.com', PASSWORD);
  await cor.press('Use a passkey');
  await isIn(page, 'Cor Clerk');

  // Another authenticator has no such key.
  await page.getByRole('button', { name: 'Account: Cor Clerk' }).click();
  await page.getByRole('menuitem', { name: 'Sign out' }).click();
  await session.send('WebAuthn.removeVirtualAuthenticator', { authenticatorId });
  await session.send('WebAuthn.addVirtualAuthenticator', { options });
  await page.goto(`${url}/-/sign-in`);
  await cor.tryPassword('cor@example.com', PASSWORD);
  await cor.press('Use a passkey');
  await cor.main.getByText('No passkey was used.').waitFor();
  expect(cor.complaints).toEqual([]);
  await cor.close();
});
