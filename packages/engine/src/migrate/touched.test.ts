import { createTestDatabase } from '@nonet/testing/database';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { beforeEachStatement } from '../fixtures/killed.ts';
import { putToUse } from '../fixtures/narrowed.ts';
import { type Parts, partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { migrate, type MigrateOptions } from './migrate.ts';
import { MigrationRefusal } from './refusals.ts';

// Records that are written while a change is prepared.

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

const start = (stated: Parts, options: MigrateOptions = {}, on: Pool = pool) =>
  migrate(on, indexPlan(planOfDocument(partsDocument(stated))), options);

const FIELDS = 'code | text |; weight | integer |; maker | Maker | optional';
const BEFORE: Parts = {
  fields: FIELDS,
  records: ['name | code | weight', 'a | A1 | 1500'],
};
const changed = (was: string, is: string, beside = ''): Parts => ({
  fields: FIELDS.replace(was, is),
  beside,
});
const made = (name: string, from: string, ...rows: readonly string[]) =>
  `### ${name}\n\n| field | type | rules |\n| --- | --- | --- |\n${rows.map((row) => `| ${row} |\n`).join('')}\n| setting | is |\n| --- | --- |\n| from | ${from} |\n`;

describe('under the lock that puts a document to use, no other records are read', () => {
  const RECORDS = 3000;

  test.each<[what: string, after: Parts]>([
    ['of a field with a limit', changed('weight | integer |', 'weight | integer | 0..50000')],
    ['of a field that becomes required', changed('maker | Maker | optional', 'maker | Maker |')],
    ['of a field with new values', changed('weight | integer |', 'weight | decimal(8,3) | from weight / 1000')],
    [
      'of an entity that is made, one of each',
      changed('code | text |', 'label | Label | from this', made('Label', 'Part', 'text | text | from code')),
    ],
    [
      'of an entity that is made by a key',
      changed(
        'code | text |',
        'label | Label | from code',
        made('Label', 'Part, key code', 'text | text | ..20, from code'),
      ),
    ],
    [
      'of an entity that is made by a key, to which not all refer',
      changed(
        'code | text |',
        'label | Label | optional, from if weight != 7 then code else null',
        made('Label', 'Part where weight != 7, key code', 'text | text | unique, from code'),
      ),
    ],
    [
      'of two entities that become one',
      changed(
        'maker | Maker | optional',
        'thing | Thing | from if maker != null then maker else null else open',
        made('Thing', 'Maker, Part', 'name | text | ..20, from name'),
      ),
    ],
  ])('%s', async (_what, after) => {
    await putToUse(pool, BEFORE);
    await pool.query(
      `insert into product.part (name, code, weight, maker)
       select 'p' || n, 'C' || n % 100, n, m.id from generate_series(1, $1::int) n, product.maker m`,
      [RECORDS],
    );
    await pool.query('update product.part p set maker = m.id from product.maker m');
    await pool.query('analyze product.part');
    const read: number[] = [];
    let isWritten = false;
    let before: number | null = null;
    const writing = beforeEachStatement(pool, async (text, client) => {
      if (!isWritten && (await pool.query(`select from pg_trigger where tgname = '_next_update'`)).rows.length > 0) {
        // Under load, PostgreSQL has seen that many records are noted, and plans for as many.
        isWritten = true;
        await pool.query('update product.part set weight = weight');
        await pool.query('analyze nonet.touched');
      }
      const countRead = async () =>
        (
          await client.query<{ read: number }>(
            `select (seq_tup_read + coalesce(idx_tup_fetch, 0))::int as read from pg_stat_xact_user_tables where relid = 'product.part'::regclass`,
          )
        ).rows[0]?.read ?? 0;
      if (text.startsWith('lock table')) {
        await pool.query(`update product.part set name = name where name = 'p1'`);
        before = await countRead();
      } else if (text === 'commit' && before !== null) {
        read.push((await countRead()) - before);
        before = null;
      }
    });
    expect((await start(after, {}, writing)).kind).toBe('changed');
    expect(Math.max(0, ...read)).toBeLessThan(100);
  });
});

test('what is written between two statements is judged, whichever they are', async () => {
  await putToUse(pool, BEFORE);
  const after = changed('code | text |', 'code | text | ..5');
  /** Breaks the limit; answers whether that was still possible. */
  const write = async () => {
    const client = await pool.connect();
    try {
      const [, , written] = (await client.query(
        `begin; set local lock_timeout = '20ms'; update product.part set code = 'too long' where (select count(*) from nonet.version) = 1; commit`,
      )) as unknown as readonly { readonly rowCount: number }[];
      return (written?.rowCount ?? 0) > 0;
    } catch (error) {
      if ((error as { code?: string }).code !== '55P03') throw error;
      await client.query('rollback');
      return false;
    } finally {
      client.release();
    }
  };
  const outcomes: string[] = [];
  for (let at = 1; outcomes.at(-1) !== 'changed'; at++) {
    let [count, isWritten] = [0, false];
    const writing = beforeEachStatement(pool, async () => {
      count += 1;
      if (count === at) isWritten = await write();
    });
    const outcome = await start(after, {}, writing).then(
      ({ kind }) => kind,
      (error: unknown) => {
        if (error instanceof MigrationRefusal) return 'refused';
        throw error;
      },
    );
    outcomes.push(outcome);
    expect(outcome).toBe(isWritten ? 'refused' : 'changed');
    await pool.query(`update product.part set code = 'A1'`);
  }
  expect(outcomes.length).toBeGreaterThan(20);
});
