import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { checkDocument, type Plan } from '@nonet/language';
import { describe, expect, test } from 'vitest';

const root = path.resolve(import.meta.dirname, '../../..');
const read = (file: string) => readFile(path.join(root, file), 'utf8');

function planOf(text: string): Plan {
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text }, () => ({ kind: 'missing' }));
  if (!plan) throw new Error(diagnostics.map(({ message }) => message).join('\n'));
  return plan;
}

/** The plan without the places of its clauses: the README shows the document without empty lines. */
function meaningOf({ sources: _sources, clauses, ...plan }: Plan): unknown {
  return { ...plan, clauses: Object.keys(clauses) };
}

describe('the README', () => {
  test('shows the document that it names', async () => {
    const shown = /```markdown\n([\s\S]*?)\n```/.exec(await read('README.md'))?.[1] ?? '';
    expect(meaningOf(planOf(shown))).toEqual(meaningOf(planOf(await read('examples/reading-room/spec.md'))));
  });

  test('shows what the checker says of it', async () => {
    const command = 'nonet check examples/reading-room/spec.md';
    const shown = (await read('README.md')).split(`$ npx ${command}\n`)[1]?.split('\n```')[0];
    const [name = '', ...words] = command.split(' ');
    const { stdout } = await promisify(execFile)(path.join(root, 'node_modules/.bin', name), words, { cwd: root });
    expect(shown).toBe(stdout.trimEnd());
  });

  test('names only files that are there', async () => {
    const links = [...(await read('README.md')).matchAll(/\]\(([^)#:]+)\)/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(5);
    expect(links.filter((link) => !existsSync(path.join(root, link)))).toEqual([]);
  });
});
