import { createTestDatabase } from '@nonet/testing/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { claimsPlan } from '../fixtures/claims.ts';
import { indexPlan } from '../plan-index.ts';
import { openPool, type Pool } from '../store/pool.ts';
import { leastWait, type Timer } from './times.ts';

let pool: Pool;
let drop: () => Promise<void>;
beforeAll(async () => {
  const database = await createTestDatabase();
  drop = database.drop;
  pool = openPool(database.url, { connections: 1 });
});
afterAll(async () => {
  await pool?.end();
  await drop?.();
});

/** A timer `after` a duration that the document states. */
function after(value: string): Timer {
  const type = { kind: 'duration', nullable: false } as const;
  return { trigger: { kind: 'after', duration: { kind: 'literal', value, type } } } as unknown as Timer;
}
const index = indexPlan(claimsPlan);

test.each(['P3D', 'P2W', 'P1M', 'P3M', 'P1Y', 'P1Y1M10DT5H', 'PT72H', 'P10Y'])(
  'no time of a timer after %s comes before what it is looked for by, wherever clocks change',
  async (value) => {
    const least = leastWait(index, after(value));
    expect(least).toBeGreaterThan(0);
    const { rows } = await pool.query(
      `select count(*)::int as early from generate_series(timestamptz '2023-12-01', '2028-03-31', '7 hours 13 minutes') entered,
         unnest(array['UTC', 'Europe/Amsterdam', 'America/Sao_Paulo', 'Australia/Lord_Howe', 'Pacific/Apia']) zone
       where ((entered at time zone zone) + $1::interval) at time zone zone < entered + make_interval(secs => $2)`,
      [value, least],
    );
    expect(rows).toEqual([{ early: 0 }]);
  },
);

test.each(['P1D', 'PT0S', 'PT5M', 'P200Y'])('of one after %s nothing is known before', (value) => {
  expect(leastWait(index, after(value))).toBeNull();
});
