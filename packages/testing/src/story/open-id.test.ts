import { readFile } from 'node:fs/promises';
import path from 'node:path';
import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { type Issuer, startIssuer } from '../issuer.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');

let browser: Browser;
let issuer: Issuer;
let product: RunningProduct;
beforeAll(async () => {
  [browser, issuer] = await Promise.all([launchBrowser(), startIssuer()]);
  product = await startProduct(document, {
    OIDC_ISSUER: issuer.url,
    OIDC_CLIENT_ID: issuer.clientId,
    OIDC_CLIENT_SECRET: issuer.clientSecret,
    OIDC_LABEL: 'the company',
    OIDC_ISSUER_OTHER: 'http://127.0.0.1:1',
    OIDC_CLIENT_ID_OTHER: 'x',
    OIDC_CLIENT_SECRET_OTHER: 'x',
    OIDC_LABEL_OTHER: 'another',
  });
  issuer.open(`${product.url}/api/-/open-id/default/callback`);
  issuer.people.push(
    { subject: 'e1', email: 'emma@example.com', verified: true, name: 'Emma Employee' },
    { subject: 's1', email: 'stranger@example.com', verified: true, name: 'A Stranger' },
  );
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  await issuer?.close();
});

async function signInAt(person: Person, subject: string): Promise<void> {
  await person.main.getByRole('button', { name: 'Sign in with the company' }).click();
  await person.page.getByPlaceholder('Enter any login').fill(subject);
  await person.page.getByPlaceholder('and password').fill('any');
  await person.page.getByRole('button', { name: 'Sign-in' }).click();
}

test('a person signs in with a provider, and is where they were going', async () => {
  const emma = await Person.arrive(browser, `${product.url}/claims/new`);
  await emma.main.getByText('Sign in to continue.').waitFor();
  await signInAt(emma, 'e1');
  await emma.page.getByRole('button', { name: 'Account: Emma Employee' }).waitFor();
  expect(new URL(emma.page.url()).pathname).toBe('/claims/new');
  await emma.page.getByRole('button', { name: 'Account: Emma Employee' }).click();
  await emma.page.getByRole('menuitem', { name: 'Sign out' }).click();
  await emma.page.getByRole('link', { name: 'Sign in' }).first().waitFor();
  expect(emma.complaints).toEqual([]);
});

test('people whom the product does not know, or whose provider does not answer, read why', {
  tags: ['thorough'],
}, async () => {
  const stranger = await Person.arrive(browser, `${product.url}/sign-in`);
  await signInAt(stranger, 's1');
  await stranger.main.getByText('There is no account with your e-mail address.').waitFor();
  await stranger.main.getByRole('button', { name: 'Sign in with another' }).click();
  await stranger.main.getByText('The sign-in provider does not answer.').waitFor();
  expect(stranger.complaints).toEqual([]);
});
