import type { Feed } from '@nonet/language';
import { lastTime } from '../calls/last-time.ts';
import { later } from '../calls/schedule-retry.ts';
import { type PoolClient, run, transaction } from '../store/pool.ts';
import type { WorkerFailures } from '../worker/worker-failures.ts';
import { addRun, claimRun } from './run-log.ts';
import { type FeedTaker, type RunOptions, workAt } from './run-feeds.ts';

/** Takes the tables of feeds, one after the other, beside the other work. */
export interface FeedRunner {
  /** Adds the runs whose time has come; returns how many there are. */
  queue(): Promise<number>;
  /** Starts the run that is next, if none is on its way; returns how many it started. */
  begin(): Promise<number>;
  /** Resolves when none is on its way. */
  idle(): Promise<void>;
  underWay(): number;
}

type Options = RunOptions & { readonly failures: WorkerFailures; readonly onFault: (error: unknown) => void };

/** `onEnd` is called whenever one has ended: the next may start. */
export function createFeedRunner(taker: FeedTaker, options: Options, onEnd: () => void): FeedRunner {
  const { pool, clock, index } = taker;
  let working: Promise<void> | null = null;
  return {
    async queue() {
      let count = 0;
      for (const feed of index.plan.feeds)
        if (feed.fetches !== null && feed.when !== null) {
          const task = { task: 'schedule', clause: feed.clause, record: null } as const;
          count += (await options.failures.attempt(task, () => queueAt(taker, feed))) ?? 0;
        }
      return count;
    },
    async begin() {
      if (working !== null || index.plan.feeds.length === 0) return 0;
      const leased = await claimRun(pool, clock());
      if (leased === null) return 0;
      working = workAt(taker, leased, options)
        // The lease runs out, and it is continued.
        .catch(options.onFault)
        .finally(() => {
          working = null;
          onEnd();
        });
      return 1;
    },
    idle: async () => {
      await working;
    },
    underWay: () => (working === null ? 0 : 1),
  };
}

/** Adds a run if a time of the feed has come, each time once for all processes. A new feed begins with its next time. */
async function queueAt({ pool, clock, index }: FeedTaker, feed: Feed): Promise<number> {
  if (feed.when === null) return 0;
  const now = clock();
  const { timeZone } = index.plan.settings;
  const time =
    'everyMinutes' in feed.when
      ? await lastOf(pool, feed.when.everyMinutes, timeZone, now)
      : await lastTime(pool, feed.when, timeZone, now);
  const known = await run<{ isBefore: boolean }>(pool, {
    text: 'select queued_for < $3 as "isBefore" from nonet.scheduled_call where clause = $1 and schedule = $2',
    values: [feed.clause, SCHEDULE, time],
  });
  if (known[0]?.isBefore === false) return 0;
  return transaction(pool, async (client) => {
    if (!(await take(client, feed, time))) return 0;
    return (await addRun(client, { feed: feed.name, cause: 'schedule', now })) === null ? 0 : 1;
  });
}

/** The one schedule of a feed, among those of calls. */
const SCHEDULE = 'feed';

async function take(client: PoolClient, { clause }: Feed, time: string): Promise<boolean> {
  const rows = await run<{ isNew: boolean }>(client, {
    text: `insert into nonet.scheduled_call as s (clause, schedule, queued_for) values ($1, $2, $3)
           on conflict (clause, schedule) do update set queued_for = excluded.queued_for where s.queued_for < excluded.queued_for
           returning (xmax = 0) as "isNew"`,
    values: [clause, SCHEDULE, time],
  });
  return rows[0]?.isNew === false;
}

/** The last time of so many minutes, counted from midnight in the product's time zone. */
async function lastOf(client: FeedTaker['pool'], minutes: number, timeZone: string, now: string): Promise<string> {
  const [row] = await run<{ passed: number }>(client, {
    text: 'select extract(epoch from l.local - date_trunc($3, l.local))::int as passed from (select $1::timestamptz at time zone $2 as local) l',
    values: [now, timeZone, 'day'],
  });
  return later(now, -((row?.passed ?? 0) % (minutes * 60)) * 1000 - (Date.parse(now) % 1000));
}
