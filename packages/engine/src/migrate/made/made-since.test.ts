import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { putToUse } from '../../fixtures/narrowed.ts';
import { type Parts, partsDocument } from '../../fixtures/parts.ts';
import { planOfDocument } from '../../fixtures/story.ts';
import { indexPlan } from '../../plan-index.ts';
import { openPool, type Pool } from '../../store/pool.ts';
import { migrate } from '../migrate.ts';
import { MigrationRefusal } from '../refusals.ts';

// Records that were made from former ones go with the former version, as far as nobody has written them since.

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 4 });
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const NOTE = '### Note\n\n| field | type | rules |\n| --- | --- | --- |\n| text | text | |\n';
const BEFORE: Parts = {
  fields: 'code | text | optional; rare | boolean | default false; maker | Maker | optional; notes | list of Note |',
  records: ['name | code | rare', 'a | A1 | true', 'b | B2 | false', 'c | | true'],
  beside: NOTE,
};
const made = (name: string, from: string, ...rows: readonly string[]) =>
  `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n${rows.map((row) => `| ${row} |\n`).join('')}\n| setting | is |\n| --- | --- |\n| from | ${from} |\n`;
/** Rare parts are records of their own, and so are codes and notes. */
const AFTER: Parts = {
  fields: 'maker | Maker | optional; code | Code | optional, from code',
  beside: [
    made('Rarity', 'Part where rare', 'part | Part | from this', 'since | date | optional'),
    made('Code', 'Part where code != null, key code', 'text | text | unique, from code'),
    made('Remark', 'Note', 'text | text | from text', 'part | Part | from parent'),
  ].join('\n'),
};

const start = (stated: Parts, change: 'newer' | 'any') =>
  migrate(pool, indexPlan(planOfDocument(partsDocument(stated))), { change, besideFormer: true });
const read = async (sql: string) =>
  (await pool.query<Record<string, unknown>>(sql)).rows.map((row) => Object.values(row));
const stored = async () => ({
  parts: await read('select name, code, rare from product.part order by name'),
  notes: await read('select text, (select name from product.part where id = _parent) from product.note order by text'),
});

/** Puts the later version to use, does something there, and goes back; answers what was stored before. */
async function goBackAfter(...statements: readonly string[]) {
  await putToUse(pool, BEFORE);
  await pool.query(
    `insert into product.note (_parent, _position, text) select id, 1, 'note ' || name from product.part where name <> 'c'`,
  );
  const before = await stored();
  await start(AFTER, 'newer');
  for (const statement of statements) await pool.query(statement);
  return { before, back: start(BEFORE, 'any') };
}

test.each<[what: string, ...statements: string[]]>([
  ['nothing was written'],
  [
    'what was added was deleted',
    `insert into product.remark (text, part) select 'new', id from product.part where name = 'b'`,
    `delete from product.remark where text = 'new'`,
  ],
])('records that were made go with the former version if %s', async (_what, ...statements) => {
  const { before, back } = await goBackAfter(...statements);
  expect((await back).kind).toBe('changed');
  expect(await stored()).toEqual(before);
  expect(await read(`select to_regclass('product.rarity')`)).toEqual([[null]]);
});

test.each<[what: string, statement: string, words: string]>([
  [
    'one was added',
    `insert into product.rarity (part) select id from product.part where name = 'b'`,
    '`Rarity` is gone: one record was added since.',
  ],
  [
    'one was changed',
    `update product.rarity set since = '2026-03-01' where part = (select id from product.part where name = 'a')`,
    '`Rarity` is gone: one record that was made from others was changed since.',
  ],
  [
    'some were deleted',
    `delete from product.remark`,
    '`Remark` is gone: 2 records that were made from others were deleted since, and would be there again.',
  ],
  [
    'one was deleted, made again by a former process, and deleted',
    `update product.part set code = null; delete from product.code;
     select set_config('nonet.behaviour', (select former_behaviour from nonet.version where former_behaviour is not null), true);
     insert into product.part (name, _former_code) values ('d', 'A1');
     select set_config('nonet.behaviour', '', true);
     update product.part set code = null; delete from product.code`,
    '`Code` is gone: 2 records that were made from others were deleted since, and would be there again.',
  ],
  [
    'one with a key was changed',
    `update product.code set text = 'A3' where text = 'A1'`,
    '`Code` is gone: one record that was made from others was changed since.',
  ],
])('records that were made close the way back if %s', async (_what, statement, words) => {
  const { back } = await goBackAfter(statement);
  await expect(back).rejects.toThrow(MigrationRefusal);
  await expect(back).rejects.toThrow(words);
  await expect(back).rejects.toThrow('without `--back`, puts it to use');
});
