import type { Feed } from '@nonet/language';
import { openJson, sealJson } from '../encryption/call-contents.ts';
import type { PlanIndex } from '../plan-index.ts';
import { newId } from '../run/values/identifier.ts';
import { type Pool, type PoolClient, type Queryable, run, transaction } from '../store/pool.ts';
import type { FeedRow } from './feed-table.ts';

/** The encrypted part of a feed: its rows that wait. */
export const FEED_PART = 'feed_part.content';

/** The state of a run, in one word: it waits for its table, for its rows to be judged, or it has ended. */
export type FeedRunState = 'waiting' | 'taken' | 'done' | 'unchanged' | 'failed';

/** The numbers of rows of a run, by their outcome. */
export interface FeedCounts {
  /** The rows of the table. */
  readonly read: number;
  readonly made: number;
  readonly changed: number;
  readonly same: number;
  readonly refused: number;
  /** Rows without a record, which the feed does not make. */
  readonly ignored: number;
  /** Records whose rows have left the table. */
  readonly missing: number;
}

export const COUNTS = ['read', 'made', 'changed', 'same', 'refused', 'ignored', 'missing'] as const;

/** A run of a feed, for its operator. */
export interface ListedFeedRun extends FeedCounts {
  readonly id: string;
  readonly feed: string;
  readonly cause: 'schedule' | 'received' | 'operator';
  readonly state: FeedRunState;
  readonly at: string;
  readonly endedAt: string | null;
  readonly problem: string | null;
}

/** A row that was refused; `line` null: a record whose row is missing, on which the event was. */
export interface ListedFeedRefusal {
  readonly line: number | null;
  readonly key: string | null;
  readonly code: string;
  readonly clause: string | null;
  readonly problem: string;
}

/** A run that somebody works at. */
export interface LeasedRun {
  readonly id: string;
  readonly feed: string;
  readonly state: 'waiting' | 'taken';
  readonly lease: string;
  readonly attempts: number;
}

/** Another process works at the run. */
export class LostLease extends Error {
  override readonly name = 'LostLease';
}

const LEASE = `now() + interval '60 seconds'`;

/** Adds a run that waits. Null if one of this delivery is there already, or, without one, if one of the feed waits. */
export async function addRun(
  client: Queryable,
  {
    feed,
    cause,
    now,
    delivery = null,
  }: Pick<ListedFeedRun, 'feed' | 'cause'> & { now: string; delivery?: string | null },
  lease: string | null = null,
): Promise<string | null> {
  const [added] = await run<{ id: string }>(client, {
    text: `insert into nonet.feed_run (id, feed, cause, delivery, at, due_at, lease, leased_until)
           select $1, $2::text, $3, $4::text, $5, $5, $6::uuid, case when $6::uuid is null then null else ${LEASE} end
           where $3 = 'received' or not exists (select from nonet.feed_run where feed = $2::text and state = 'waiting')
           on conflict (feed, delivery) do nothing returning id`,
    values: [newId(), feed, cause, delivery, now, lease],
  });
  return added?.id ?? null;
}

/** The run of a delivery that came before. */
export async function runOfDelivery(client: Queryable, feed: string, delivery: string): Promise<ListedFeedRun | null> {
  const [found] = await run<ListedFeedRun>(client, {
    text: `select ${COLUMNS} from nonet.feed_run where feed = $1 and delivery = $2`,
    values: [feed, delivery],
  });
  return found ?? null;
}

export async function runById(client: Queryable, id: string): Promise<ListedFeedRun | null> {
  const [found] = await run<ListedFeedRun>(client, {
    text: `select ${COLUMNS} from nonet.feed_run where id = $1`,
    values: [id],
  });
  return found ?? null;
}

/** Lets a delivery that has failed come again. */
export async function withoutDelivery(client: Queryable, id: string): Promise<void> {
  await run(client, { text: 'update nonet.feed_run set delivery = null where id = $1', values: [id] });
}

/** Takes the run that is next, of a feed at which nobody works: a feed's runs are done in their order. Null if there is none. */
export async function claimRun(pool: Pool, now: string): Promise<LeasedRun | null> {
  const lease = newId();
  const [row] = await run<Omit<LeasedRun, 'lease'>>(pool, {
    text: `update nonet.feed_run set lease = $2, leased_until = ${LEASE} where id = (
             select f.id from nonet.feed_run f
             where f.state in ('waiting', 'taken') and f.due_at <= $1 and (f.leased_until is null or f.leased_until < now())
               and not exists (select from nonet.feed_run e where e.feed = f.feed and e.sequence < f.sequence and e.state in ('waiting', 'taken'))
             order by f.sequence limit 1 for update skip locked)
           returning id, feed, state, attempts`,
    values: [now, lease],
  });
  return row === undefined ? null : { ...row, lease };
}

/** Takes one run, whoever has it: for tests and `dev`, which await it. */
export async function claimThis(client: Queryable, id: string): Promise<LeasedRun> {
  const lease = newId();
  const [row] = await run<Omit<LeasedRun, 'lease'>>(client, {
    text: `update nonet.feed_run set lease = $2, leased_until = ${LEASE} where id = $1 returning id, feed, state, attempts`,
    values: [id, lease],
  });
  if (row === undefined) throw new LostLease(id);
  return { ...row, lease };
}

/** When the next run is due; null if none is. */
export async function nextFeedDue(client: Queryable): Promise<string | null> {
  const [row] = await run<{ due: string | null }>(client, {
    text: `select to_json(min(due_at))#>>'{}' as due from nonet.feed_run where state in ('waiting', 'taken') and leased_until is null`,
    values: [],
  });
  return row?.due ?? null;
}

/** Keeps the lease. @throws {LostLease} */
export async function renewLease(client: Queryable, { id, lease }: LeasedRun): Promise<void> {
  const rows = await run(client, {
    text: `update nonet.feed_run set leased_until = ${LEASE} where id = $1 and lease = $2 returning id`,
    values: [id, lease],
  });
  if (rows.length === 0) throw new LostLease(id);
}

/** Gives a run back, to be continued from `dueAt` on. */
export async function putOff(
  client: Queryable,
  { id, lease }: LeasedRun,
  dueAt: string,
  problem: string | null,
): Promise<void> {
  await run(client, {
    text: `update nonet.feed_run set lease = null, leased_until = null, due_at = $3, problem = $4,
             attempts = attempts + case when $4::text is null then 0 else 1 end where id = $1 and lease = $2`,
    values: [id, lease, dueAt, problem],
  });
}

/** Stores rows that are read, within the lease. */
export async function addPart(
  pool: Pool,
  index: PlanIndex,
  leased: LeasedRun,
  place: number,
  rows: readonly FeedRow[],
): Promise<void> {
  await transaction(pool, async (client) => {
    await renewLease(client, leased);
    const id = newId();
    await run(client, {
      text: 'insert into nonet.feed_part (id, run, place, content) values ($1, $2, $3, $4::jsonb)',
      values: [id, leased.id, place, JSON.stringify(sealJson(index, FEED_PART, id, rows))],
    });
    await run(client, {
      text: 'update nonet.feed_run set read = read + $2 where id = $1',
      values: [leased.id, rows.length],
    });
  });
}

/** Begins the reading of a table anew: what an earlier try has stored goes. */
export async function emptyRun(pool: Pool, leased: LeasedRun): Promise<void> {
  await transaction(pool, async (client) => {
    await renewLease(client, leased);
    await run(client, { text: 'delete from nonet.feed_part where run = $1', values: [leased.id] });
    await run(client, { text: 'update nonet.feed_run set read = 0 where id = $1', values: [leased.id] });
  });
}

/** The whole table is read. */
export async function noteTaken(client: Queryable, { id, lease }: LeasedRun, version: unknown): Promise<void> {
  const rows = await run(client, {
    text: `update nonet.feed_run set state = 'taken', version = $3::jsonb, attempts = 0, problem = null where id = $1 and lease = $2 returning id`,
    values: [id, lease, version === null ? null : JSON.stringify(version)],
  });
  if (rows.length === 0) throw new LostLease(id);
}

export interface StoredPart {
  readonly id: string;
  readonly rows: readonly FeedRow[];
  /** Whether another try has begun to judge its rows. */
  readonly isRepeated: boolean;
}

/** The next rows of a run that are to be judged; null after the last ones. */
export async function nextPart(pool: Pool, index: PlanIndex, { id: leased }: LeasedRun): Promise<StoredPart | null> {
  const [row] = await run<{ id: string; attempts: number; content: readonly FeedRow[] | { sealed: string } }>(pool, {
    text: `update nonet.feed_part set attempts = attempts + 1 where id = (
             select id from nonet.feed_part where run = $1 order by place limit 1) returning id, attempts, content`,
    values: [leased],
  });
  if (row === undefined) return null;
  return { id: row.id, rows: openJson<readonly FeedRow[]>(index, row.id, row.content), isRepeated: row.attempts > 1 };
}

/** Counts what became of some rows, and keeps why some were refused. `done` goes with it in one transaction. */
export async function noteRows(
  pool: Pool,
  leased: LeasedRun,
  counts: Partial<FeedCounts>,
  refusals: readonly ListedFeedRefusal[],
  done: (client: PoolClient) => Promise<void>,
): Promise<void> {
  await transaction(pool, async (client) => {
    await renewLease(client, leased);
    await done(client);
    await run(client, {
      text: `update nonet.feed_run set ${COUNTS.map((name, place) => `${name} = ${name} + $${place + 2}`).join(', ')} where id = $1`,
      values: [leased.id, ...COUNTS.map((name) => counts[name] ?? 0)],
    });
    for (const { line, key, code, clause, problem } of refusals)
      await run(client, {
        text: `insert into nonet.feed_refusal (run, place, line, key, code, clause, problem)
               select $1, coalesce(max(place), 0) + 1, $2, $3, $4, $5, $6 from nonet.feed_refusal where run = $1 having count(*) < $7`,
        values: [leased.id, line, key, code, clause, problem, MOST_REFUSALS],
      });
  });
}

/** The refused rows of a run that are kept with their reason; all are counted. */
export const MOST_REFUSALS = 1_000;

export async function endRun(
  client: Queryable,
  { id, lease }: LeasedRun,
  state: 'done' | 'unchanged' | 'failed',
  now: string,
  problem: string | null = null,
): Promise<void> {
  await run(client, {
    text: `update nonet.feed_run set state = $3, ended_at = $4, problem = $5, lease = null, leased_until = null where id = $1 and lease = $2`,
    values: [id, lease, state, now, problem],
  });
  await run(client, { text: 'delete from nonet.feed_part where run = $1', values: [id] });
}

const COLUMNS = `id, feed, cause, state, problem, ${COUNTS.join(', ')}, to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as at,
  to_char(ended_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS"Z"') as "endedAt"`;

/** The runs of all feeds, or of one, the newest first. */
export function listRuns(client: Queryable, feed: string | null, limit: number): Promise<ListedFeedRun[]> {
  return run<ListedFeedRun>(client, {
    text: `select ${COLUMNS} from nonet.feed_run where $1::text is null or feed = $1::text order by sequence desc limit $2`,
    values: [feed, limit],
  });
}

export function listRefusals(client: Queryable, id: string): Promise<ListedFeedRefusal[]> {
  return run<ListedFeedRefusal>(client, {
    text: 'select line, key, code, clause, problem from nonet.feed_refusal where run = $1 order by place',
    values: [id],
  });
}

/** Forgets which records a feed has found or made, so that none of them is missing. */
export async function forgetRecords(client: Queryable, feed: string): Promise<void> {
  await run(client, { text: 'delete from nonet.feed_record where feed = $1', values: [feed] });
}

/** Forgets runs that ended long ago, as the document states; those of feeds that are gone with the shortest time. */
export async function forgetRuns(client: Queryable, feeds: readonly Feed[], now: string): Promise<void> {
  await run(client, {
    text: `delete from nonet.feed_run r where r.ended_at < $1::timestamptz - make_interval(days => coalesce(
             (select k.days from unnest($2::text[], $3::int[]) k (feed, days) where k.feed = r.feed), 1))`,
    values: [now, feeds.map(({ name }) => name), feeds.map(({ keptDays }) => keptDays)],
  });
}
