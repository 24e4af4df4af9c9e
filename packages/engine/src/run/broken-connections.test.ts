import { type CutPoint, startStatementProxy, type StatementProxy } from '@nonet/testing/statement-proxy';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import type { Actor } from '../engine.ts';
import { LIBRARY } from '../fixtures/library.ts';
import { planOfDocument, startStory, type Story } from '../fixtures/story.ts';
import { WHOLE_LIST } from '../fixtures/whole-list.ts';
import type { RunningEngine } from '../running-engine.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { openPool, type Pool } from '../store/pool.ts';

/** The connection breaks at a statement: before the database has it, or before its answer is there. */

const clerk: Actor = { userId: '00000000-0000-7000-8000-000000000001', roles: ['clerk'] };
const plan = planOfDocument(LIBRARY);
let story: Story;
let proxy: StatementProxy;
let pool: Pool;
let engine: RunningEngine;
/** Cuts the next statement that it fits. */
let cutting: { readonly at: CutPoint; readonly fits: RegExp } | null = null;

beforeAll(async () => {
  story = await startStory(plan);
  await story.engine.pool.query(
    `insert into product."user" (id, email, name, roles) values ($1, 'c@x.example', 'C', '{clerk}')`,
    [clerk.userId],
  );
  proxy = await startStatementProxy(story.url, (statement) => {
    if (cutting === null || !cutting.fits.test(statement)) return 'pass';
    const { at } = cutting;
    cutting = null;
    return at;
  });
  pool = openPool(proxy.url, { connections: 2, onError: () => undefined });
  engine = await createEngine({ plan, pool });
});
afterAll(async () => {
  await engine?.close();
  await pool?.end();
  await proxy?.close();
  await story?.end();
});

const INSERT = /insert into [^ ]*book/i;
const READ = /from [^ ]*book/i;
const COMMIT = /^commit$/i;
const titled = async (title: string) =>
  (await story.engine.pool.query('select from product.book where title = $1', [title])).rows.length;

describe.each<[CutPoint]>([['cut before'], ['cut after']])('%s', (at) => {
  test('a write of one statement with a key is done once, and answered', async () => {
    const title = `Alone, ${at}`;
    cutting = { at, fits: INSERT };
    const { record } = await engine.create(clerk, 'Book', { title }, { ifMatch: null, idempotencyKey: title });
    expect([cutting, record.title, await titled(title)]).toEqual([null, title, 1]);
  });

  test('a write of several statements with a key is done once, and answered', async () => {
    const title = `Several, ${at}`;
    const { record } = await engine.create(clerk, 'Book', { title }, { ifMatch: null });
    cutting = { at, fits: COMMIT };
    await engine.delete(clerk, 'Book', record.id, { ifMatch: '*', idempotencyKey: title });
    expect([cutting, await titled(title)]).toEqual([null, 0]);
  });

  test('a list and a record are read once more', async () => {
    const { record } = await engine.create(clerk, 'Book', { title: `Read, ${at}` }, { ifMatch: null });
    cutting = { at, fits: READ };
    const page = await engine.list(clerk, 'Book', { ...WHOLE_LIST, filters: [{ key: 'title', value: `Read, ${at}` }] });
    expect([cutting, page.items.map(({ id }) => id)]).toEqual([null, [record.id]]);
    cutting = { at, fits: READ };
    const read = await engine.read(clerk, 'Book', record.id, { fields: null, expand: null });
    expect([cutting, read.record.title]).toEqual([null, `Read, ${at}`]);
  });

  test('a write without a key fails, because it may have been done', async () => {
    cutting = { at, fits: INSERT };
    const error: unknown = await engine.create(clerk, 'Book', { title: 'Unknown' }, { ifMatch: null }).catch((e) => e);
    expect([cutting, isUnreachable(error)]).toEqual([null, true]);
  });
});
