import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { createClient, withCookies } from '@nonet/client';
import type { Browser, Download } from 'playwright-core';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { launchBrowser } from '../browser.ts';
import { Person } from './pages.ts';
import { type RunningProduct, startProduct } from './product.ts';

const document = await readFile(path.resolve(import.meta.dirname, '../../../../examples/expenses/spec.md'), 'utf8');

const PDF = Buffer.from('%PDF-1.4\n1 0 obj\n<< /Type /Catalog >>\nendobj\ntrailer << /Root 1 0 R >>\n%%EOF\n');
const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const SCRIPT = '<script>document.title = "taken over"; fetch("/api/-/session", { method: "DELETE" })</script>';
const ACTIVE: [name: string, content: string][] = [
  ['photo.png', `<!doctype html><title>page</title>${SCRIPT}`],
  ['drawing.png', `<svg xmlns="http://www.w3.org/2000/svg" onload="document.title='taken over'">${SCRIPT}</svg>`],
  ['drawing.svg', `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg">${SCRIPT}</svg>`],
];

describe('receipts in a browser', () => {
  let product: RunningProduct;
  let browser: Browser;
  let emma: Person;
  const client = () => createClient({ baseUrl: product.url, fetch });
  const fetch = withCookies();
  let category: string;

  beforeAll(async () => {
    [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
    const account = (await client().demoAccounts()).find(({ name }) => name === 'Emma Employee');
    await client().signInAs(account?.id ?? '');
    category = (await client().list('categories', { filters: { name: 'Travel' } })).items[0]?.id ?? '';
    emma = await Person.signIn(browser, product.url, 'Emma Employee');
  });
  afterAll(async () => {
    await emma?.close();
    await Promise.all([browser?.close(), product?.stop()]);
  });

  const claimWith = (receipt: string) =>
    client().create('claims', {
      purpose: 'With a receipt',
      from: '2026-01-10',
      to: '2026-01-11',
      lines: [{ date: '2026-01-10', category, description: 'Train', amount: '30', receipt }],
    });

  test.each([
    ['receipt.pdf', PDF],
    ['receipt.png', PNG],
  ] as const)('%s comes back from the page of its claim, byte for byte', async (name, content) => {
    const { id } = await client().upload(new Blob([content]), name);
    const { record } = await claimWith(id);
    await emma.page.goto(`${product.url}/claims/${record.id}`);
    const widths = () =>
      emma.main.locator('img').evaluateAll((all) => all.map((image) => (image as HTMLImageElement).naturalWidth));
    await expect.poll(widths).toEqual(name.endsWith('.png') ? [1] : []);
    await emma.main
      .getByRole('link', { name: new RegExp(name) })
      .first()
      .click();
    const preview = emma.page.getByRole('dialog', { name });
    // A browser without a window shows no PDF, like most telephones, and says so.
    const shown = name.endsWith('.png')
      ? preview.locator(`img[alt="${name}"]`)
      : preview.locator(`iframe[title="${name}"]`).or(preview.getByText('This browser shows no PDF here'));
    await shown.waitFor();
    expect(await preview.locator('iframe').count()).toBe(
      name.endsWith('.pdf') && (await emma.page.evaluate(() => navigator.pdfViewerEnabled)) ? 1 : 0,
    );
    const link = preview.getByRole('link', { name: new RegExp(`Download ${name}`) });
    const [download] = await Promise.all([emma.page.waitForEvent('download'), link.click()]);
    expect(download.suggestedFilename()).toBe(name);
    expect(await contentOf(download)).toEqual(content);
  });

  test('a file that is taken out does not come back with the upload that replaced it', {
    tags: ['thorough'],
  }, async () => {
    const { id } = await client().upload(new Blob([PDF]), 'former.pdf');
    const { record } = await claimWith(id);
    await emma.page.goto(`${product.url}/claims/${record.id}`);
    await emma.main.getByRole('button', { name: 'Edit', exact: true }).click();
    const dialog = emma.page.getByRole('dialog');
    await dialog.getByText('former.pdf').waitFor();
    const arrival = Promise.withResolvers<void>();
    await emma.page.route('**/api/-/files', async (route) => {
      await arrival.promise;
      await route.continue();
    });
    const uploaded = emma.page.waitForResponse('**/api/-/files');
    const next = { name: 'next.pdf', mimeType: 'application/pdf', buffer: PDF };
    await dialog.locator('input[name="lines.0.receipt"]').setInputFiles(next);
    await dialog.getByRole('button', { name: 'Remove: former.pdf' }).click();
    arrival.resolve();
    await (await uploaded).finished();
    // The form can be saved again once nothing is on its way.
    await dialog.getByRole('button', { name: 'Save' }).click();
    await dialog.waitFor({ state: 'detached' });
    await emma.page.unroute('**/api/-/files');
    const saved = await client().read('claims', record.id, { expand: ['lines'] });
    expect(saved.record.lines).toMatchObject([{ receipt: null }]);
  });

  test('an image opened by its own address is shown, in a page that can do nothing', async () => {
    const { id } = await client().upload(new Blob([PNG]), 'receipt.png');
    const answer = await emma.page.goto(client().fileUrl(id));
    expect(answer?.headers()).toMatchObject({ 'content-type': 'image/png', 'x-content-type-options': 'nosniff' });
    expect(answer?.headers()['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
    expect(await emma.page.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth)).toBe(1);
  });

  test.each(ACTIVE)('%s that is something else is no receipt, and is only saved', async (name, content) => {
    const { id, type } = await client().upload(new Blob([content]), name);
    expect(type).not.toMatch(/^image\/png|html|svg/);
    await expect(claimWith(id)).rejects.toMatchObject({ code: 'INVALID' });

    await emma.page.goto(`${product.url}/claims`);
    const opening = emma.page.goto(client().fileUrl(id)).then(
      () => 'opened',
      (error: Error) => error.message,
    );
    const download = await emma.page.waitForEvent('download');
    expect(await contentOf(download)).toEqual(Buffer.from(content));
    // The browser stays where it was.
    expect(await opening).toMatch(/Download is starting|ERR_ABORTED/);
    expect(await emma.page.title()).not.toBe('taken over');
    expect((await client().session()).user?.name).toBe('Emma Employee');
    // Put into a page of the product by force, it is not run as a script or shown as an image either.
    const outcome = await emma.page.evaluate(
      (source) =>
        new Promise<string>((resolve) => {
          const image = new Image();
          image.addEventListener('load', () => resolve('shown'));
          image.addEventListener('error', () => resolve('refused'));
          image.src = source;
        }),
      client().fileUrl(id),
    );
    expect(outcome).toBe('refused');
  });
});

async function contentOf(download: Download): Promise<Buffer> {
  return readFile(await download.path());
}
