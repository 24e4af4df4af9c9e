import { startBrowser } from '@nonet/browser';

/** Starts the browser that tests are run with: `NONET_BROWSER`, else the one that npm brings, so that all test with the same. */
export async function launchBrowser() {
  const found = await startBrowser(undefined, ['npm', 'installed', 'playwright']);
  if (found.browser === null) throw new Error(`The tests need a browser: ${found.why}.`);
  return found.browser;
}
