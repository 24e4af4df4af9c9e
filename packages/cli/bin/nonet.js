#!/usr/bin/env node
// Plain JavaScript, so that it also starts on a Node that can't run TypeScript: it then hands over to the
// Node that npm installed beside it.
import { spawn } from 'node:child_process';
import module from 'node:module';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const here = fileURLToPath(import.meta.url);

// Set for the process that this hands over to. A killed process ends nobody, but the channel between the two ends.
const HANDED_OVER = 'NONET_HANDED_OVER';

if (Number(process.versions.node.split('.')[0]) >= 24) {
  if (process.env[HANDED_OVER] !== undefined && process.channel) {
    delete process.env[HANDED_OVER];
    process.once('disconnect', () => process.kill(process.pid, 'SIGTERM'));
    // A command that is done need not wait for it.
    process.channel.unref();
  }
  // Reading TypeScript takes half of a start. Not in the folder that all users of a machine share.
  module.enableCompileCache(path.join(path.dirname(here), '..', '..', '..', 'node_modules', '.cache', 'nonet'));
  await import('../src/main.ts');
} else {
  let node;
  try {
    node = path.join(path.dirname(module.createRequire(import.meta.url).resolve('node/package.json')), 'bin', 'node');
  } catch {
    console.error(`nonet needs Node 24; this is ${process.version}. Run \`npm ci\`, which installs it beside nonet.`);
    process.exit(2);
  }
  const child = spawn(node, [here, ...process.argv.slice(2)], {
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
    env: { ...process.env, [HANDED_OVER]: '1' },
  });
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
  // npm passes a signal on to a shell alone, and both are gone.
  const parent = process.ppid;
  if (process.env.npm_lifecycle_event !== undefined)
    setInterval(() => process.ppid !== parent && child.kill('SIGTERM'), 500).unref();
  child.once('exit', (code, signal) => {
    process.exitCode = code ?? (signal === 'SIGINT' ? 130 : 1);
  });
}
