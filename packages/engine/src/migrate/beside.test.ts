import { createTestDatabase } from '@nonet/testing/database';
import { tiersOf } from '@nonet/testing/tiers';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { killedAt } from '../fixtures/killed.ts';
import { putToUse } from '../fixtures/narrowed.ts';
import { type Parts, partsDocument } from '../fixtures/parts.ts';
import { planOfDocument } from '../fixtures/story.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool, type PoolClient } from '../store/pool.ts';
import { StorageInUse } from './locks.ts';
import { type MigrateOptions, migrate } from './migrate.ts';
import { MigrationRefusal } from './refusals.ts';

let pool: Pool;
let drop: () => Promise<void>;
beforeEach(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 6 });
});
afterEach(async () => {
  await pool.end();
  await drop();
});

const start = (stated: Parts, options: MigrateOptions = {}, on: Pool = pool) =>
  migrate(on, indexPlan(planOfDocument(partsDocument(stated))), options);
const rows = async (sql: string) => (await pool.query<Record<string, unknown>>(sql)).rows;
const parts = (columns: string) => rows(`select name, ${columns} from product.part order by name`);

const BEFORE: Parts = {
  fields: 'code | text | optional; price | decimal(8,2) |; double | decimal(9,2) | `= price * 2`; stage | state |',
  settings: 'history | kept',
  states: 'open | initial; done | final',
  records: ['name | code | price', 'a | A1 | 1.50', 'b | B2 | 2', 'c | | 3'],
};
const fields = (text: string): Parts => ({ ...BEFORE, fields: text, records: [] });
const added = (text: string): Parts => fields(`${BEFORE.fields}; ${text}`);

/** The files of the table and of its indexes: another file means that PostgreSQL wrote it again. */
async function files(): Promise<Record<string, number>> {
  const found = await rows(
    `select relname::text as name, pg_relation_filenode(oid)::int as file from pg_class where oid = 'product.part'::regclass
     union all select 'i' || pg_relation_filenode(indexrelid), pg_relation_filenode(indexrelid)::int from pg_index where indrelid = 'product.part'::regclass`,
  );
  return Object.fromEntries(found.map(({ name, file }) => [name, file as number]));
}

describe('these changes rewrite no record and no index:', () => {
  test.each<[string, Parts]>([
    ['a field with a default that is stated', added('rank | integer | default 3')],
    ['a field with a default that is computed', added('since | date | default today()')],
    [
      'a field with a default from other records',
      added('maker | Maker | default if first(Maker) != null then first(Maker) else null, optional'),
    ],
    ['a renamed field', fields(BEFORE.fields.replace('code | text | optional', 'mark | text | optional, was code'))],
    ['more digits', fields(BEFORE.fields.replace('decimal(8,2)', 'decimal(12,2)'))],
  ])('%s', async (_what, after) => {
    await putToUse(pool, BEFORE);
    const [before, written] = [await files(), await rows('select xmin::text from product.part order by name')];
    expect((await start(after)).kind).toBe('changed');
    expect(await files()).toMatchObject(before);
    expect(await rows('select xmin::text from product.part order by name')).toEqual(written);
    const left = await rows(
      `select attname from pg_attribute where attrelid = 'product.part'::regclass and attname like '\\_next%'`,
    );
    expect(left).toEqual([]);
  });
});

describe('a computed field that becomes a stored one', () => {
  const stored = (rule: string) => fields(BEFORE.fields.replace('double | decimal(9,2) | `= price * 2`', rule));

  test.each<[string, Parts]>([
    ['with a default', stored('double | decimal(9,2) | default 0')],
    ['without one', stored('double | decimal(9,2) |')],
    ['with more digits and places', stored('double | decimal(12,4) | default 0')],
  ])('%s has the value that people saw, record by record', async (_what, after) => {
    await putToUse(pool, BEFORE);
    expect((await start(after)).kind).toBe('changed');
    expect((await parts('double')).map(({ double }) => Number(double))).toEqual([3, 4, 6]);
  });

  test.each<[string, Parts, RegExp]>([
    [
      'of another type',
      stored('double | date | optional'),
      /computed as `decimal` and is stored as `date` now: 3 records/,
    ],
    ['of fewer places', stored('double | decimal(9,0) | default 0'), /^$/],
    ['of fewer digits', stored('double | decimal(2,2) | default 0'), /`Part\.double` has fewer digits now: 3 records/],
  ])('%s is refused where a value has no place', async (_what, after, words) => {
    await putToUse(pool, BEFORE);
    const refusal = await start(after).catch((error: unknown) => error);
    expect(refusal instanceof MigrationRefusal ? refusal.obstacles.join('\n') : '').toMatch(words);
  });
});

describe('during a long read', () => {
  let actor: PoolClient;
  beforeEach(async () => {
    await putToUse(pool, BEFORE);
    actor = await pool.connect();
    await actor.query("set application_name = 'long reader'");
    await actor.query('begin; select from product.part');
  });
  afterEach(() => actor.release(true));

  test('a change waits for the end of a transaction, blocks nobody, and names the transaction', async () => {
    const lines: string[] = [];
    const waiting: unknown[] = [];
    const done = start(added('rank | integer | default 3'), {
      onWait(line) {
        lines.push(line);
        void rows('select mode from pg_locks where not granted').then(async (found) => {
          waiting.push(...found);
          await actor.query('commit');
        });
      },
    });
    expect((await done).kind).toBe('changed');
    expect(lines[0]).toMatch(
      /^The change waits for product\."part", in use by process \d+ \(long reader, for \d+ s: begin; select from product\.part\)\.$/,
    );
    expect(waiting).toEqual([]);
  });

  test('a change that waits too long ends and names the blocking session; the next start completes it', async () => {
    const refusal = await start(added('rank | integer | default 3'), { lockSeconds: 0.5 }).catch(
      (error: unknown) => error,
    );
    expect(refusal).toBeInstanceOf(StorageInUse);
    expect((refusal as Error).message).toMatch(/product\."part" is in use by process \d+ \(long reader/);
    expect((await start(BEFORE)).kind).toBe('unchanged');
    await actor.query('commit');
    expect((await start(added('rank | integer | default 3'))).kind).toBe('changed');
  });

  test('a refusal only reads, also under new names', async () => {
    const renamed = BEFORE.fields.replace('code | text | optional', 'mark | text | was code');
    const refusal = await start(fields(renamed), { lockSeconds: 0 }).catch((error: unknown) => error);
    expect((refusal as MigrationRefusal).obstacles).toEqual(['`Part.mark` is required now: one record lacks it']);
  });
});

describe('indexes', () => {
  test('are built while others write', async () => {
    await putToUse(pool, BEFORE);
    const writer = await pool.connect();
    await writer.query("begin; update product.part set code = 'C3' where name = 'c'");
    const done = start(fields(BEFORE.fields.replace('text | optional', 'text | optional, unique')));
    const building = () =>
      rows(
        `select l.mode from pg_locks l join pg_stat_activity a using (pid) where a.query like 'create unique index concurrently%'
         and l.relation = 'product.part'::regclass and l.granted`,
      );
    await vi.waitFor(async () => expect(await building()).toEqual([{ mode: 'ShareUpdateExclusiveLock' }]), {
      timeout: 120_000,
    });
    await pool.query("update product.part set code = 'A9' where name = 'a'");
    await writer.query('commit');
    writer.release();
    expect((await done).kind).toBe('changed');
    await expect(pool.query("update product.part set code = 'A9'")).rejects.toMatchObject({ code: '23505' });
  });

  test('that a killed build has left are made again', async () => {
    await putToUse(pool, BEFORE);
    await pool.query("update product.part set code = 'A1' where name = 'b'");
    const build = pool.query('create unique index concurrently _next_part_code_key on product.part (code)');
    await expect(build).rejects.toMatchObject({ code: '23505' });
    await pool.query("update product.part set code = 'B2' where name = 'b'");
    const unique = fields(BEFORE.fields.replace('text | optional', 'text | optional, unique'));
    expect((await start(unique)).steps).toContain('index part_code_key');
    expect(await rows('select from pg_index where not indisvalid')).toEqual([]);
  });
});

test('a rename writes no history, which is read through all renames', async () => {
  await putToUse(pool, BEFORE);
  await pool.query(
    `insert into nonet.history (entity, record, at, action, clause, from_state, to_state, before, after)
     select 'Part', id, now(), 'go', '4.Part.stage.go.open', 'open', 'done', to_jsonb(p), to_jsonb(p) || '{"code": "new"}' from product.part p where name = 'a'`,
  );
  const written = await rows('select xmin::text, after from nonet.history');
  const rename = (name: string, was: string) =>
    start(fields(BEFORE.fields.replace('code | text | optional', `${name} | text | optional, was ${was}`)));
  await rename('mark', 'code');
  await pool.query(
    `insert into nonet.history (entity, record, at, action, clause, after) select 'Part', id, now(), 'update', '3.Part.mark', '{"mark": "later"}' from product.part where name = 'a'`,
  );
  await rename('label', 'mark');
  expect(await rows('select xmin::text, after from nonet.history order by id limit 1')).toEqual(written);
  expect(
    await rows(
      `select e.clause, e.before ->> 'label' as was, e.after ->> 'label' as is, e.after ? 'code' as has_former
       from nonet.history h cross join lateral nonet.by_new_names(h) e order by e.id`,
    ),
  ).toEqual([
    { clause: '4.Part.stage.go.open', was: 'A1', is: 'new', has_former: false },
    { clause: '3.Part.label', was: null, is: 'later', has_former: false },
  ]);
});

describe('a start that is killed', () => {
  const AFTER = fields(
    'mark | text | was code, optional, unique; price | decimal(8,2) | indexed; double | decimal(9,2) | default 0; ' +
      'rank | integer | default 3; note | text | default "cheap", when price < 2; address | slug of name |; maker | Maker | default if first(Maker) != null then first(Maker) else null, optional; stage | state |',
  );
  const shape = async () => [
    await rows(
      `select attrelid::regclass::text as of, attname, format_type(atttypid, atttypmod), attnotnull, pg_get_expr(adbin, adrelid) as default
       from pg_attribute left join pg_attrdef on adrelid = attrelid and adnum = attnum
       where attrelid in (select oid from pg_class where relnamespace = 'product'::regnamespace and relkind = 'r') and attnum > 0 and not attisdropped order by 1, 2`,
    ),
    await rows(`select indexname, indexdef from pg_indexes where schemaname = 'product' order by 1`),
    await rows(
      `select conname, pg_get_constraintdef(oid), convalidated from pg_constraint where connamespace = 'product'::regnamespace and contype = 'f' order by 1`,
    ),
    await rows(
      `select tgrelid::regclass::text as of, tgname from pg_trigger where not tgisinternal and tgrelid::regclass::text like 'product.%' order by 1, 2`,
    ),
    await rows('select count(*)::int from nonet.change, nonet.touched, nonet.backfill'),
    await parts('mark, price, double, rank, note, address, stage, maker is null as unmade'),
  ];
  const write = () => pool.query("update product.part set price = 1.25 where name = 'b'");
  const anew = async () => {
    await pool.query('drop schema if exists product cascade; drop schema if exists nonet cascade');
    await putToUse(pool, BEFORE);
  };

  /**
   * Ends a start at a statement, and writes as a former process does where the change continues; answers what it came
   * to.
   */
  const kill = async (at: number): Promise<'done' | 'begun' | 'in progress'> => {
    const died = killedAt(pool, at);
    await start(AFTER, {}, died.pool).catch((error: unknown) => {
      if (!died.isKilled()) throw error;
    });
    const isOpen = (await rows('select from nonet.change')).length > 0;
    if (isOpen) await write();
    return isOpen ? 'in progress' : died.isKilled() ? 'begun' : 'done';
  };

  test('repeatedly, a few statements later each time, ends like an undisturbed one', {
    tags: ['thorough'],
  }, async () => {
    await anew();
    await write();
    await start(AFTER);
    const expected = await shape();
    await anew();
    await write();
    let inProgress = 0;
    for (let at = 14, came = 'begun'; came !== 'done'; at += 2) {
      came = await kill(at);
      if (came === 'in progress') inProgress += 1;
    }
    expect(inProgress).toBeGreaterThan(20);
    expect(await start(AFTER)).toMatchObject({ kind: 'unchanged' });
    expect(await shape()).toEqual(expected);
  });

  describe.each(tiersOf([65, 40, 115, 90], 2))('at a statement (%s)', (_tier, places, tags) => {
    test.each(places)('%i is ended by the next one', { tags }, async (at) => {
      await anew();
      await start(AFTER);
      const undisturbed = await shape();
      await anew();
      await write();
      await start(AFTER);
      const written = await shape();
      await anew();
      const came = await kill(at);
      await start(AFTER);
      expect(await shape()).toEqual(came === 'in progress' ? written : undisturbed);
    });
  });

  test('leaves nothing where the former document is started again', async () => {
    await anew();
    const before = await shape().catch(() => null);
    const columns = await rows(
      "select attname from pg_attribute where attrelid = 'product.part'::regclass and not attisdropped order by 1",
    );
    const died = killedAt(pool, 75);
    await expect(start(AFTER, {}, died.pool)).rejects.toThrow('killed');
    expect(await rows('select from nonet.change')).toHaveLength(1);
    expect((await start(BEFORE)).kind).toBe('unchanged');
    expect(before).toBeNull();
    expect(
      await rows(
        "select attname from pg_attribute where attrelid = 'product.part'::regclass and not attisdropped order by 1",
      ),
    ).toEqual(columns);
    expect(await rows("select relname from pg_class where relname like '\\_next%'")).toEqual([]);
  });
});
