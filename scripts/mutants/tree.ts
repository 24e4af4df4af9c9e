import { spawn } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import type { Outcome } from './outcome.ts';
import { nameOf, type Probe } from './probes.ts';

const ROOT = path.resolve(import.meta.dirname, '../..');

/** Copies the sources, with links to the packages of the registry, so that changes stay in the copy. */
export function copyTree(target: string): string {
  for (const part of ['packages', 'scripts', 'examples', 'package.json'])
    cpSync(path.join(ROOT, part), path.join(target, part), {
      recursive: true,
      filter: (source) => !/\/(?:dist|node_modules|\.nonet)(?:\/|$)/.test(source.slice(ROOT.length)),
    });
  const modules = path.join(target, 'node_modules');
  mkdirSync(path.join(modules, '@nonet'), { recursive: true });
  for (const name of readdirSync(path.join(ROOT, 'node_modules')))
    if (name !== '@nonet') symlinkSync(path.join(ROOT, 'node_modules', name), path.join(modules, name));
  for (const name of readdirSync(path.join(target, 'packages')))
    symlinkSync(path.join(target, 'packages', name), path.join(modules, '@nonet', name));
  return target;
}

/** The result of the probes for a tree as it is; `endless` after this number of seconds. */
export function probe(
  tree: string,
  probes: readonly Probe[],
  { seconds, environment }: { readonly seconds: number; readonly environment: Readonly<Record<string, string>> },
): Promise<Outcome> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ['scripts/mutants-once.ts', ...probes.map(nameOf)], {
      cwd: tree,
      env: { ...process.env, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    let output = '';
    let fault = '';
    let isLate = false;
    child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')));
    child.stderr.on('data', (chunk: Buffer) => (fault += chunk.toString('utf8')));
    const deadline = setTimeout(() => {
      isLate = true;
      child.kill('SIGKILL');
    }, seconds * 1000);
    child.on('error', reject);
    child.on('close', () => {
      clearTimeout(deadline);
      const last = output.trim().split('\n').at(-1) ?? '';
      if (isLate) resolve({ kind: 'endless' });
      else if (last.startsWith('{')) resolve(JSON.parse(last) as Outcome);
      else resolve({ kind: 'broken', words: fault.trim().split('\n').at(-1) ?? '' });
    });
  });
}
