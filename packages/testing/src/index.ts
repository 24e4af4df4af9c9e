export { launchBrowser } from './browser.ts';
export { createTestDatabase, type TestDatabase } from './database.ts';
export { type Renamed, renameEverything, renameWithNames } from './rename.ts';
export { fillExpenses } from './filled/expenses.ts';
export { fillParts } from './filled/parts.ts';
export { signInBrowser } from './filled/people.ts';
export { fillReadingRoom } from './filled/reading-room.ts';
export { startProduct } from './story/product.ts';
export { type Issuer, startIssuer, visitIssuer } from './issuer.ts';
