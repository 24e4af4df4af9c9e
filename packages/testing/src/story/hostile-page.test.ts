import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import path from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { launchBrowser } from '../browser.ts';
import { createTestDatabase } from '../database.ts';
import { hostilePage } from './hostile-page.ts';
import { ProductFolder, type RunningProduct } from './product.ts';

const THEATRE = path.resolve(import.meta.dirname, '../../../server/src/fixtures/given/theatre.md');

/** Pages that end badly, each with the words that are shown in its place. */
const ENDING = {
  flood: '<script>for (let at = 0; at < 100000; at += 1) nonet.list("Seat").catch(() => {});</script>',
  left: '<script>setTimeout(() => { location.href = "/api/-/product"; }, 200);</script>',
  loop: '<script>nonet.ready.then(() => { for (;;) {} });</script>',
};

const heard: string[] = [];
let place: ProductFolder;
let product: RunningProduct;
let browser: Browser;
let foreign: Server;
let database: Awaited<ReturnType<typeof createTestDatabase>>;
beforeAll(async () => {
  browser = await launchBrowser();
  foreign = createServer((request, response) => {
    heard.push(request.url ?? '');
    response.writeHead(200, { 'access-control-allow-origin': '*' }).end('1');
  });
  await new Promise<void>((resolve) => foreign.listen(0, '127.0.0.1', resolve));
  const origin = `http://127.0.0.1:${(foreign.address() as AddressInfo).port}`;
  const theatre = await readFile(THEATRE, 'utf8');
  const pages = { hostile: hostilePage(origin), ...ENDING };
  const screens = Object.keys(pages).map(
    (name) =>
      `### ${name} \`/${name}\`\n\n| part | is |\n| --- | --- |\n| kind | given by screens/${name}.html |\n| for | guest |\n| reads | Seat: number, row |\n| does | Seat: take, update note |\n`,
  );
  const stated = theatre
    .replace(', widget given by widgets/note.html', '')
    .replace(/### Seats `\/`[^]*?(?=### All seats)/, `${screens.join('\n')}\n`)
    .replace(
      '| create, update, delete | yes | no | no |',
      '| create, delete | yes | no | no |\n| update | yes | yes | no |',
    );
  place = await ProductFolder.make(stated);
  await mkdir(path.join(place.folder, 'screens'));
  for (const [name, text] of Object.entries(pages))
    await writeFile(path.join(place.folder, 'screens', `${name}.html`), text);
  database = await createTestDatabase();
  product = await place.start('dev', { DATABASE_URL: database.url });
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  foreign?.close();
  await place?.remove();
  await database?.drop();
});

async function opened(route: string): Promise<Page> {
  const page = await (await browser.newContext()).newPage();
  await page.goto(`${product.url}${route}?as=gus%40example.com`);
  return page;
}

/** The outcome of each attempt; the code of a DOMException (18: SecurityError, 8: NotFoundError) or the name of an error. */
const OUTCOMES = {
  'document of the parent': 'refused: 18',
  'location of the top': 'refused: 18',
  storage: 'refused: 18',
  cookies: 'refused: 18',
  databases: 'refused: 18',
  'fetch of the product': 'refused: TypeError',
  'fetch elsewhere': 'refused: TypeError',
  XMLHttpRequest: 'refused',
  WebSocket: 'refused',
  EventSource: 'refused',
  // The browser says nothing of these: that nobody heard of them is seen elsewhere.
  beacon: 'sent into nothing',
  frame: 'asked',
  form: 'asked',
  download: 'asked',
  alert: 'asked',
  picture: 'refused',
  style: 'refused',
  prefetch: 'refused',
  script: 'refused: TypeError',
  'own script': 'refused: TypeError',
  'handler in a text': 'refused',
  eval: 'refused: EvalError',
  import: 'refused: TypeError',
  worker: 'refused: TypeError',
  popup: 'refused',
  top: 'refused: 18',
  notification: 'default',
  camera: 'refused: 8',
  WebRTC: 'refused: ReferenceError',
  'WebRTC of another frame': 'refused: 18',
  'WebRTC by property': 'refused: TypeError',
  'WebRTC by attribute': 'refused: TypeError',
  'WebRTC by attribute with a namespace': 'refused: TypeError',
  'WebRTC by node of an attribute': 'refused: TypeError',
  'WebRTC by node of an attribute, filled later': 'refused: TypeError',
  'WebRTC by markup': 'refused: TypeError',
  'WebRTC by parsed elsewhere': 'refused: TypeError',
  'WebRTC by written': 'refused: TypeError',
  'WebRTC by data address': 'nothing',
  'WebRTC by blob address': 'nothing',
  'undeclared records': 'refused: NOT_DECLARED',
  'undeclared event': 'refused: NOT_DECLARED',
  'undeclared create': 'refused: NOT_DECLARED',
  'undeclared field': 'refused: NOT_DECLARED',
  'undeclared filter': 'refused: NOT_DECLARED',
  'undeclared order': 'refused: NOT_DECLARED',
  'fields of an answer': 'id,_title,number,row',
  'another screen': 'id,_title,number,row',
  'path in an id': 'refused: NOT_FOUND',
  prototype: 'refused: NOT_DECLARED',
  'name of a prototype': 'refused: NOT_DECLARED',
  'second channel': 'nothing',
};

test('2: a hostile page gets nothing but what its screen declares', { tags: ['thorough'] }, async () => {
  const page = await opened('/hostile');
  const noticed: string[] = [];
  page.on('dialog', (dialog) => {
    noticed.push(dialog.message());
    void dialog.dismiss();
  });
  page.on('download', (download) => noticed.push(download.url()));
  const outcomes = page.frameLocator('iframe').locator('#outcomes');
  await expect.poll(() => outcomes.textContent(), { timeout: 60_000 }).toMatch(/\}$/);
  expect(JSON.parse((await outcomes.textContent()) ?? '')).toEqual(OUTCOMES);
  expect({ heard, noticed, pages: page.context().pages().length }).toEqual({ heard: [], noticed: [], pages: 1 });
  expect(new URL(page.url()).pathname).toBe('/hostile');
  expect(await page.evaluate(() => 'polluted' in {})).toBe(false);
  await page.getByText('This part asked for').waitFor();
});

test.each([
  ['flood', 'This part was stopped'],
  ['left', 'This part went to another address'],
  ['loop', 'This part does not answer'],
])(
  '2: a page that ends in a %s is closed, and the product can be used',
  { tags: ['thorough'] },
  async (name, shown) => {
    const page = await opened(`/${name}`);
    // It may have ended before anybody looks.
    await page.locator('iframe').or(page.getByText(shown)).first().waitFor();
    await page.getByRole('link', { name: 'hostile' }).click();
    await page.waitForURL('**/hostile');
    await page.getByRole('link', { name }).click();
    await page.getByText(shown).waitFor();
    expect(await page.locator('iframe').count()).toBe(0);
  },
);
