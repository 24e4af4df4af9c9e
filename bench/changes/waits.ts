import { setTimeout as pause } from 'node:timers/promises';
import { openPool } from '@nonet/engine';

/** The longest time for which a request was seen to wait for a lock, and the statement that held it. */
export interface Wait {
  readonly milliseconds: number;
  readonly holder: string;
}

const TICK = 20;

/**
 * Watches which requests wait for locks until `signal` is aborted. It tells waits for the change from those for the
 * machine, which the requests' own times contain, too.
 */
export async function watchWaits(url: string, signal: AbortSignal): Promise<Wait> {
  const pool = openPool(url, { connections: 1 });
  let longest: Wait = { milliseconds: 0, holder: '' };
  try {
    while (!signal.aborted) {
      const { rows } = await pool.query<Wait>(
        `select extract(epoch from clock_timestamp() - l.waitstart)::float8 * 1000 as milliseconds,
           coalesce((select left(regexp_replace(a.query, '\\s+', ' ', 'g'), 100) from unnest(pg_blocking_pids(l.pid)) b
             join pg_stat_activity a on a.pid = b limit 1), '') as holder
         from pg_locks l join pg_stat_activity w on w.pid = l.pid
         where not l.granted and l.waitstart is not null and w.query ~ '^(insert into product|update product|select title)'
         order by l.waitstart limit 1`,
      );
      const [row] = rows;
      if (row !== undefined && row.milliseconds > longest.milliseconds) longest = row;
      await pause(TICK);
    }
  } finally {
    await pool.end();
  }
  return longest;
}
