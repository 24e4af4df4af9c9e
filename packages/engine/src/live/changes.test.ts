import { createTestDatabase, type TestDatabase } from '@nonet/testing/database';
import fc from 'fast-check';
import { Client } from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Pool, openPool } from '../store/pool.ts';
import { type Change, createChanges } from './changes.ts';

let database: TestDatabase;
let pool: Pool;
beforeAll(async () => {
  database = await createTestDatabase();
  pool = openPool(database.url, { connections: 2 });
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const WRITERS = 3;
const writer = fc.nat(WRITERS - 1);
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ kind: fc.constant('change' as const), writer }) },
  {
    weight: 2,
    arbitrary: fc.record({ kind: fc.constantFrom('begin' as const, 'commit' as const, 'rollback' as const), writer }),
  },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('read' as const), writer }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('empty' as const), writer }) },
);

test('each change of a transaction that commits is read once, whenever it commits and whatever is emptied', async () => {
  const clients = Array.from({ length: WRITERS + 1 }, () => new Client({ connectionString: database.url }));
  await Promise.all(clients.map((client) => client.connect()));
  const [reader, ...writers] = clients as [Client, ...Client[]];
  const read = async (since: string) => {
    const { rows } = await reader.query<{ moment: string; payload: string | null }>(
      `select pg_current_snapshot()::text as moment, c.payload
       from (select) one left join nonet.changes_between($1::text::pg_snapshot, pg_current_snapshot()) c on true`,
      [since],
    );
    return { moment: rows[0]?.moment ?? '', payloads: rows.flatMap(({ payload }) => payload ?? []) };
  };
  const now = async () =>
    (await reader.query<{ now: string }>('select pg_current_snapshot()::text as now')).rows[0]?.now ?? '';
  try {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { maxLength: 40 }), async (steps) => {
        let seen = await now();
        let number = 0;
        const open = new Map<number, string[]>();
        let committed: string[] = [];
        const readings: { readonly read: readonly string[]; readonly committed: readonly string[] }[] = [];
        const look = async () => {
          const { moment, payloads } = await read(seen);
          readings.push({ read: payloads.toSorted(), committed: committed.toSorted() });
          seen = moment;
          committed = [];
        };
        for (const { kind, writer: which } of steps) {
          const client = writers[which] as Client;
          const own = open.get(which);
          if (kind === 'read') {
            await look();
          } else if (kind === 'empty') {
            // Whoever reads has passed `seen`.
            await reader.query('select nonet.empty_change_log($1::text::pg_snapshot)', [seen]);
          } else if (kind === 'change') {
            number += 1;
            await client.query(`select nonet.log_change('announced', $1)`, [String(number)]);
            (own ?? committed).push(String(number));
          } else if (kind === 'begin') {
            if (own !== undefined) continue;
            await client.query('begin');
            open.set(which, []);
          } else if (own !== undefined) {
            await client.query(kind);
            if (kind === 'commit') committed.push(...own);
            open.delete(which);
          }
        }
        for (const which of open.keys()) await writers[which]?.query('rollback');
        await look();
        for (const { read: got, committed: wanted } of readings) expect(got).toEqual(wanted);
      }),
      { numRuns: 25 },
    );
  } finally {
    await Promise.all(clients.map((client) => client.end()));
  }
});

test('the table whose turn is next is emptied when nobody writes to it and everybody has passed it', async () => {
  const client = new Client({ connectionString: database.url });
  await client.connect();
  try {
    const { rows } = await client.query<{ name: string }>(
      `select format('nonet.change_log_%s', (nonet.change_log_turn() + 1) % 3) as name`,
    );
    const name = rows[0]?.name ?? '';
    const count = async () =>
      (await client.query<{ count: number }>(`select count(*)::int from ${name}`)).rows[0]?.count;
    const empty = async (moment: string) =>
      client.query('select nonet.empty_change_log($1::text::pg_snapshot)', [moment]);
    const moment = async () =>
      (await client.query<{ now: string }>('select pg_current_snapshot()::text as now')).rows[0]?.now ?? '';
    await client.query(`truncate ${name}`);
    const before = await moment();
    await client.query(`insert into ${name} (kind, payload) values ('announced', 'old')`);
    await empty(before);
    expect(await count()).toBe(1);
    // Of the future: a restored backup of another server.
    await client.query(
      `insert into ${name} (transaction, kind, payload) values ('9000000000000', 'announced', 'other')`,
    );
    // An open transaction of any database of the server keeps the table until it ends.
    const emptied = async () => {
      await empty(await moment());
      return count();
    };
    await expect.poll(emptied, { timeout: 60_000 }).toBe(0);
  } finally {
    await client.end();
  }
});

test('processes hear of each other, and of nothing before they ask', async () => {
  const [one, other] = [createChanges(pool), createChanges(pool)];
  const heard: Change[][] = [[], []];
  try {
    await one.announce('before');
    for (const [place, changes] of [one, other].entries()) changes.subscribe((change) => heard[place]?.push(change));
    await expect.poll(() => heard).toEqual([[{ kind: 'unknown' }], [{ kind: 'unknown' }]]);
    await one.announce('hello');
    await pool.query(`select nonet.log_change('records', 'claim a b'), nonet.log_change('ended', '')`);
    const expected = [
      { kind: 'unknown' },
      { kind: 'announced', text: 'hello' },
      { kind: 'records', table: 'claim', ids: ['a', 'b'] },
      { kind: 'ended', users: null },
    ];
    await expect.poll(() => heard).toEqual([expected, expected]);
  } finally {
    await Promise.all([one.close(), other.close()]);
  }
});
