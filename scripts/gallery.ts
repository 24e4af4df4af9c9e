import { mkdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { fillExpenses, fillReadingRoom, fillStudio, launchBrowser, signInBrowser, startProduct } from '@nonet/testing';

/**
 * Takes the pictures of docs/gallery.md and of the README from running products. Writes docs/images and nothing else.
 */
const root = path.resolve(import.meta.dirname, '..');
const images = path.join(root, 'docs', 'images');
const MOST_BYTES = 120_000;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

interface Picture {
  readonly name: string;
  /** The reader; null is somebody who is not signed in. */
  readonly by: string | null;
  readonly route: string;
  readonly height: number;
  readonly scheme?: 'dark';
  readonly width?: number;
  /** The record that is opened from the list at `route`, by a part of its row. */
  readonly opens?: string;
  /** Presses the button that saves an empty form. */
  readonly saves?: string;
}

const EXPENSES: readonly Picture[] = [
  { name: 'dashboard', by: 'mo', route: '/', height: 560 },
  { name: 'list', by: 'emma', route: '/claims', height: 620 },
  { name: 'list-dark', by: 'emma', route: '/claims', height: 620, scheme: 'dark' },
  { name: 'approvals', by: 'mo', route: '/approvals', height: 340 },
  { name: 'record', by: 'emma', route: '/claims', opens: 'Team dinner', height: 700 },
  { name: 'form', by: 'emma', route: '/claims/new', saves: 'Save', height: 830 },
  { name: 'board', by: 'finn', route: '/finance', height: 640 },
  { name: 'calendar', by: 'emma', route: '/trips', height: 720 },
  { name: 'people', by: 'ada', route: '/people', height: 470 },
  { name: 'page', by: null, route: '/policy', height: 300 },
  { name: 'sign-in', by: null, route: '/sign-in', height: 620 },
  { name: 'document', by: 'emma', route: '/-/document', height: 620 },
  { name: 'states', by: 'emma', route: '/-/document?view=states', height: 700 },
  { name: 'permissions', by: 'emma', route: '/-/document?view=permissions', height: 620 },
  { name: 'narrow', by: 'mo', route: '/approvals', height: 700, width: 390 },
];
const STUDIO: readonly Picture[] = [
  { name: 'timeline', by: 'ines', route: '/', height: 480 },
  { name: 'hours', by: 'ines', route: '/rooms?view=day', height: 700 },
  { name: 'gallery', by: 'ines', route: '/props', height: 780 },
];
const READING_ROOM: readonly Picture[] = [{ name: 'reading-room', by: null, route: '/', height: 700 }];

/** The whole products of `examples/products`, with their demo records alone. */
const PRODUCTS: readonly (Picture & { readonly product: string })[] = [
  { product: 'lending', name: 'lending', by: 'desk', route: '/overview', height: 560 },
  { product: 'complaints', name: 'complaints', by: 'carla', route: '/complaints', height: 520 },
  { product: 'trial-visits', name: 'trial-visits', by: 'cora', route: '/windows', height: 480 },
  { product: 'help-desk', name: 'help-desk', by: 'arno', route: '/queue', height: 420 },
  { product: 'applicants', name: 'applicants', by: 'rita', route: '/pipeline', height: 560 },
  { product: 'inventory', name: 'inventory', by: 'bea', route: '/', height: 480 },
  { product: 'booking', name: 'booking', by: 'olga', route: '/bookings', height: 520 },
  { product: 'invoices', name: 'invoices', by: 'bruno', route: '/', height: 620 },
  { product: 'leave', name: 'leave', by: 'sven', route: '/away', height: 480 },
  { product: 'maintenance', name: 'maintenance', by: 'helga', route: '/work', height: 520 },
  { product: 'membership', name: 'membership', by: 'silke', route: '/applications', height: 380 },
  { product: 'grants', name: 'grants', by: 'bodil', route: '/decide', height: 380 },
];

await mkdir(images, { recursive: true });
const browser = await launchBrowser();
try {
  await take('expenses', fillExpenses, EXPENSES);
  await take('studio', fillStudio, STUDIO);
  await take('reading-room', fillReadingRoom, READING_ROOM);
  for (const picture of PRODUCTS)
    await take(`products/${picture.product}.md`, async () => {}, [{ ...picture, name: `product-${picture.name}` }]);
} finally {
  await browser.close();
}

async function take(example: string, fill: (url: string) => Promise<void>, pictures: readonly Picture[]) {
  const file = example.endsWith('.md') ? example : path.join(example, 'spec.md');
  const document = await readFile(path.join(root, 'examples', file), 'utf8');
  const product = await startProduct(document, {});
  try {
    await fill(product.url);
    for (const picture of pictures) await takeOne(product.url, picture);
  } finally {
    await product.stop();
  }
}

async function takeOne(url: string, picture: Picture): Promise<void> {
  const context = await browser.newContext({
    viewport: { width: picture.width ?? 1440, height: picture.height },
    colorScheme: picture.scheme ?? 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
  });
  if (picture.by !== null) await signInBrowser(context, url, `${picture.by}@example.com`);
  const page = await context.newPage();
  const main = page.locator('main[data-loaded]');
  await page.goto(url + picture.route);
  await main.waitFor();
  if (picture.opens !== undefined) {
    await main.getByRole('row', { name: picture.opens }).getByRole('link').first().click();
    await main.getByRole('heading', { level: 1, name: picture.opens }).waitFor();
    // The history is loaded after the record itself.
    await main.getByRole('listitem').first().waitFor();
  }
  if (picture.saves !== undefined) {
    await main.getByRole('button', { name: picture.saves, exact: true }).click();
    await main.getByRole('alert').first().waitFor();
    // Something else is below the pointer by now.
    await page.mouse.move(0, 0);
  }
  const taken = await still(page);
  if (taken.length > MOST_BYTES)
    throw new Error(`${picture.name}.png has ${taken.length} bytes, more than ${MOST_BYTES}.`);
  await writeFile(path.join(images, `${picture.name}.png`), taken);
  process.stdout.write(`${picture.name}.png ${Math.round(taken.length / 1000)} kB\n`);
  await context.close();
}

/** Waits until two pictures of the page are equal: charts and the history are drawn late. */
async function still(page: Page): Promise<Buffer> {
  let before = await page.screenshot();
  for (let tries = 0; tries < 40; tries += 1) {
    await page.waitForTimeout(250);
    const now = await page.screenshot();
    if (now.equals(before)) return now;
    before = now;
  }
  throw new Error(`${page.url()} does not come to rest.`);
}
