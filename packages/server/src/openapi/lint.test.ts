import { execFile } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { checkDocument, type Plan } from '@nonet/language';
import { expect, test } from 'vitest';
import { join, serve } from '../fixtures/serve.ts';

const EXAMPLES = path.resolve(import.meta.dirname, '../../../../examples');

function planOf(main: string): Plan {
  const folder = path.dirname(path.join(EXAMPLES, main));
  const read = (file: string): string => readFileSync(path.join(folder, file), 'utf8');
  const { plan, diagnostics } = checkDocument({ path: 'spec.md', text: read('spec.md') }, (file) => ({
    kind: 'file',
    text: read(file),
  }));
  if (plan === null) throw new Error(diagnostics.map(({ code, message }) => `${code} ${message}`).join('\n'));
  return plan;
}

/** `redocly lint`: its exit code, and what it says. */
async function lint(files: readonly string[], folder: string): Promise<{ code: number; said: string }> {
  const redocly = path.resolve(EXAMPLES, '../node_modules/.bin/redocly');
  // Its recommended rules: what is an error there.
  return new Promise((resolve) => {
    const words = ['lint', ...files, '--format', 'stylish'];
    execFile(redocly, words, { cwd: folder, env: { ...process.env, REDOCLY_TELEMETRY: 'off' } }, (error, out, wrong) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : error === null ? 0 : 1, said: `${out}${wrong}` }),
    );
  });
}

test('every example is described in OpenAPI that `redocly lint` accepts, to whoever reads it', async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), 'nonet-openapi-'));
  const files: string[] = [];
  for (const main of globSync('*/spec.md', { cwd: EXAMPLES }).toSorted()) {
    const plan = planOf(main);
    const served = await serve(plan);
    const assigned = plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
    const known = plan.entities.some(({ name }) => name === 'User');
    const actors: [string, string | null][] = [['nobody', null]];
    if (known) actors.push(['everyone', await join(served, 'all@example.com', assigned)]);
    for (const [actor, cookie] of actors) {
      const answer = await served.ask('GET', '/api/openapi.json', cookie === null ? {} : { cookie });
      expect(answer.statusCode).toBe(200);
      const file = `${path.dirname(main)}-${actor}.json`;
      await writeFile(path.join(folder, file), answer.body);
      files.push(file);
    }
    await served.close();
  }
  const { code, said } = await lint(files, folder);
  expect(code, said).toBe(0);
  await rm(folder, { recursive: true });
});
