export { launchBrowser } from './browser.ts';
export { createTestDatabase, type TestDatabase } from './database.ts';
