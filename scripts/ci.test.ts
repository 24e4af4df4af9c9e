import { spawnSync } from 'node:child_process';
import { chmod, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import { expect, test } from 'vitest';
import { NONET } from '../packages/cli/src/fixtures/nonet-command.ts';

const ROOT = new URL('../', import.meta.url);
const read = (file: string): string => readFileSync(new URL(file, ROOT), 'utf8');

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>;
  readonly runs: {
    readonly steps: readonly { readonly name?: string; readonly env?: object; readonly run?: string }[];
  };
}

const action = parse(read('action.yml')) as Action;
const { version } = JSON.parse(read('package.json')) as { readonly version: string };

test('the action and the page name this version, and the page each input', () => {
  expect(action.inputs['version']?.default).toBe(version);
  const page = read('docs/ci.md');
  expect(new Set([...page.matchAll(/nonet@v?([\d.]+)/g)].map(([, named]) => named))).toEqual(new Set([version]));
  expect(Object.keys(action.inputs).filter((input) => !page.includes(`| \`${input}\` |`))).toEqual([]);
});

test('no text of a workflow becomes part of a command of the action', () => {
  expect(action.runs.steps.filter(({ run }) => run?.includes('${{'))).toEqual([]);
});

test('the steps of the action check a document, and explain its change', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nonet-action-'));
  try {
    // npx starts this repository's program in the place of the published one.
    const bin = path.join(folder, 'bin');
    await mkdir(bin);
    await writeFile(path.join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${NONET}' "$@"\n`);
    await chmod(path.join(bin, 'npx'), 0o755);
    const product = path.join(folder, 'product');
    await mkdir(product);
    const git = (...words: string[]) => {
      const author = ['-c', 'user.name=Ada', '-c', 'user.email=ada@example.com', '-c', 'commit.gpgsign=false'];
      const { status, stdout, stderr } = spawnSync('git', [...author, ...words], { cwd: product, encoding: 'utf8' });
      if (status !== 0) throw new Error(stderr);
      return stdout.trim();
    };
    const document = read('examples/reading-room/spec.md');
    await writeFile(path.join(product, 'spec.md'), document);
    git('init', '--quiet');
    git('remote', 'add', 'origin', product);
    git('add', '.');
    git('commit', '--quiet', '--message', 'The reading room');
    const base = git('rev-parse', 'HEAD');
    await writeFile(path.join(product, 'spec.md'), document.replace('| name | text | ..40 |\n', ''));

    const summary = path.join(folder, 'summary.md');
    await writeFile(summary, '');
    const run = (name: string, environment: Readonly<Record<string, string>>) => {
      const script = action.runs.steps.find((step) => step.name === name)?.run ?? '';
      return spawnSync('bash', ['-e', '-o', 'pipefail', '-c', script], {
        cwd: product,
        encoding: 'utf8',
        env: {
          ...process.env,
          PATH: `${bin}${path.delimiter}${process.env.PATH}`,
          GITHUB_STEP_SUMMARY: summary,
          DOCUMENT: 'spec.md',
          VERSION: version,
          ...environment,
        },
      });
    };
    const checked = run('Check', { SARIF: 'found.sarif' });
    expect([checked.status, checked.stdout]).toEqual([0, expect.stringContaining('::notice file=spec.md,line=')]);
    expect(JSON.parse(await readFile(path.join(product, 'found.sarif'), 'utf8'))).toHaveProperty('runs');

    const explained = run('Explain the change', { BASE: base, NUMBER: '1', GH_TOKEN: '', FAIL_ON: 'lost' });
    expect(explained.status).toBe(4);
    expect(await readFile(summary, 'utf8')).toContain('3.Booking.name');
  } finally {
    await rm(folder, { recursive: true });
  }
});
