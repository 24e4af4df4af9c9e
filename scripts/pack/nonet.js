#!/usr/bin/env node
// Starts the built program. Plain JavaScript that a Node which is too old understands as well.
import module from 'node:module';
import os from 'node:os';
import path from 'node:path';

const [major] = process.versions.node.split('.').map(Number);
if (major < 22) {
  console.error(`nonet needs Node 22 or later; this is ${process.version}.`);
  process.exit(2);
}
// Keeps what was compiled, which a start would otherwise do again; in the user's own folder, because others could write
// to a shared one. Where that can't be written, nothing is kept.
const { XDG_CACHE_HOME } = process.env;
module.enableCompileCache?.(path.join(XDG_CACHE_HOME || path.join(os.homedir(), '.cache'), 'nonet'));
await import('../dist/main.js');
