import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { ScreenKind } from '@nonet/language';
import { readArguments } from './arguments.ts';
import buildProgram from './built-program.ts';
import { DIALOGS, type Page } from './screen-dialogs.ts';
import { VISITS, type Visit, withLongWords } from './screen-looks.ts';

/**
 * `npm run screens`: takes a picture of every kind of screen, full, empty, loading, refused and failed, and of the
 * dialogs and menus over it, in each look (`screen-looks.ts`), in a folder of its own (`--only` takes a regular
 * expression: `list loading mouse`). It reports what axe finds, screens that scroll sideways, texts that lie over each
 * other, and short texts that are cut.
 */
const root = path.resolve(import.meta.dirname, '..');
const given = readArguments('Takes pictures of every kind of screen in every state, and prints what axe finds there.', {
  folder: { value: 'FOLDER', help: 'where the pictures go; a new one where none is given' },
  only: { value: 'REGEX', help: 'only screens whose words it finds, as “list loading mouse”' },
});

type Route = Parameters<Parameters<Page['route']>[1]>[0];
type Context = ReturnType<Page['context']>;

/** The requests for a screen's data; those for the product and for the session pass through. */
const DATA = /\/api\/(?!-\/(?:product|session|dev)\b)/;

interface Pictured {
  /** The product that has it; the expenses if it is not said. */
  readonly of?: 'studio';
  readonly by: string | null;
  readonly route: string;
  readonly opens?: string;
  readonly byKeys?: true;
  /** The actions before the picture is taken. */
  readonly open?: (page: Page) => Promise<void>;
}

/** The address of each kind of screen; the document of the pictures has no sign-up and no given screen. */
const KINDS: Readonly<Record<Exclude<ScreenKind, 'given' | 'sign up'>, Pictured>> = {
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

/** The answers to requests for a screen's data. */
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

// Built once: four products that are started from their sources at once would each build the user interface.
process.env['NONET_TEST_PROGRAM'] ??= 'build';
const removeProgram = await buildProgram();
// It reads which program is meant when it is loaded.
const { fillExpenses, fillStudio, findCuts, findOverlaps, findViolations, launchBrowser, signInBrowser, startProduct } =
  await import('@nonet/testing');

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
      if (state !== 'full' && (STILL.has(screen.kind) || screen.open !== undefined)) continue;
      if (state === 'empty' && screen.opens !== undefined) continue;
      for (const visit of VISITS) {
        if (given.only !== undefined && !new RegExp(given.only).test(`${screen.kind} ${state} ${visit.name}`)) continue;
        // Dialogs are opened by their English words.
        if (screen.open !== undefined && visit.language !== 'en-GB') continue;
        if (screen.byKeys && visit.name === 'finger') continue;
        const named = `${screen.kind}-${state}`;
        const report = (look: string, complaint: string) => {
          wrong += 1;
          process.stdout.write(`${named}-${look}: ${complaint}\n`);
        };
        const context = await browser.newContext({
          ...visit.context,
          viewport: sizeOf(visit.looks[0]),
          reducedMotion: 'reduce',
          locale: visit.language,
        });
        // One screen that can't be opened keeps none of the others from being seen.
        await take(context, screen, state, visit, report).catch((error: Error) => report(visit.name, error.message));
        // Requests may be on their way through a route.
        for (const page of context.pages()) await page.unrouteAll({ behavior: 'ignoreErrors' });
        await context.close();
      }
    }
  }
} finally {
  await browser.close();
  await Promise.all([full, empty, fullStudio, emptyStudio].map((product) => product.stop()));
  await removeProgram?.();
}
process.stdout.write(`${folder}: ${wrong === 0 ? 'nothing is wrong' : `${wrong} things are wrong`}\n`);
process.exitCode = wrong === 0 ? 0 : 1;

function sizeOf(look: { readonly width: number; readonly height: number } | undefined) {
  return { width: look?.width ?? 1440, height: look?.height ?? 900 };
}

async function take(
  context: Context,
  screen: (typeof SCREENS)[number],
  state: string,
  visit: Visit,
  report: (look: string, complaint: string) => void,
): Promise<void> {
  const [filled, bare] = screen.of === 'studio' ? [fullStudio, emptyStudio] : [full, empty];
  const { url } = state === 'empty' ? bare : filled;
  context.setDefaultTimeout(30_000);
  if (screen.by !== null) await signInBrowser(context, url, `${screen.by}@example.com`);
  await context.addInitScript((chosen) => localStorage.setItem('nonet language', chosen), visit.language.slice(0, 2));
  const page = await context.newPage();
  let address = url + screen.route;
  if (screen.opens !== undefined) {
    await page.goto(address);
    const row = page.locator('main[data-loaded] [data-record]', { hasText: screen.opens }).first();
    await row.getByRole('link').first().click();
    await page.getByRole('heading', { level: 1, name: screen.opens }).waitFor();
    address = page.url();
  }
  if (visit.hasLongWords)
    await page.route(DATA, async (route) => {
      // The stream of changes would bring the texts as they are.
      if (/\/-\/events/.test(route.request().url())) return;
      const response = await route.fetch();
      const isText = /json/.test(response.headers()['content-type'] ?? '');
      await route.fulfill({ response, ...(isText && { body: withLongWords(await response.text()) }) });
    });
  const answer = STATES[state];
  if (answer) await page.route(DATA, answer);
  await page.goto(address);
  await page
    .locator(state === 'loading' ? 'main' : 'main[data-loaded], main [role=alert]')
    .first()
    .waitFor();
  await screen.open?.(page);
  await page.waitForTimeout(state === 'failed' ? 4_000 : 500);
  for (const look of visit.looks) {
    await page.setViewportSize(sizeOf(look));
    await page.emulateMedia({ colorScheme: look.scheme });
    await page.waitForTimeout(300);
    await writeFile(path.join(folder, `${screen.kind}-${state}-${look.name}.png`), await page.screenshot());
    const sideways = await page.evaluate(() => window.document.documentElement.scrollWidth - window.innerWidth);
    if (sideways > 0) report(look.name, `scrolls sideways by ${sideways} px`);
    for (const overlap of await findOverlaps(page)) report(look.name, `over each other: ${overlap}`);
    for (const cut of await findCuts(page)) report(look.name, `cut: ${cut}`);
    for (const violation of await findViolations(page)) report(look.name, violation);
  }
}
