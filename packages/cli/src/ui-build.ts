import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, statSync } from 'node:fs';
import { glob, readdir, readFile, rename, rm } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { Failure } from './failure.ts';
import { withProgress } from './terminal.ts';

const PACKAGES = path.resolve(import.meta.dirname, '..', '..');

/** The time for which a build of former sources is kept for servers that still use it. */
const KEPT_MS = 7 * 24 * 60 * 60 * 1000;

/**
 * The folder of the built user interface; builds it where these sources have not been built yet. Each state of the
 * sources has its own folder, which appears whole and never changes: others may be serving it.
 */
export async function buildUi(): Promise<string> {
  const ui = path.join(PACKAGES, 'ui');
  const built = path.join(ui, 'dist', (await hashSources()).slice(0, 16));
  if (existsSync(built)) return built;
  const unfinished = `${built}.${process.pid}`;
  await withProgress('Building the user interface (only once)', () => build(ui, unfinished));
  try {
    await rename(unfinished, built);
  } catch (error) {
    // Another process has built the same in the meantime.
    if (!existsSync(built)) throw error;
    await rm(unfinished, { recursive: true });
  }
  await removeFormer(built);
  return built;
}

/** Removes the old builds, and keeps this one even if the clock of the machine has been set forward. */
async function removeFormer(built: string): Promise<void> {
  const folder = path.dirname(built);
  for (const entry of await readdir(folder)) {
    const former = path.join(folder, entry);
    if (former === built) continue;
    // Another process may have finished or removed it since the folder was read.
    const found = statSync(former, { throwIfNoEntry: false });
    if (found !== undefined && Date.now() - found.mtimeMs > KEPT_MS) await rm(former, { recursive: true, force: true });
  }
}

/** Compares by content, because the times of a fresh clone mean nothing. */
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

async function build(folder: string, target: string): Promise<void> {
  const require = createRequire(path.join(folder, 'package.json'));
  const vite = path.join(path.dirname(require.resolve('vite/package.json')), 'bin', 'vite.js');
  const child = spawn(process.execPath, [vite, 'build', '--logLevel', 'warn', '--outDir', target, '--emptyOutDir'], {
    cwd: folder,
    // Independent of this process' environment, in which React might be built for debugging.
    env: { ...process.env, NODE_ENV: 'production' },
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
