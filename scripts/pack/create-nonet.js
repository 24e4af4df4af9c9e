#!/usr/bin/env node
// `npm create nonet shop` begins a product, as `nonet new shop` does. Plain JavaScript, as it is published.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2);
if (words.length === 0) {
  console.error('npm create nonet FOLDER        (with a title: npm create nonet FOLDER -- --title "Tool shed")');
  process.exit(2);
}
const folder = path.dirname(fileURLToPath(import.meta.resolve('nonet/package.json')));
const program = path.join(folder, 'bin', 'nonet.js');
const { status, error } = spawnSync(process.execPath, [program, 'new', ...words], { stdio: 'inherit' });
if (error !== undefined) throw error;
process.exit(status ?? 1);
