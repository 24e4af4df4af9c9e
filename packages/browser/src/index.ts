export { startBrowser } from './start.ts';
export type { Browser, Page } from 'playwright-core';
