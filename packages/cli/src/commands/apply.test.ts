import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openPool, type Pool } from '@nonet/engine';
import { createTestDatabase } from '@nonet/testing/database';
import { startStatementProxy } from '@nonet/testing/statement-proxy';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { environmentOf, NONET, runNonet } from '../fixtures/nonet-command.ts';
import { FORMER_PARTS } from '../fixtures/parts-that-change.ts';

const GRAMS = FORMER_PARTS.replace('weight | integer | 0..5000', 'weight | integer | ');
const KILOS = GRAMS.replace(
  'weight | integer | ',
  'weight | decimal(8,3) | from weight / 1000, back trunc(weight * 1000)',
);

/** Each call starts a process, which takes a second. */
const THOROUGH = { tags: ['thorough'] };

let folder: string;
let pool: Pool;
let environment: Record<string, string>;
let drop: () => Promise<void>;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'nonet-apply-'));
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 3 });
  environment = { DATABASE_URL: database.url, NONET_ALLOW_INSECURE: '1' };
  await Promise.all([writeFile(path.join(folder, 'old.md'), GRAMS), writeFile(path.join(folder, 'new.md'), KILOS)]);
  const first = nonet('apply', 'old.md');
  if (first.status !== 0) throw new Error(first.stderr);
});
afterEach(async () => {
  await pool.end();
  await drop();
  await rm(folder, { recursive: true });
});

const nonet = (...words: string[]) => runNonet({ folder, environment }, words);

const fill = (count: number) =>
  pool.query(
    `insert into product.part (id, name, weight, colour, stage) select nonet.uuid(), 'part ' || n, n, 'red', 'open' from generate_series(1, ${count}) n`,
  );
const weights = async () =>
  (await pool.query<{ weight: string }>('select weight::text from product.part order by part.weight')).rows.map(
    ({ weight }) => weight,
  );

test('a change of stored values is planned, refused by serve, applied, and reversed', THOROUGH, async () => {
  await fill(2);
  const planned = nonet('plan', 'new.md');
  expect(planned.status).toBe(4);
  expect(planned.stdout).toContain('Part.weight has new values: from weight / 1000');
  expect(planned.stdout).toContain('takes it back');

  const served = nonet('serve', 'new.md', '--port', '0');
  expect(served.status).toBe(1);
  expect(served.stderr).toContain('`nonet plan`');
  expect(served.stderr).toContain('`nonet apply`');
  expect(await weights()).toEqual(['1', '2']);

  expect(nonet('apply', 'new.md')).toMatchObject({
    status: 0,
    stdout: expect.stringContaining('Part.weight has new values: from weight / 1000'),
  });
  expect(await weights()).toEqual(['0.001', '0.002']);
  expect(nonet('apply', 'new.md').stdout).toBe('The document is in use already.\n');

  const former = nonet('apply', 'old.md');
  expect(former).toMatchObject({ status: 0, stdout: expect.stringContaining('`nonet apply --back`') });
  expect(await weights()).toEqual(['0.001', '0.002']);
  await writeFile(path.join(folder, 'other.md'), GRAMS.replace('Specification: Parts', 'Specification: Pieces'));
  expect(nonet('apply', '--back', 'other.md')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('This document was never put to use on this database'),
  });
  expect(nonet('finish', 'other.md')).toMatchObject({
    status: 1,
    stderr: expect.stringContaining('The database holds “Parts”, and this is “Pieces”.'),
  });
  expect(nonet('plan', 'other.md').stdout).toContain(
    'Version 2 of the document is in use, “Parts”, and this is “Pieces”.',
  );
  expect(nonet('apply', '--back', 'old.md').status).toBe(0);
  expect(await weights()).toEqual(['1', '2']);
});

test('a conversion is checked with the former document, at its place', async () => {
  await writeFile(path.join(folder, 'wrong.md'), KILOS.replace('from weight', 'from wieght'));
  expect(nonet('check', 'wrong.md').stdout).not.toContain('wieght');
  const checked = nonet('check', '--former', 'old.md', 'wrong.md');
  expect(checked.status).toBe(1);
  expect(checked.stdout).toMatch(/error N055.*`?wieght/);
  expect(checked.stdout).toContain('wrong.md:19:32');
  const fitting = nonet('check', '--former', 'old.md', 'new.md');
  expect(fitting.stdout).not.toContain('error');
  expect(fitting.stderr).not.toContain('no place');
  await writeFile(path.join(folder, 'lossy.md'), GRAMS.replace('| weight |', '| mass |'));
  expect(nonet('check', '--former', 'old.md', 'lossy.md')).toMatchObject({
    status: 0,
    stderr: expect.stringContaining('One part of old.md may hold data that has no place in lossy.md'),
  });
});

test(
  'killed while it fills a column, it changes nothing, and continues when it is called again',
  THOROUGH,
  async () => {
    const count = 20_000;
    await fill(count);
    let batches = 0;
    const proxy = await startStatementProxy(environment.DATABASE_URL ?? '', (statement) => {
      if (!/^\s*update product\."part" t set "_next_/.test(statement)) return 'pass';
      batches += 1;
      if (batches < 3) return 'pass';
      applying.kill('SIGKILL');
      return 'cut before';
    });
    const applying = spawn(process.execPath, [NONET, 'apply', 'new.md'], {
      cwd: folder,
      env: environmentOf({ ...environment, DATABASE_URL: proxy.url }),
    });
    const ended = once(applying, 'exit');
    const hasNextColumn = `select count(*)::int as n from pg_attribute where attrelid = 'product.part'::regclass and attname = '_next_weight' and not attisdropped`;
    await ended;
    await proxy.close();
    expect((await pool.query(hasNextColumn)).rows).toEqual([{ n: 1 }]);
    expect((await pool.query('select from nonet.backfill where last is not null')).rowCount).toBe(1);
    expect((await weights()).slice(0, 2)).toEqual(['1', '2']);

    expect(nonet('apply', 'new.md').status).toBe(0);
    const { rows } = await pool.query<{ n: number }>(
      `select count(*)::int as n from product.part where weight = substr(name, 6)::numeric / 1000`,
    );
    expect(rows[0]?.n).toBe(count);
    expect((await pool.query(hasNextColumn)).rows).toEqual([{ n: 0 }]);
  },
);
