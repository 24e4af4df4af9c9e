import { spawnSync } from 'node:child_process';
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, expect, test } from 'vitest';

const bin = fileURLToPath(new URL('../../bin/nonet.js', import.meta.url));
const example = new URL('../../../../examples/expenses/spec.md', import.meta.url);
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-commands-'));
  await copyFile(example, path.join(folder, 'spec.md'));
});
afterEach(() => rm(folder, { recursive: true }));

function nonet(input: string, ...words: string[]) {
  const { status, stdout, stderr } = spawnSync(process.execPath, [bin, ...words], {
    cwd: folder,
    input,
    encoding: 'utf8',
    env: { ...process.env, NO_COLOR: '1' },
  });
  return { status, stdout, stderr };
}

test('check --fix mends the document, says what, and fails where errors remain', async () => {
  const file = path.join(folder, 'spec.md');
  const before = await readFile(file, 'utf8');
  await writeFile(
    file,
    before.replace('| part | is |', '| prat | is |').replace('| V1 | Claim |', '| V1 | Xylophone |'),
  );
  const { status, stdout, stderr } = nonet('', 'check', '--fix', 'spec.md');
  expect(status).toBe(1);
  expect(stderr).toMatch(/^spec\.md:\d+: Write “part” \(N027\)\n1 mended\.\n/);
  expect(stdout).toContain('Xylophone');
  expect(await readFile(file, 'utf8')).toBe(before.replace('| V1 | Claim |', '| V1 | Xylophone |'));
});

test('ask reads answers from a pipe, and keeps them when it ends', async () => {
  const { status, stdout } = nonet('2\n', 'ask', 'spec.md');
  expect(status).toBe(0);
  expect(stdout).toMatch(/\n1 answered, 1 open\.\n$/);
  expect(await readFile(path.join(folder, 'spec.md'), 'utf8')).toContain('| read payment_reference | no | no |');
});

test('gaps and model print JSON', () => {
  const gaps = JSON.parse(nonet('', 'gaps', 'spec.md', '--format', 'json').stdout) as { counts: { total: number } };
  expect(gaps.counts.total).toBe(2);
  const model = JSON.parse(nonet('', 'model', 'spec.md').stdout) as { places: Record<string, string> };
  expect(model.places['9.CURRENCY']).toMatch(/^spec\.md:\d+:\d+$/);
});
