import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join as joinPath } from 'node:path';
import { brotliCompressSync, brotliDecompressSync, gunzipSync, gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { ProductView } from '@nonet/client';
import { firstPage } from './routes/first-page.ts';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const HTML = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' };
const UNDETERMINED = `# Specification: nobody knows\n\n${[1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `## ${n}. Point\n\nnot shown\n`).join('\n')}`;
const SHELL =
  '<!doctype html><html lang="en"><head><title>…</title></head><body class="shell"><div id="root"><!--frame--></div></body></html>';

let uiFolder: string;
beforeAll(async () => {
  uiFolder = await mkdtemp(joinPath(tmpdir(), 'ui-'));
  await mkdir(joinPath(uiFolder, 'assets'));
  await writeFile(joinPath(uiFolder, 'index.html'), SHELL);
  await writeFile(
    joinPath(uiFolder, 'screens.json'),
    JSON.stringify({ list: ['assets/list-1.js', 'assets/list-1.css'] }),
  );
  await writeFile(joinPath(uiFolder, 'assets', 'main-abc123.js'), 'export {};');
  await writeFile(joinPath(uiFolder, 'assets', 'main-abc123.js.br'), brotliCompressSync('export {};'));
  await writeFile(joinPath(uiFolder, 'assets', 'main-abc123.js.gz'), gzipSync('export {};'));
  await writeFile(joinPath(uiFolder, 'icon.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>');
});
afterAll(() => rm(uiFolder, { recursive: true }));

describe('pages of a product', () => {
  let desk: TestServer;
  let mia: string;
  beforeAll(async () => {
    desk = await serve(planFrom('desk.md'), { uiFolder });
    mia = await join(desk, 'mia@example.com');
  });
  afterAll(() => desk?.close());

  test.each([
    ['/', 200],
    ['/tickets', 200],
    ['/tickets/0199', 200],
    ['/inbox', 404],
    ['/plans', 501],
    ['/nowhere', 404],
    ['/-/document', 404],
  ])('%s is the shell, with %i', async (url, status) => {
    const answer = await desk.ask('GET', url, { cookie: mia, headers: HTML });
    expect(answer.statusCode).toBe(status);
    expect(answer.body).toContain('shell');
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  const broughtBy = (page: string) =>
    /<script type="application\/json" id="product">(.*)<\/script><\/body>/.exec(page)?.[1] ?? '';

  test.each([['mia'], [null]])('a page brings what %s may know of the product, as the API answers it', async (who) => {
    const cookie = who === null ? {} : { cookie: mia };
    const page = await desk.ask('GET', '/tickets', { ...cookie, headers: HTML });
    const product = await desk.ask('GET', '/api/-/product', cookie);
    expect(JSON.parse(broughtBy(page.body))).toEqual(product.json());
  });

  test('a page links to the files of its screen, and draws what needs no script', async () => {
    const { body } = await desk.ask('GET', '/tickets', { cookie: mia, headers: HTML });
    expect(body).toContain('<link rel="modulepreload" crossorigin href="/assets/list-1.js">');
    expect(body).toContain('<link rel="stylesheet" crossorigin href="/assets/list-1.css">');
    expect(body).toMatch(/<div class="arriving-title">[^<]+<\/div>/);
    expect((await desk.ask('GET', '/nowhere', { cookie: mia, headers: HTML })).body).not.toContain('modulepreload');
    expect((await desk.ask('GET', '/screens.json')).statusCode).toBe(404);
  });

  test('no text of a document ends the data of a page, or becomes markup in it', async () => {
    const product = (await desk.ask('GET', '/api/-/product', { cookie: mia })).json<ProductView>();
    const title = '</script><img src=x> $& <!--';
    const page = firstPage(SHELL, { ...product, title }, null, {});
    expect(page.match(/<img|<script/g)).toEqual(['<script']);
    expect(JSON.parse(broughtBy(page))).toMatchObject({ title });
  });

  test('whoever is not signed in yet gets the shell to sign in', async () => {
    expect((await desk.ask('GET', '/inbox', { headers: HTML })).statusCode).toBe(200);
  });

  test('hashed files are kept for good, others asked for again', async () => {
    const asset = await desk.ask('GET', '/assets/main-abc123.js');
    expect(asset.headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect(asset.headers['content-type']).toContain('javascript');
    expect((await desk.ask('GET', '/icon.svg')).headers['cache-control']).toBe('no-cache');
    expect((await desk.ask('GET', '/assets/missing.js')).statusCode).toBe(404);
    expect((await desk.ask('GET', '/..%2f..%2fetc/passwd')).statusCode).toBe(404);
  });

  test.each([
    ['gzip, deflate, br, zstd', 'br', brotliDecompressSync],
    ['gzip', 'gzip', gunzipSync],
    ['br;q=0, gzip;q=0.5', 'gzip', gunzipSync],
  ] as const)('what accepts %s gets %s, of files and of answers', async (accepts, encoding, decompress) => {
    for (const url of ['/assets/main-abc123.js', '/api/-/product', '/api/openapi.json']) {
      const headers = { 'accept-encoding': accepts };
      const [plain, compressed] = [
        await desk.ask('GET', url, { cookie: mia }),
        await desk.ask('GET', url, { cookie: mia, headers }),
      ];
      expect(plain.headers['content-encoding'], url).toBeUndefined();
      expect(compressed.headers, url).toMatchObject({ 'content-encoding': encoding });
      expect(String(compressed.headers['vary']), url).toMatch(/Accept-Encoding/i);
      expect(compressed.headers['content-type'], url).toBe(plain.headers['content-type']);
      expect(decompress(compressed.rawPayload).toString(), url).toBe(plain.body);
    }
  });

  test('the compressed form of a file has no address', async () => {
    expect((await desk.ask('GET', '/assets/main-abc123.js.br')).statusCode).toBe(404);
  });
});

describe('a document that determines nothing', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await serve(planFrom('nothing.md', UNDETERMINED), { uiFolder });
  });
  afterAll(() => server?.close());

  test.each([
    ['GET', '/api/claims', '3'],
    ['POST', '/api/claims', '3'],
    ['PATCH', '/api/claims/1', '3'],
    ['POST', '/api/claims/1/approve', '3'],
    ['GET', '/api/users', '3'],
    ['GET', '/api/a/b/c/d/e', '3'],
    ['PUT', '/api/claims', '3'],
    ['GET', '/api/-/session', '6'],
    ['POST', '/api/-/session', '6'],
    ['GET', '/api/-/dashboards/overview', '2'],
    ['POST', '/api/-/files', '3'],
    ['GET', '/claims', '2'],
    ['POST', '/claims', '2'],
  ] as const)('%s %s is not specified by point %s', async (method, url, clause) => {
    const answer = await server.ask(method, url);
    expect(answer.statusCode).toBe(501);
    expect(answer.json()).toMatchObject({ code: 'NOT_SPECIFIED', clause, sentence: 'not shown' });
  });

  test('its pages are the shell that shows so', async () => {
    expect((await server.ask('GET', '/', { headers: HTML })).statusCode).toBe(200);
    const answer = await server.ask('GET', '/claims', { headers: HTML });
    expect(answer.statusCode).toBe(501);
    expect(answer.body).toContain('shell');
  });

  test('the document is the product, for everyone', async () => {
    const product = (await server.ask('GET', '/api/-/product')).json();
    expect(product).toMatchObject({
      title: 'nobody knows',
      screens: [],
      entities: {},
      user: null,
      document: true,
      gaps: 9,
    });
    const document = (await server.ask('GET', '/api/-/document')).json();
    expect(document.points.every(({ open }: { open: boolean }) => open)).toBe(true);
    expect((await server.ask('GET', '/api/openapi.json')).json().paths).toEqual({});
  });

  test('a request for it is counted', async () => {
    const hits = async () =>
      (await server.ask('GET', '/api/gaps')).json().find(({ clause }: { clause: string }) => clause === '3').hits;
    const before = await hits();
    await server.ask('GET', '/api/claims');
    expect(await hits()).toBe(before + 1);
  });

  test('the interface that looks for demo people is nobody who ran into it', async () => {
    const developed = await serve(planFrom('nothing.md', UNDETERMINED), { mode: 'dev' });
    try {
      expect((await developed.ask('GET', '/api/-/dev/accounts')).json()).toEqual([]);
      const gaps: { hits: number }[] = (await developed.ask('GET', '/api/gaps')).json();
      expect(gaps.map((gap) => gap.hits)).toEqual(gaps.map(() => 0));
    } finally {
      await developed.close();
    }
  });
});

describe('a document with one open point', () => {
  test('with open screens has its API all the same', async () => {
    const text = await readFile(new URL('fixtures/desk.md', import.meta.url), 'utf8');
    const open = text.replace(
      /## 2\. Screens and routes[\s\S]*?## 3\./,
      '## 2. Screens and routes\n\nnot shown\n\n## 3.',
    );
    const server = await serve(planFrom('open.md', open), { uiFolder });
    try {
      const mia = await join(server, 'mia@example.com');
      expect((await server.ask('GET', '/tickets', { cookie: mia, headers: HTML })).statusCode).toBe(501);
      expect((await server.ask('GET', '/api/tickets', { cookie: mia })).statusCode).toBe(200);
      expect((await server.ask('GET', '/api/-/dashboards/overview', { cookie: mia })).json()).toMatchObject({
        clause: '2',
      });
    } finally {
      await server.close();
    }
  });
});
