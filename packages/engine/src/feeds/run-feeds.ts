import type { Entity, Feed } from '@nonet/language';
import { environmentConstant } from '../calls/environment-constant.ts';
import { later } from '../calls/schedule-retry.ts';
import type { Clock } from '../clock.ts';
import type { Actor, Engine } from '../engine.ts';
import { wireId } from '../run/values/number-id.ts';
import { askUsers, hasUsers } from '../session/user.ts';
import { isUnreachable } from '../store/connection-errors.ts';
import { run } from '../store/pool.ts';
import { type FeedRow, readTable, UnreadableTable } from './feed-table.ts';
import { fetchTable, type TableVersion } from './fetch-table.ts';
import {
  addPart,
  emptyRun,
  endRun,
  type FeedCounts,
  type LeasedRun,
  type ListedFeedRefusal,
  LostLease,
  nextPart,
  noteRows,
  noteTaken,
  putOff,
  renewLease,
} from './run-log.ts';
import { clauseOf, standingRefusal, wordsOf } from '../standing-refusal.ts';
import { type RowTaker, takeRow, type Taking } from './take-row.ts';

/** The operations that take the tables of a product. */
export interface FeedTaker extends RowTaker {
  readonly clock: Clock;
  readonly hit: Engine['hit'];
  /** The number of the document in use. */
  readonly version: number;
}

export interface RunOptions {
  readonly allowPrivateTargets: boolean;
  /** Whether the run is to be left to another process, which continues it. */
  readonly isStopped: () => boolean;
  /** Is called with each try that failed, and why. */
  readonly onFailed?: (feed: string, problem: string) => void;
}

const PART_ROWS = 100;
/** A table that can't be fetched is tried again so often, after these pauses. */
const PAUSES_MILLISECONDS = [60_000, 300_000, 900_000] as const;

/** Why a run can't go on, in words for the operator. */
class Unrunnable extends Error {
  override readonly name = 'Unrunnable';
}

/**
 * Works at a run until it has ended, or until it is to be left: the table is read, then its rows are judged one by one, then
 * the records that are missing. `by` stands in for whom the document names, in `dev`. Each step is noted, so that another process continues where this one stopped.
 */
export async function workAt(taker: FeedTaker, leased: LeasedRun, options: RunOptions, by?: Feed['by']): Promise<void> {
  const { pool, index, clock } = taker;
  try {
    const { feed, entity, actor } = await partsOf(taker, leased.feed, by);
    if (leased.state === 'waiting' && !(await fetchRows(taker, leased, feed, actor, options))) return;
    const taking = { feed, entity, actor, run: leased.id };
    for (let part = await nextPart(pool, index, leased); part !== null; part = await nextPart(pool, index, leased)) {
      const { id, rows, isRepeated } = part;
      const judged = await judge(taker, leased, { ...taking, isRepeated }, rows, options);
      if (judged === null) return await putOff(pool, leased, clock(), null);
      await noteRows(pool, leased, judged.counts, judged.refusals, async (client) => {
        await run(client, { text: 'delete from nonet.feed_part where id = $1', values: [id] });
      });
    }
    if (!(await lookForMissing(taker, leased, { ...taking, isRepeated: false }, options)))
      return await putOff(pool, leased, clock(), null);
    await endRun(pool, leased, 'done', clock());
  } catch (error) {
    if (error instanceof LostLease) return;
    const problem = error instanceof Error ? error.message : String(error);
    const pause = PAUSES_MILLISECONDS[leased.attempts];
    options.onFailed?.(leased.feed, problem);
    const isFinal = error instanceof UnreadableTable || error instanceof Unrunnable || pause === undefined;
    if (isFinal && !isUnreachable(error)) await endRun(pool, leased, 'failed', clock(), problem);
    else await putOff(pool, leased, later(clock(), pause ?? PAUSES_MILLISECONDS[0]), problem);
  }
}

/** The feed of a run, the entity of its records, and whose rights decide. @throws {Unrunnable} */
async function partsOf(
  taker: FeedTaker,
  name: string,
  by: Feed['by'] | undefined,
): Promise<{ readonly feed: Feed; readonly entity: Entity; readonly actor: Actor }> {
  const { plan } = taker.index;
  const feed = plan.feeds.find((each) => each.name === name);
  if (feed === undefined) throw new Unrunnable('The document has no such feed any more.');
  const gap = openPartOf(taker, feed);
  const entity = plan.entities.find((each) => each.name === feed.entity);
  if (gap !== null || entity === undefined || feed.key === null) {
    taker.hit(gap ?? feed.clause, []);
    throw new Unrunnable(`What becomes of it is not shown in the document (${gap ?? feed.clause}).`);
  }
  return { feed, entity, actor: await actorOf(taker, by === undefined ? feed : { by }) };
}

const NEEDED = ['fetches', 'received', 'by', 'of', 'key', 'takes'] as const;

function openPartOf({ index }: FeedTaker, { clause }: Feed): string | null {
  const needed = new Set(['7', '7.feeds', clause, ...NEEDED.map((part) => `${clause}.${part}`)]);
  return index.plan.gaps.find((each) => needed.has(each.clause))?.clause ?? null;
}

/** The user who has the address that the document states; somebody who is not signed in where it says `everyone`. */
async function actorOf({ index, pool }: FeedTaker, { by }: Pick<Feed, 'by'>): Promise<Actor> {
  const nobody: Actor = { userId: null, roles: [] };
  if (by === 'everyone' || by === null) return nobody;
  const email = by.kind === 'literal' ? by.value : environmentConstant(index, by.value);
  const found = hasUsers(index.plan)
    ? await askUsers<{ id: string; roles: readonly string[] }>(
        pool,
        index,
        'with the address of a feed',
        (user, parameters) =>
          `select ${user.columns} from ${user.table} u where lower(${user.email}) = lower(${parameters.slot('email', 'text')}) and ${user.active} limit 2`,
        { email },
      )
    : [];
  const [account] = found;
  if (account === undefined) throw new Unrunnable(`Nobody who may sign in has the address ${email}.`);
  if (found.length > 1) throw new Unrunnable(`Several people have the address ${email}.`);
  return { userId: account.id, roles: account.roles };
}

/** Fetches the table of a run, and stores its rows. False where the run has ended with that. */
async function fetchRows(
  taker: FeedTaker,
  leased: LeasedRun,
  feed: Feed,
  actor: Actor,
  { allowPrivateTargets }: RunOptions,
): Promise<boolean> {
  const { pool, index, clock } = taker;
  await emptyRun(pool, leased);
  const taken = [taker.version, actor.userId, ...actor.roles.toSorted()].join(' ');
  const answer = await fetchTable(index, feed, await lastVersion(taker, feed), { taken, allowPrivateTargets });
  if (answer.kind === 'unchanged') {
    await endRun(pool, leased, 'unchanged', clock());
    return false;
  }
  await storeRows(taker, leased, feed, answer.bytes);
  await noteTaken(pool, leased, answer.version);
  return true;
}

/** Stores the rows of a table as they come. */
export async function storeRows(
  { pool, index }: Pick<FeedTaker, 'pool' | 'index'>,
  leased: LeasedRun,
  feed: Feed,
  bytes: AsyncIterable<Uint8Array>,
): Promise<void> {
  let rows: FeedRow[] = [];
  let place = 0;
  const store = async () => {
    await addPart(pool, index, leased, place, rows);
    place += 1;
    rows = [];
  };
  for await (const row of readTable(feed, bytes)) {
    rows.push(row);
    if (rows.length === PART_ROWS) await store();
  }
  if (rows.length > 0) await store();
}

/** The version of the table that was taken last, where all of its rows were: what was refused is asked for once more. */
async function lastVersion({ pool }: FeedTaker, { name }: Feed): Promise<TableVersion | null> {
  const [last] = await run<{ version: TableVersion | null; refused: number }>(pool, {
    text: `select version, refused from nonet.feed_run where feed = $1 and state in ('done', 'failed') order by sequence desc limit 1`,
    values: [name],
  });
  return last === undefined || last.refused > 0 ? null : last.version;
}

interface Judged {
  readonly counts: Partial<FeedCounts>;
  readonly refusals: readonly ListedFeedRefusal[];
}

/** Judges some rows, one after the other; null where the run is to be left. */
async function judge(
  taker: FeedTaker,
  leased: LeasedRun,
  taking: Taking,
  rows: readonly FeedRow[],
  { isStopped }: RunOptions,
): Promise<Judged | null> {
  const counts: Record<string, number> = {};
  const refusals: ListedFeedRefusal[] = [];
  let renewed = performance.now();
  for (const row of rows) {
    if (isStopped()) return null;
    if (performance.now() - renewed > RENEW_MILLISECONDS) {
      await renewLease(taker.pool, leased);
      renewed = performance.now();
    }
    const outcome = await takeRow(taker, taking, row);
    counts[outcome.kind] = (counts[outcome.kind] ?? 0) + 1;
    if (outcome.kind === 'refused') refusals.push(outcome.refusal);
  }
  return { counts, refusals };
}

const RENEW_MILLISECONDS = 15_000;

/**
 * Looks for records that an earlier run has found in the table and this one has not, and lets the event of the feed happen to
 * them. A table without rows misses none: it may be one that somebody is writing. False where the run is to be left.
 */
async function lookForMissing(
  taker: FeedTaker,
  leased: LeasedRun,
  taking: Taking,
  { isStopped }: RunOptions,
): Promise<boolean> {
  const { pool, index } = taker;
  const { feed, entity, actor } = taking;
  const [{ read } = { read: 0 }] = await run<{ read: number }>(pool, {
    text: 'select read from nonet.feed_run where id = $1',
    values: [leased.id],
  });
  if (read === 0) return true;
  for (let after = '00000000-0000-0000-0000-000000000000'; ; ) {
    if (isStopped()) return false;
    const [next] = await run<{ record: string }>(pool, {
      text: `select record from nonet.feed_record where feed = $1 and run <> $2 and record > $3 order by record limit 1`,
      values: [feed.name, leased.id, after],
    });
    if (next === undefined) return true;
    after = next.record;
    let refusal: ListedFeedRefusal | null = null;
    if (feed.missing !== null)
      try {
        const options = { ifMatch: null, idempotencyKey: `feed ${leased.id} ${after} ${feed.missing}` };
        await taker.fire(actor, entity.name, String(wireId(index, entity.name, after)), feed.missing, {}, options);
      } catch (error) {
        const refused = standingRefusal(error);
        const clause = clauseOf(refused);
        const key = String(wireId(index, entity.name, after));
        refusal = { line: null, key, code: refused.code, clause, problem: wordsOf(refused) };
      }
    // A record on which the event was refused is missing in the next run as well, and is tried again.
    const isDeleted = refusal?.code === 'NOT_FOUND';
    const isGone = refusal === null || isDeleted;
    const counts = isDeleted ? {} : isGone ? { missing: 1 } : { refused: 1 };
    await noteRows(pool, leased, counts, isGone || refusal === null ? [] : [refusal], async (client) => {
      if (isGone)
        await run(client, {
          text: 'delete from nonet.feed_record where feed = $1 and record = $2',
          values: [feed.name, after],
        });
    });
  }
}
