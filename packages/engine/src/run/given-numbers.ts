import { type PoolClient, run } from '../store/pool.ts';

interface Counter {
  readonly field: string;
  readonly period: string;
  readonly last: number;
}

/**
 * The gapless numbers that one transaction gives to many records. All records are created or none, each in its own
 * subtransaction, so the numbers are counted here and written at the end: PostgreSQL would search all versions of a
 * row that thousands of subtransactions update. Other transactions that need a number meanwhile wait (`lockNumbers`),
 * or lose.
 */
export class GivenNumbers {
  #counters = new Map<string, Counter>();

  async next(client: PoolClient, field: string, period: string): Promise<number> {
    const key = JSON.stringify([field, period]);
    const last = 1 + (this.#counters.get(key)?.last ?? (await lastOf(client, field, period)));
    this.#counters.set(key, { field, period, last });
    return last;
  }

  /** Returns a function that takes back the numbers given from now on. */
  mark(): () => void {
    const counters = new Map(this.#counters);
    return () => {
      this.#counters = counters;
    };
  }

  async write(client: PoolClient): Promise<void> {
    const counters = [...this.#counters.values()];
    if (counters.length === 0) return;
    await run(client, {
      text: `insert into nonet.number_counter (field, period, last) select * from unnest($1::text[], $2::text[], $3::bigint[])
             on conflict (field, period) do update set last = excluded.last`,
      values: [
        counters.map(({ field }) => field),
        counters.map(({ period }) => period),
        counters.map(({ last }) => last),
      ],
    });
  }
}

async function lastOf(client: PoolClient, field: string, period: string): Promise<number> {
  const [row] = await run<{ last: number | string }>(client, {
    text: `select last from nonet.number_counter where field = nonet.stored_name('number_counter.field', $1) and period = $2`,
    values: [field, period],
  });
  return Number(row?.last ?? 0);
}
