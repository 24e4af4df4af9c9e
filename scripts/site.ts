import { rm } from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { writeSite } from './site/write-site.ts';

// The documentation as a static site, with a search, and documents that are changed and checked in the page.

const { values } = parseArgs({ options: { out: { type: 'string' } } });
if (values.out === undefined) {
  process.stderr.write('npm run site -- --out FOLDER\n');
  process.exit(2);
}
const out = path.resolve(values.out);
await rm(out, { recursive: true, force: true });
const count = await writeSite(out);
process.stdout.write(`${out}: ${count} pages\n`);
