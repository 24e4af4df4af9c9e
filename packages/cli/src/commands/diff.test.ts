import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { runNonet } from '../fixtures/nonet-command.ts';

const example = readFileSync(new URL('../../../../examples/expenses/spec.md', import.meta.url), 'utf8');
const folder = mkdtempSync(path.join(tmpdir(), 'nonet-diff-'));
afterAll(() => rmSync(folder, { recursive: true }));

writeFileSync(path.join(folder, 'spec.md'), example);
const git = (...words: string[]) =>
  execFileSync('git', ['-c', 'user.name=t', '-c', 'user.email=t@example.com', ...words], { cwd: folder });
git('init', '-q');
git('add', 'spec.md');
git('commit', '-qm', 'first');
writeFileSync(
  path.join(folder, 'spec.md'),
  example.replace('| read | yes | `status != "draft"` | no |', '| read | yes | yes | no |'),
);
writeFileSync(path.join(folder, 'broken.md'), example.replace('| V1 | Claim |', '| V1 | Xylophone |'));

const diff = (...words: string[]) => runNonet({ folder, environment: { DATABASE_URL: '' } }, ['diff', ...words]);

test('a document is compared with a Git revision, and the command fails on the requested effects', () => {
  const { status, stdout } = diff('HEAD:spec.md', 'spec.md', '--fail-on', 'wider,breaking', '--for', 'security');
  expect(stdout).toContain('6.Claim.read.line_manager: `line_manager` may read `Claim` where that was refused.');
  expect(stdout).toMatch(/HEAD:spec\.md:346 → spec\.md:346/);
  expect(status).toBe(4);
});

test('formats for programs are JSON, and what is not named fails nothing', () => {
  const { status, stdout } = diff('HEAD:spec.md', 'spec.md', '--format', 'json', '--fail-on', 'none');
  expect(JSON.parse(stdout)).toMatchObject({
    former: { name: 'HEAD:spec.md' },
    new: { name: 'spec.md' },
    counts: { wider: 1 },
  });
  expect(status).toBe(0);
});

test.each<[string, readonly string[], number, RegExp]>([
  [
    'an effect that there is not',
    ['HEAD:spec.md', 'spec.md', '--fail-on', 'worse'],
    2,
    /`worse` is not one of lost, wider/,
  ],
  ['a file that there is not', ['old.md', 'spec.md'], 3, /old\.md can't be read: there is no such file/],
  ['a revision that there is not', ['v9:spec.md', 'spec.md'], 2, /Git has no spec\.md at v9/],
  ['a document with errors', ['HEAD:spec.md', 'broken.md'], 1, /broken\.md has errors/],
])('%s is reported', (_, words, code, message) => {
  const { status, stderr } = diff(...words);
  expect(stderr).toMatch(message);
  expect(status).toBe(code);
});
