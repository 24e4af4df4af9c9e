export { browserFromNpm } from './from-npm.ts';
export { startBrowser } from './start.ts';
export type { Browser, Page } from 'playwright-core';
