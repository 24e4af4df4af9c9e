import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ScreenKind } from '@nonet/language';
import { fillExpenses, fillStudio, findViolations, launchBrowser, signInBrowser, startProduct } from '@nonet/testing';
import { DIALOGS, type Page } from './screen-dialogs.ts';
import { readArguments } from './arguments.ts';

/**
 * `npm run screens`: takes a picture of every kind of screen, wide and narrow, light and dark, full, empty, loading,
 * refused and failed, and of the dialogs and menus over it, in a folder of its own (`--only` takes a regular
 * expression: `list loading`). It reports what axe finds, and screens that scroll sideways.
 */
const root = path.resolve(import.meta.dirname, '..');
const given = readArguments('Takes pictures of every kind of screen in every state, and prints what axe finds there.', {
  folder: { value: 'FOLDER', help: 'where the pictures go; a new one where none is given' },
  only: { value: 'REGEX', help: 'only screens whose words it finds, as “list loading”' },
});

type Route = Parameters<Parameters<Page['route']>[1]>[0];

const WIDTHS = { wide: { width: 1440, height: 900 }, narrow: { width: 390, height: 844 } } as const;
const SCHEMES = ['light', 'dark'] as const;

interface Pictured {
  /** The product that has it; the expenses if it is not said. */
  readonly of?: 'studio';
  readonly by: string | null;
  readonly route: string;
  readonly opens?: string;
  /** The actions before the picture is taken. */
  readonly open?: (page: Page) => Promise<void>;
}

/** The address of each kind of screen; the document of the pictures has no sign-up. */
const KINDS: Readonly<Record<Exclude<ScreenKind, 'sign up'>, Pictured>> = {
  'sign in': { by: null, route: '/sign-in' },
  page: { by: null, route: '/policy' },
  dashboard: { by: 'mo', route: '/' },
  list: { by: 'emma', route: '/claims' },
  form: { by: 'emma', route: '/claims/new' },
  record: { by: 'emma', route: '/claims', opens: 'Team dinner' },
  board: { by: 'finn', route: '/finance' },
  calendar: { by: 'emma', route: '/trips' },
  timeline: { of: 'studio', by: 'ines', route: '/' },
  gallery: { of: 'studio', by: 'ines', route: '/props' },
};

const SCREENS: readonly (Pictured & { readonly kind: string })[] = [
  ...Object.entries(KINDS).map(([kind, pictured]) => ({ kind: kind.replace(' ', '-'), ...pictured })),
  { kind: 'approvals', by: 'mo', route: '/approvals' },
  { kind: 'document', by: 'emma', route: '/-/document' },
  { kind: 'versions', by: 'emma', route: '/-/document?view=versions' },
  ...(['days', 'months'] as const).map((view): Pictured & { kind: string } => ({
    of: 'studio',
    kind: `timeline-${view}`,
    by: 'ines',
    route: `/?view=${view}`,
  })),
  ...(['week', 'day'] as const).map((view): Pictured & { kind: string } => ({
    of: 'studio',
    kind: `hours-${view}`,
    by: 'ines',
    route: `/rooms?view=${view}`,
  })),
  ...DIALOGS,
];

const REFUSED = {
  type: 'about:blank',
  title: 'Forbidden',
  status: 403,
  detail: 'You are not allowed to do this.',
  code: 'FORBIDDEN',
  clause: '6.Claim.read',
};

/** The answers to requests for a screen's data; requests for the product and for the session pass through. */
const STATES: Readonly<Record<string, ((route: Route) => Promise<void> | void) | null>> = {
  full: null,
  empty: null,
  // Never answered.
  loading: () => undefined,
  refused: (route) =>
    route.fulfill({ status: 403, contentType: 'application/problem+json', body: JSON.stringify(REFUSED) }),
  failed: (route) => route.abort(),
};
/** Screens that have no data of their own to wait for. */
const STILL: ReadonlySet<string> = new Set(['sign-in', 'page']);

const folder = given.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'nonet-screens-')));
await mkdir(folder, { recursive: true });
const example = await readFile(path.join(root, 'examples', 'expenses', 'spec.md'), 'utf8');
// The list of categories has an import, too.
const document = example
  .replace(/(### Categories [\s\S]*?\| actions \| create, edit, delete) \|/, '$1, import |')
  .replace(/(#### Category[\s\S]*?\| create, update, delete) \|/, '$1, import |');
const studio = await readFile(path.join(root, 'examples', 'studio', 'spec.md'), 'utf8');
const [browser, full, empty, fullStudio, emptyStudio] = await Promise.all([
  launchBrowser(),
  startProduct(document, {}),
  startProduct(document, {}),
  startProduct(studio, {}),
  startProduct(studio, {}),
]);
let wrong = 0;
try {
  await Promise.all([fillExpenses(full.url), fillStudio(fullStudio.url)]);
  for (const state of Object.keys(STATES)) {
    for (const screen of SCREENS) {
      if (given.only !== undefined && !new RegExp(given.only).test(`${screen.kind} ${state}`)) continue;
      if (state !== 'full' && (STILL.has(screen.kind) || screen.open !== undefined)) continue;
      if (state === 'empty' && screen.opens !== undefined) continue;
      for (const [width, viewport] of Object.entries(WIDTHS)) {
        for (const colorScheme of SCHEMES) {
          const context = await browser.newContext({ viewport, colorScheme, reducedMotion: 'reduce', locale: 'en-GB' });
          const name = `${screen.kind}-${state}-${width}-${colorScheme}`;
          for (const complaint of await take(await context.newPage(), screen, state, name)) {
            wrong += 1;
            process.stdout.write(`${name}: ${complaint}\n`);
          }
          await context.close();
        }
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all([full, empty, fullStudio, emptyStudio].map((product) => product.stop()));
}
process.stdout.write(`${folder}: ${wrong === 0 ? 'nothing is wrong' : `${wrong} things are wrong`}\n`);
process.exitCode = wrong === 0 ? 0 : 1;

async function take(page: Page, screen: (typeof SCREENS)[number], state: string, name: string): Promise<string[]> {
  const [filled, bare] = screen.of === 'studio' ? [fullStudio, emptyStudio] : [full, empty];
  const { url } = state === 'empty' ? bare : filled;
  if (screen.by !== null) await signInBrowser(page.context(), url, `${screen.by}@example.com`);
  let address = url + screen.route;
  if (screen.opens !== undefined) {
    await page.goto(address);
    await page.getByRole('row', { name: screen.opens }).getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: screen.opens }).waitFor();
    address = page.url();
  }
  const answer = STATES[state];
  if (answer) await page.route(/\/api\/(?!-\/(?:product|session|dev)\b)/, answer);
  await page.goto(address);
  await page
    .locator(state === 'loading' ? 'main' : 'main[data-loaded], main [role=alert]')
    .first()
    .waitFor();
  await screen.open?.(page);
  await page.waitForTimeout(state === 'failed' ? 4_000 : 700);
  await writeFile(path.join(folder, `${name}.png`), await page.screenshot());
  const sideways = await page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth);
  return [...(sideways > 0 ? [`scrolls sideways by ${sideways} px`] : []), ...(await findViolations(page))];
}
