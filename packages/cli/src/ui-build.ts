import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync } from 'node:fs';
import { glob, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from './failure.ts';
import { withProgress } from './terminal.ts';

const PACKAGES = path.resolve(import.meta.dirname, '..', '..');

/** The folder of the built user interface; builds it where it is missing, or older than its sources. */
export async function ensureUi(): Promise<string> {
  const ui = path.join(PACKAGES, 'ui');
  const built = path.join(ui, 'dist');
  const stamp = path.join(built, '.sources');
  const sources = await hashSources();
  if (existsSync(stamp) && (await readFile(stamp, 'utf8')) === sources) return built;
  await withProgress('Building the user interface (only once)', () => build(ui));
  await writeFile(stamp, sources);
  return built;
}

/** By content: a fresh clone's times mean nothing. */
async function hashSources(): Promise<string> {
  const hash = createHash('sha256');
  const files: string[] = [];
  for (const pattern of ['ui/{src,public}/**/*', 'ui/*.*', 'client/src/**/*.ts', 'language/src/**/*.ts']) {
    for await (const file of glob(pattern, { cwd: PACKAGES, withFileTypes: true })) {
      if (file.isFile() && !file.name.includes('.test.')) files.push(path.join(file.parentPath, file.name));
    }
  }
  for (const file of files.sort()) hash.update(path.relative(PACKAGES, file)).update(await readFile(file));
  return hash.digest('hex');
}

async function build(folder: string): Promise<void> {
  const require = createRequire(path.join(folder, 'package.json'));
  const vite = path.join(path.dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  child.stdout.on('data', (chunk) => (output += chunk));
  child.stderr.on('data', (chunk) => (output += chunk));
  const status = await new Promise<number | null>((resolve, reject) =>
    child.once('error', reject).once('exit', resolve),
  );
  if (status !== 0) throw new Failure(`The user interface could not be built:\n${output.trim()}`);
}
