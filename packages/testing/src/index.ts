export { launchBrowser } from './browser.ts';
export { createTestDatabase, type TestDatabase } from './database.ts';
export { type Renamed, renameEverything, renameWithNames } from './rename.ts';
