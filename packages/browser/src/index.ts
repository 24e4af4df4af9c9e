export { browserFromNpm } from './from-npm.ts';
export { startBrowser } from './start.ts';
export type { Browser, BrowserContextOptions, CDPSession, Locator, Page } from 'playwright-core';
