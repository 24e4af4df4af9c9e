import { mkdir, mkdtemp, readFile, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import type { BrowserContextOptions, Page } from '@nonet/browser';
import { readArguments } from './arguments.ts';
import buildProgram from './built-program.ts';
import { Journal } from './walks/journal.ts';
import { byKeyboard } from './walks/keyboard.ts';
import { byScreenReader } from './walks/reader.ts';
import { type Way, walkExpenses } from './walks/story.ts';
import { byTouch } from './walks/touch.ts';

/**
 * `npm run walks`: the story of the expenses, from signing in to paid, by keyboard alone, by touch alone on a telephone,
 * and with the tree that a screen reader reads out. Each walk is recorded as text, with the obstacles that it met.
 */
const given = readArguments('Walks through the expenses by keyboard, by touch and with a screen reader’s tree.', {
  folder: { value: 'FOLDER', help: 'where the records go; a new one where none is given' },
  only: { value: 'REGEX', help: 'only the walks whose name it finds: keyboard, touch, reader' },
});

const WALKS: Readonly<
  Record<string, { context: BrowserContextOptions; begin: (page: Page, journal: Journal) => Promise<Way> }>
> = {
  keyboard: { context: { viewport: { width: 1440, height: 900 } }, begin: byKeyboard },
  touch: { context: { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }, begin: byTouch },
  reader: { context: { viewport: { width: 1440, height: 900 } }, begin: byScreenReader },
};

const folder = given.folder ?? (await mkdtemp(path.join(os.tmpdir(), 'nonet-walks-')));
await mkdir(folder, { recursive: true });
process.env['NONET_TEST_PROGRAM'] ??= 'build';
const removeProgram = await buildProgram();
// It reads which program is meant when it is loaded.
const { launchBrowser, startProduct } = await import('@nonet/testing');
const document = await readFile(path.resolve(import.meta.dirname, '../examples/expenses/spec.md'), 'utf8');
const browser = await launchBrowser();
let wrong = 0;
try {
  for (const [name, { context: options, begin }] of Object.entries(WALKS)) {
    if (given.only !== undefined && !new RegExp(given.only).test(name)) continue;
    const journal = new Journal();
    // Each walk has a product of its own: its claim is the first.
    const product = await startProduct(document, {});
    const context = await browser.newContext({ ...options, locale: 'en-GB', reducedMotion: 'reduce' });
    context.setDefaultTimeout(30_000);
    const page = await context.newPage();
    try {
      await walkExpenses(await begin(page, journal), product.url, 'Fair in Lyon');
      journal.step('The claim is paid.');
    } catch (error) {
      journal.obstacle(`the walk ends at ${page.url()}: ${error instanceof Error ? error.message : String(error)}`);
      await writeFile(path.join(folder, `${name}.png`), await page.screenshot());
    }
    await writeFile(path.join(folder, `${name}.txt`), `${journal.lines.join('\n')}\n`);
    const count = journal.obstacles.length;
    process.stdout.write(
      `${name}: ${journal.lines.length} lines, ${count === 0 ? 'no obstacle' : `${count} obstacles`}\n`,
    );
    for (const obstacle of journal.obstacles) process.stdout.write(`  ${obstacle}\n`);
    wrong += count;
    await context.close();
    await product.stop();
  }
} finally {
  await browser.close();
  await removeProgram?.();
}
process.stdout.write(`${folder}\n`);
process.exitCode = wrong === 0 ? 0 : 1;
