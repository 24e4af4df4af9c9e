import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { calledAs } from './called-as.ts';

test('advice begins with npx where a project has the program, or npx has fetched it', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'nonet-called-'));
  const [project, below, other] = ['project', 'project/products/shop', 'other'].map((name) => path.join(folder, name));
  await mkdir(path.join(project ?? '', 'node_modules/.bin'), { recursive: true });
  await writeFile(
    path.join(project ?? '', 'node_modules/.bin', process.platform === 'win32' ? 'nonet.cmd' : 'nonet'),
    '',
  );
  expect([project, below, other].map((place) => calledAs(place, {}))).toEqual(['npx nonet', 'npx nonet', 'nonet']);
  expect(calledAs(other, { npm_command: 'exec' })).toBe('npx nonet');
  await rm(folder, { recursive: true });
});
