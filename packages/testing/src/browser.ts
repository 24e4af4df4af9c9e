import { startBrowser } from '@nonet/browser';
import { readSlowness } from './slow-browser.ts';

/** The same as for a condition that a test polls (`vitest.config.ts`): what is slow is not wrong. */
const TIMEOUT = 120_000;

/**
 * Starts the browser for tests: `NONET_BROWSER`, else the one that npm brings, so that everybody tests with the same.
 * The environment can make it slow (CONTRIBUTING.md).
 */
export async function launchBrowser() {
  const found = await startBrowser(undefined, ['npm', 'installed', 'playwright']);
  if (found.browser === null) throw new Error(`The tests need a browser: ${found.why}.`);
  const { browser } = found;
  const { options: slowly, slowDown } = await readSlowness(browser);
  const newContext = browser.newContext.bind(browser);
  browser.newContext = async (options) => {
    const context = await newContext({ ...slowly, ...options });
    context.setDefaultTimeout(TIMEOUT);
    slowDown(context);
    return context;
  };
  return browser;
}
