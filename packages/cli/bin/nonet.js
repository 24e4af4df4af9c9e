#!/usr/bin/env node
// Plain JavaScript, so that it also starts on a Node that can't run TypeScript: it then hands over to the
// Node that npm installed beside it.
import { spawn } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const main = path.join(path.dirname(fileURLToPath(import.meta.url)), '..', 'src', 'main.ts');

if (Number(process.versions.node.split('.')[0]) >= 24) {
  await import(main);
} else {
  let node;
  try {
    node = path.join(path.dirname(createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch {
    console.error(`nonet needs Node 24; this is ${process.version}. Run \`npm ci\`, which installs it beside nonet.`);
    process.exit(2);
  }
  const child = spawn(node, [main, ...process.argv.slice(2)], { stdio: 'inherit' });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
