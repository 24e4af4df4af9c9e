import type { Schedule } from '@nonet/language';
import { type Queryable, run } from '../store/pool.ts';

/** The last time of a schedule that is not in the future, on the clocks of a time zone. */
export async function lastTime(client: Queryable, schedule: Schedule, timeZone: string, now: string): Promise<string> {
  const [row] = await run<{ time: string }>(client, {
    text: `select to_char(max(t.time) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"') as time
           from generate_series(0, 8) days,
             lateral (select (($1::timestamptz at time zone $2)::date - days::int + $3::time) as local) l,
             lateral (select l.local at time zone $2 as time) t
           where t.time <= $1::timestamptz and ($4::int is null or extract(isodow from l.local) = $4::int)`,
    values: [now, timeZone, schedule.time, schedule.weekday],
  });
  if (row === undefined) throw new Error('A schedule has no time.');
  return row.time;
}
