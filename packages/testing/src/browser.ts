import { startBrowser } from '@nonet/browser';
import type { Browser, BrowserContext } from 'playwright-core';
import { isTestRun } from './database.ts';
import { readSlowness, type Slowness } from './slow-browser.ts';

/** The same as for a condition that a test polls (`vitest.config.ts`): what is slow is not wrong. */
const TIMEOUT = 120_000;

interface BrowserUse {
  /** Whether pages fetch the code of the other screens while they are idle, as they do where nobody saves data. */
  readonly fetchesAhead?: boolean;
}

interface StartedBrowser {
  readonly browser: Browser;
  readonly slowness: Slowness;
}

/**
 * A browser for tests: `NONET_BROWSER`, else the one that npm brings, so that everybody tests with the same. The
 * environment can make it slow (CONTRIBUTING.md). All files of a worker share one, and each closes its own windows. Its
 * pages save data: to fetch and compile the code of every screen, for each page that is opened, costs more than most of
 * what is tried there.
 */
export async function launchBrowser({ fetchesAhead = false }: BrowserUse = {}): Promise<Browser> {
  const isShared = isTestRun();
  const { browser, slowness } = await (isShared ? startOnce() : start());
  const own = new Set<BrowserContext>();
  const newContext: Browser['newContext'] = async (options) => {
    const context = await browser.newContext({ ...slowness.options, ...options });
    own.add(context);
    context.once('close', () => own.delete(context));
    context.setDefaultTimeout(TIMEOUT);
    slowness.slowDown(context);
    if (!fetchesAhead) await saveData(context);
    return context;
  };
  const newPage: Browser['newPage'] = async (options) => {
    const context = await newContext(options);
    const page = await context.newPage();
    page.once('close', () => void context.close());
    return page;
  };
  const close = async (): Promise<void> => {
    await Promise.all([...own].map((context) => context.close()));
    if (!isShared) await browser.close();
  };
  const instead = new Map<string | symbol, unknown>(
    Object.entries({ newContext, newPage, close, contexts: () => [...own] }),
  );
  instead.set(Symbol.asyncDispose, close);
  return new Proxy(browser, {
    get(target, name) {
      if (instead.has(name)) return instead.get(name);
      const value: unknown = Reflect.get(target, name);
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}

let started: Promise<StartedBrowser> | null = null;

/** Starts the browser of this worker, unless it is there. */
async function startOnce(): Promise<StartedBrowser> {
  const former = await started?.catch(() => null);
  if (former?.browser.isConnected()) return former;
  started = start();
  const { browser } = await started;
  // The run ends its workers so; the browser takes its folder with it.
  process.once('SIGTERM', () => void browser.close().finally(() => process.kill(process.pid, 'SIGKILL')));
  return started;
}

async function start(): Promise<StartedBrowser> {
  const found = await startBrowser(undefined, ['npm', 'installed', 'playwright']);
  if (found.browser === null) throw new Error(`The tests need a browser: ${found.why}.`);
  return { browser: found.browser, slowness: await readSlowness(found.browser) };
}

/** Says to the pages of a window that data are dear. */
async function saveData(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    // A page of an address that is not secure has no such object.
    if ('connection' in navigator)
      Object.defineProperty(Object(navigator.connection), 'saveData', { get: () => true, configurable: true });
  });
}
