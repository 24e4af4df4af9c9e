import type { Pool } from '../store/pool.ts';

/** How many outbound calls of one name are in one state. */
export interface LeftCalls {
  readonly call: string;
  /** `failed`: retries are spent, and the document doesn't say what then, or its `fails` is done. */
  readonly state: 'waiting' | 'failed';
  readonly count: number;
  /** How long the one that is due longest has waited past its time; 0 where none is late, and for failed ones. */
  readonly lateSeconds: number;
}

/** What is left in the outbox (7, `### Made`), for whoever runs the product. */
export async function readLeftCalls(pool: Pool, now: string): Promise<readonly LeftCalls[]> {
  const { rows } = await pool.query<LeftCalls>(
    `select call, state, count(*)::int as count,
            case when state = 'failed' then 0
                 else greatest(0, extract(epoch from $1::timestamptz - min(due_at)))::float8 end as "lateSeconds"
     from nonet.outbound_call where state in ('waiting', 'failed') group by call, state order by call, state`,
    [now],
  );
  return rows;
}
