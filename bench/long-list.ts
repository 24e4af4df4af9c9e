import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { fillParts, launchBrowser, signInBrowser, startProduct } from '@nonet/testing';

/**
 * `npm run bench:list`: how long a list of 10,000 rows blocks a real browser while it is scrolled from its top to its
 * bottom, and while it is filtered: the longest time between two frames, the longest task, the processor time of the
 * longest one (which other programs on the machine do not lengthen), and the layout shift.
 */
const ROWS = Number(process.argv[2] ?? 10_000);
const WHEEL_PIXELS = 2_400;

type Page = Awaited<ReturnType<Awaited<ReturnType<typeof launchBrowser>>['newPage']>>;

/** The parts of an event of Chrome's tracing that are read here. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  /** Processor time in microseconds. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

interface Watched {
  /** The longest time between two frames, in milliseconds. */
  gap: number;
  /** The longest task, in milliseconds; 0 if none took 50. */
  task: number;
  shift: number;
}

const document = await readFile(path.resolve(import.meta.dirname, '../packages/testing/src/filled/parts.md'), 'utf8');
const [browser, product] = await Promise.all([launchBrowser(), startProduct(document, {})]);
try {
  await fillParts(product.url, ROWS);
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, locale: 'en-GB' });
  await signInBrowser(context, product.url, 'kim@example.com');
  const page = await context.newPage();
  await page.addInitScript(watch);
  await page.goto(`${product.url}/parts?limit=all`);
  const main = page.locator('main[data-loaded]');
  await main.locator('[aria-rowindex="2"]').waitFor();
  await page.waitForTimeout(1_000);
  report('loading', await taken(page), null);

  let worked = await watchTasks(page);
  const started = performance.now();
  await page.mouse.move(700, 500);
  const last = main.locator(`[aria-rowindex="${ROWS + 1}"]`);
  while ((await last.count()) === 0) await page.mouse.wheel(0, WHEEL_PIXELS);
  await last.waitFor();
  report(`scrolling through ${ROWS} rows`, await taken(page), await worked(), performance.now() - started);

  for (const [what, act, shown] of [
    ['filtering by kind', () => choose(page, 'Kind', 'Service'), /\d in all/],
    ['searching', () => type(page, 'calibration 1'), /\d in all/],
    ['sorting', () => main.getByRole('button', { name: 'Price' }).click(), /\d in all/],
    [
      'clearing',
      () => main.getByRole('button', { name: 'Clear the filters' }).click(),
      `${ROWS.toLocaleString('en-GB')} in all`,
    ],
  ] as const) {
    worked = await watchTasks(page);
    const from = performance.now();
    await act();
    await main.locator('table:not([aria-busy])').waitFor();
    await main.getByText(shown).waitFor();
    const lasted = performance.now() - from;
    await page.waitForTimeout(500);
    report(what, await taken(page), await worked(), lasted);
  }
} finally {
  await browser.close();
  await product.stop();
}

async function choose(page: Page, label: string, option: string): Promise<void> {
  await page.getByRole('button', { name: `Filter: ${label}` }).click();
  await page.getByRole('checkbox', { name: option }).check();
  await page.getByRole('button', { name: 'Apply' }).click();
}

async function type(page: Page, text: string): Promise<void> {
  await page.getByRole('searchbox').pressSequentially(text);
  await page.waitForURL(/q=/);
}

/** Runs in the page. */
function watch(): void {
  const seen = { gap: 0, task: 0, shift: 0 };
  Object.assign(window, { seen });
  let before = performance.now();
  const frame = (now: number) => {
    seen.gap = Math.max(seen.gap, now - before);
    before = now;
    requestAnimationFrame(frame);
  };
  requestAnimationFrame((now) => {
    before = now;
    requestAnimationFrame(frame);
  });
  new PerformanceObserver((list) => {
    for (const { duration } of list.getEntries()) seen.task = Math.max(seen.task, duration);
  }).observe({ type: 'longtask', buffered: true });
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { value, hadRecentInput } = entry as PerformanceEntry & { value: number; hadRecentInput: boolean };
      if (!hadRecentInput) seen.shift += value;
    }
  }).observe({ type: 'layout-shift', buffered: true });
}

/** The observations since the last call. */
async function taken(page: Page): Promise<Watched> {
  return page.evaluate(() => {
    const { seen } = window as unknown as { seen: Watched };
    const result = { ...seen };
    Object.assign(seen, { gap: 0, task: 0, shift: 0 });
    return result;
  });
}

/**
 * Watches the tasks of the page; the returned function ends it, and gives the processor time of the longest one in
 * milliseconds.
 */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => events.push(...(value as unknown as TraceEvent[])));
  await session.send('Tracing.start', {
    transferMode: 'ReportEvents',
    traceConfig: { includedCategories: ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline'] },
  });
  return async () => {
    const complete = new Promise((resolve) => session.once('Tracing.tracingComplete', resolve));
    await session.send('Tracing.end');
    await complete;
    await session.detach();
    const thread = ({ pid, tid }: TraceEvent) => `${pid} ${tid}`;
    const isMain = ({ name, args }: TraceEvent) => name === 'thread_name' && args?.name === 'CrRendererMain';
    const mains = new Set(events.filter(isMain).map(thread));
    const tasks = events.filter((event) => event.name.endsWith('RunTask') && mains.has(thread(event)));
    return Math.max(0, ...tasks.map(({ tdur = 0 }) => tdur)) / 1000;
  };
}

function report(what: string, { gap, task, shift }: Watched, worked: number | null, lasted?: number): void {
  const own = worked === null ? '' : ` (${worked.toFixed(0)} ms of work)`;
  const whole = lasted === undefined ? '' : `, ${(lasted / 1000).toFixed(1)} s in all`;
  process.stdout.write(
    `${what}: longest time between frames ${gap.toFixed(0)} ms, longest task ${task.toFixed(0)} ms${own}, layout shift ${shift.toFixed(4)}${whole}\n`,
  );
}
