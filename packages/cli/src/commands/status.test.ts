import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createEngine, openPool, type RunningEngine, seed } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { runNonet } from '../fixtures/nonet-command.ts';
import { CHANGED_PARTS, FORMER_PARTS, planOfText } from '../fixtures/parts-that-change.ts';

// `nonet status` and `nonet finish`, while processes serve one version or two.

/** Each call starts a process, which takes a second. */
const THOROUGH = { tags: ['thorough'] };
const TIME = String.raw`\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d+Z`;

let folder: string;
let url: string;
let drop: () => Promise<void>;
const open: RunningEngine[] = [];
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-status-'));
  ({ url, drop } = await createTestDatabase({ isEmpty: true }));
  await writeFile(path.join(folder, 'spec.md'), CHANGED_PARTS);
});
afterEach(async () => {
  for (const engine of open.splice(0)) await engine.close();
  await drop();
  await rm(folder, { recursive: true });
});

async function serve(text: string): Promise<RunningEngine> {
  const engine = await createEngine({
    plan: planOfText(text),
    databaseUrl: url,
    change: 'newer',
    besideFormer: true,
  });
  open.push(engine);
  // A server listens all the time: a process whose connections have all ended counts as ended.
  engine.changes.subscribe(() => undefined);
  await seed(engine, { demo: false });
  return engine;
}

async function stop(engine: RunningEngine): Promise<void> {
  open.splice(open.indexOf(engine), 1);
  await engine.close();
}

const nonet = (...words: string[]) => runNonet({ folder, environment: { DATABASE_URL: url } }, words);

const matching = (...lines: readonly string[]) => new RegExp(`^${lines.join('\n')}\n$`);

test('a database without a product has no status, and nothing to finish', THOROUGH, () => {
  expect(nonet('status', 'spec.md')).toMatchObject({ status: 1, stderr: expect.stringContaining('`nonet serve`') });
  expect(nonet('finish', 'spec.md')).toMatchObject({ status: 1, stdout: '' });
});

test('two versions are served, and the former one is finished once no process of it is alive', THOROUGH, async () => {
  const former = await serve(FORMER_PARTS);
  const from = String.raw`version \d from \S+ \((?:one connection|\d connections), since ${TIME}\)`;
  expect(nonet('status', 'spec.md').stdout).toMatch(
    matching(`Version 1 is in use: Parts, since ${TIME}\\.`, `  served: ${from}`),
  );
  expect(nonet('finish', 'spec.md')).toMatchObject({ status: 0, stdout: 'Nothing is kept for a former version.\n' });
  expect(nonet('archive', 'spec.md')).toMatchObject({
    status: 0,
    stdout: 'Nothing in the history is older than 12 months.\n',
  });

  await serve(CHANGED_PARTS);
  expect(nonet('status', 'spec.md').stdout).toMatch(
    matching(
      `Version 2 is in use: Parts, since ${TIME}\\.`,
      `  served: ${from}`,
      `  also served: ${from}`,
      'The former version .* until its processes have ended.*',
      ...['colour', 'remark', 'stage', 'weight'].map((name) => `  part\\.${name}, as it was`),
    ),
  );
  const refused = nonet('finish', 'spec.md');
  expect(refused.status).toBe(1);
  expect(refused.stderr).toMatch(
    new RegExp(`^nonet: The former version is still served: ${from}\\. .* Nothing was changed\\.\n$`, 'm'),
  );

  await stop(former);
  const alive = `select count(*)::int as count from pg_locks where locktype = 'advisory' and classid = 1936028005 and objid = 1`;
  const pool = openPool(url, { connections: 1 });
  await expect.poll(async () => (await pool.query<{ count: number }>(alive)).rows[0]?.count).toBe(0);
  await pool.end();
  const status = JSON.parse(nonet('status', 'spec.md', '--format', 'json').stdout) as Record<string, unknown>;
  expect(status).toMatchObject({
    current: { number: 2 },
    change: null,
    former: { columns: [{ column: '_former_colour' }, {}, {}, {}] },
    serving: [{ version: 2 }],
  });
  expect(nonet('finish', 'spec.md').stdout).toMatch(/^Nothing is kept for the former version any more\./);
  expect(nonet('status', 'spec.md').stdout.split('\n')).toHaveLength(3);
});

test('a change that is being prepared says how far it is', THOROUGH, async () => {
  const former = await serve(FORMER_PARTS);
  await former.pool.query(
    `insert into product.part (id, name, weight, stage) select nonet.uuid(), 'part ' || n, n, 'open' from generate_series(1, 10) n;
     insert into nonet.change (from_hash, to_hash) values ('a', 'b');
     insert into nonet.backfill (table_name, last) select 'part', id from product.part order by id offset 3 limit 1`,
  );
  expect(nonet('status', 'spec.md').stdout).toMatch(/change has been .* since .*\n {2}part: 4 records .* 6 .*/);
});
