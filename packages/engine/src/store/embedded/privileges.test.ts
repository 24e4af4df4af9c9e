import { spawnSync } from 'node:child_process';
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { expect, test } from 'vitest';
import { planLaunch } from './privileges.ts';

test('the programs of PostgreSQL are found in a folder that is closed to others, also by root’s stand-in', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-private-'));
  const program = path.join(folder, 'program');
  await writeFile(program, '#!/bin/sh\n');
  await chmod(program, 0o755);
  const { prefix, identity, owner } = planLaunch([folder]);
  const asked = [...prefix, '/bin/sh', '-c', `test -x '${program}' && id -u`];
  const { stdout } = spawnSync(asked[0] ?? '', asked.slice(1), { ...identity, encoding: 'utf8' });
  expect(stdout.trim()).toBe(String(owner?.uid ?? os.userInfo().uid));
  await rm(folder, { recursive: true });
});
