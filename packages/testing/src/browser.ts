import { startBrowser } from '@nonet/browser';

/**
 * Starts the browser for tests: `NONET_BROWSER`, else the one that npm brings, so that everybody tests with the same.
 */
export async function launchBrowser() {
  const found = await startBrowser(undefined, ['npm', 'installed', 'playwright']);
  if (found.browser === null) throw new Error(`The tests need a browser: ${found.why}.`);
  return found.browser;
}
