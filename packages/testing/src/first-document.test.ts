import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const run = promisify(execFile);

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-first-'));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** The nine points of a document, and what is before them, by the number of the point. */
function pointsOf(document: string): Map<string, string> {
  return new Map(
    document.split(/^(?=## \d\.)/m).map((part) => [/^## (\d)/.exec(part)?.[1] ?? '0', `${part.trim()}\n`]),
  );
}

test('the first document of docs/ is in each step what the page says of it', async () => {
  const page = await readFile(path.join(root, 'docs/first-document.md'), 'utf8');
  const blocks = [...page.matchAll(/^```(markdown|console)\n([\s\S]*?)\n```$/gm)];
  let points = new Map<string, string>();
  let answers = 0;
  for (const [, kind, text = ''] of blocks) {
    if (kind === 'markdown') {
      // A point that isn't shown stays as it was.
      points = new Map([...points, ...pointsOf(text)]);
      await writeFile(path.join(folder, 'shed.md'), [...points.values()].join('\n'));
      continue;
    }
    const [command = '', ...output] = text.split('\n');
    const [, name = '', ...words] = command.replace(/^\$ /, '').split(' ');
    const { stdout } = await run(path.join(root, 'node_modules/.bin', name), words, { cwd: folder }).catch(
      // If the document has errors, the command's exit code is 1.
      (error: { code: number; stdout: string }) => error,
    );
    expect(stdout.trimEnd()).toBe(output.join('\n'));
    answers += 1;
  }
  expect(answers).toBe(3);
  const { stdout } = await run(path.join(root, 'node_modules/.bin/nonet'), ['check', 'shed.md'], { cwd: folder });
  expect(stdout).toMatch(/\n2 gaps and 1 hint\n$/);
});
