import { copyFileSync, existsSync } from 'node:fs';
import path from 'node:path';

/** An agent that has written its documents already: those of `examples/products`. It has none for other briefs, and says so. */
const document = path.resolve(import.meta.dirname, `../../examples/products/${process.env['BRIEF'] ?? ''}.md`);
if (existsSync(document)) copyFileSync(document, 'spec.md');
else {
  process.stderr.write(`examples/products has no document for this brief.\n`);
  process.exitCode = 1;
}
