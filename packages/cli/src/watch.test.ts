import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { afterAll, expect, test, vi } from 'vitest';
import { DocumentWatcher } from './watch.ts';

const folder = mkdtempSync(path.join(tmpdir(), 'nonet-watch-'));
const file = path.join(folder, 'spec.md');
afterAll(() => {
  rmSync(folder, { recursive: true });
});

const cases: [name: string, onDisk: string, read: string, later: string | undefined][] = [
  ['a file that is written while it is watched', 'a', 'a', 'b'],
  ['a file that was written between its reading and its watching', 'b', 'a', undefined],
];

test.each(cases)('%s has changed', async (_name, onDisk, read, later) => {
  writeFileSync(file, onDisk);
  const changed = vi.fn();
  const watcher = new DocumentWatcher(changed);
  watcher.watch([{ path: file, text: read }]);
  if (later !== undefined) writeFileSync(file, later);
  await expect.poll(() => changed.mock.calls.length).toBe(1);
  watcher.close();
});
