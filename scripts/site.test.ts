import { createServer } from 'node:http';
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { findViolations, launchBrowser } from '@nonet/testing';
import { checkDocument } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { renderSite } from './site/render-site.ts';
import { writeSite } from './site/write-site.ts';
import type { Part } from './site/library-parts.ts';

describe('without its scripts', () => {
  const { texts, files } = renderSite();
  const pages = [...texts].filter(([href]) => href.endsWith('.html'));
  const served = new Set([...texts.keys(), ...files.values(), 'style.css', 'main.js']);
  const idsOf = new Map(
    pages.map(([href, html]) => [href, new Set([...html.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id))]),
  );

  test('each link of a page leads to a file of the site, and to a heading that is there', () => {
    const dead = pages.flatMap(([from, html]) =>
      [...html.matchAll(/ (?:href|src)="([^"]*)"/g)].flatMap(([, link = '']) => {
        const url = new URL(link, `http://site/${from}`);
        if (url.host !== 'site') return [];
        const href = url.pathname.slice(1) || 'index.html';
        const isThere =
          served.has(href) && (url.hash === '' || idsOf.get(href)?.has(decodeURIComponent(url.hash.slice(1))));
        return isThere === true ? [] : [`${from}: ${link}`];
      }),
    );
    expect(dead).toEqual([]);
  });

  test('each diagnostic has a page, and each page is found by its title', () => {
    expect(pages.filter(([href]) => /^codes\/n\d{3}\.html$/.test(href)).length).toBeGreaterThan(300);
    const index = texts.get('search.json') ?? '';
    const titles = pages.map(([, html]) => /<h1[^>]*>(.*?)<\/h1>/s.exec(html)?.[1]);
    expect(titles).not.toContain(undefined);
    expect(pages.filter(([href]) => !index.includes(`"${href}"`)).map(([href]) => href)).toEqual([]);
  });

  test('the blocks of the reference are one document, and each has its place in it', () => {
    const parts = JSON.parse(texts.get('library.json') ?? '[]') as Part[];
    const files = JSON.parse(texts.get('library-files.json') ?? '{}') as Record<string, string>;
    const { plan } = checkDocument({ path: 'spec.md', text: parts.map(({ text }) => text).join('\n\n') }, (file) => ({
      kind: 'file',
      text: files[file] ?? '',
    }));
    expect(plan).not.toBeNull();
    const offered = pages.flatMap(([, html]) => [...html.matchAll(/ data-part="([^"]+)"/g)].map(([, id]) => id));
    expect(new Set(offered)).toEqual(new Set(parts.flatMap(({ id }) => id ?? [])));
    expect(new Set(offered).size).toBe(offered.length);
    expect(offered.length).toBeGreaterThan(15);
  });
});

test('in a browser, it is searched, and its documents are changed and checked', { tags: ['thorough'] }, async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nonet-site-'));
  await writeSite(folder);
  const server = createServer((request, response) => {
    const file = new URL(request.url ?? '/', 'http://site').pathname.replace(/\/$/, '/index.html');
    readFile(path.join(folder, file)).then(
      (content) => response.writeHead(200, { 'content-type': TYPES[path.extname(file)] ?? 'image/png' }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const browser = await launchBrowser();
  try {
    const page = await browser.newPage();
    const faults: string[] = [];
    page.on('pageerror', (error) => faults.push(error.message));
    page.on('response', (response) => {
      if (response.status() >= 400 && !response.url().endsWith('/favicon.ico')) faults.push(response.url());
    });
    await page.goto(`${url}/index.html`);
    await page.getByRole('searchbox').fill('gapless');
    await page.locator('#found').getByRole('link', { name: 'Gapless numbers' }).first().click();
    await page.getByRole('heading', { level: 1, name: 'Gapless numbers' }).waitFor();
    await breaksAndMends(page);
    expect(await findViolations(page)).toEqual([]);

    await page.goto(`${url}/language/5-rules.html`);
    await breaksAndMends(page);
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme });
      expect(await findViolations(page)).toEqual([]);
    }
    await page.setViewportSize({ width: 390, height: 800 });
    for (const address of ['index.html', 'language/3-entities.html', 'codes/index.html', 'documents/expenses.html']) {
      await page.goto(`${url}/${address}`);
      expect(await findViolations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
    }
    expect(faults).toEqual([]);
  } finally {
    await browser.close();
    server.close();
    await rm(folder, { recursive: true });
  }
});

const TYPES: Readonly<Record<string, string>> = {
  '.html': 'text/html; charset=utf-8',
  '.css': 'text/css',
  '.js': 'text/javascript',
  '.json': 'application/json',
};

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

/** Opens the first document of a page: it has no error; a table that nobody knows is one, and it is taken back. */
async function breaksAndMends(page: Page): Promise<void> {
  const place = page.locator('.try').first();
  await place.getByRole('button', { name: 'Change and check it here' }).click();
  const report = place.getByRole('status');
  await report.getByText(/^(?:Nothing to report|\d+ disclosures?)$/).waitFor();
  await place.getByRole('textbox', { name: 'The document' }).press('ControlOrMeta+End');
  await page.keyboard.insertText('\n\n| colour | taste |\n| --- | --- |\n| red | sweet |\n');
  await report.getByText(/^\d+ errors?/).waitFor();
  await report
    .getByRole('link', { name: /^error N\d{3}$/ })
    .first()
    .waitFor();
  await place.getByRole('button', { name: 'As it was' }).click();
  await report.getByText(/^(?:Nothing to report|\d+ disclosures?)$/).waitFor();
}
