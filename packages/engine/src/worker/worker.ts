import type { OutboundCall } from '@nonet/language';
import { createCaller } from '../calls/caller.ts';
import type { CallWorkerOptions } from '../calls/options.ts';
import { nextCallDue } from '../calls/outbox.ts';
import { queueScheduledCalls } from '../calls/schedule.ts';
import { fireDueTimers } from '../timers/fire-timers.ts';
import { nextTimerDue, type Tried } from '../timers/read-times.ts';
import type { DeliverMail } from '../mails/queued-mail.ts';
import type { MakePaper } from '../papers/make-paper.ts';
import { ENGINE_LIMITS } from '../engine-limits.ts';
import { forgetSecurityEvents } from '../security-events/read.ts';
import { thinCalls } from '../calls/thin.ts';
import { createFeedRunner } from '../feeds/feed-runner.ts';
import type { Feeds } from '../feeds/feeds.ts';
import { forgetRuns, nextFeedDue } from '../feeds/run-log.ts';
import { forgetReceived } from '../received/mail-log.ts';
import { createDigests } from '../notices/digests.ts';
import { forgetNotices } from '../notices/forget-notices.ts';
import { expireFiles } from '../files/expire.ts';
import { removeExpired, type SweepProgress } from '../retention/remove-expired.ts';
import { forgetKeys } from '../run/idempotency.ts';
import { createPaperSetter, nextPaperDue } from '../papers/paper-setter.ts';
import { createWorkerFailures, forgetOldFailures, type Task, type WorkerFailures } from './worker-failures.ts';

/** The parts of a running engine that a worker needs. */
export type WorkingEngine = Pick<CallWorkerOptions, 'index' | 'pool' | 'clock' | 'hit'> & { readonly feeds: Feeds };

export interface WorkerOptions {
  /** Lets calls go to loopback and private addresses; `dev` and tests alone switch it on. */
  readonly allowPrivateTargets?: boolean;
  /** The address at which browsers reach the product; null where nobody has stated it. */
  readonly publicOrigin?: () => string | null;
  /** Hands mails over; without it they stay in the queue. */
  readonly deliverMail?: DeliverMail | null;
  /** Sets papers as PDF; without it, papers wait, and so do mails that bring them. */
  readonly makePaper?: MakePaper | null;
  /** Whether a call stays in the queue for now; other calls are made as soon as they are due. */
  readonly isHeldBack?: (call: OutboundCall) => boolean;
  /** Whether the tables of feeds are fetched and taken; true by default. */
  readonly takesFeeds?: boolean;
  /** From 0 to 1, to spread attempts over time; `Math.random` by default. */
  readonly random?: () => number;
  /** Is called with faults of the worker itself; a call's own failures are stored with the call. */
  readonly onFault?: (error: unknown) => void;
  /** Is called with each try of a call that failed, or that can't be made now, and of a feed whose table can't be taken. */
  readonly onFailedCall?: (call: string, problem: string) => void;
}

export interface Worker {
  /** Makes the worker look now, after a write that may have queued something. */
  wake(): void;
  /** Does everything that is due now, and answers when it is done. */
  settle(): Promise<void>;
  /**
   * When something is due next, in milliseconds since 1970, as the last look found: a call, a timer, a paper. Schedules of
   * calls and mails of a day are not among them. Null: nothing.
   */
  nextDue(): number | null;
  /** Ends after what is under way. */
  stop(): Promise<void>;
}

const LONGEST_SLEEP_MILLISECONDS = 5_000;
const HOUR_MILLISECONDS = 3_600_000;
const PAPERS: Task = { task: 'papers', clause: '', record: null };
const FEEDS: Task = { task: 'feeds', clause: '', record: null };

/** Makes the outbound calls and fires the timers of one product, until it is stopped. Several may run on one database. */
export function startWorker(engine: WorkingEngine, workerOptions: WorkerOptions = {}): Worker {
  const { index, pool, clock, hit } = engine;
  const onFault = workerOptions.onFault ?? ((error: unknown) => console.error(error));
  const failures = createWorkerFailures({ pool, clock }, onFault);
  const options: CallWorkerOptions & { readonly failures: WorkerFailures } = {
    index,
    pool,
    clock,
    hit,
    onFault: (error) => failures.report(error),
    onFailedCall: workerOptions.onFailedCall ?? (() => undefined),
    allowPrivateTargets: workerOptions.allowPrivateTargets ?? false,
    publicOrigin: workerOptions.publicOrigin ?? (() => null),
    deliverMail: workerOptions.deliverMail ?? null,
    makePaper: workerOptions.makePaper ?? null,
    isHeldBack: workerOptions.isHeldBack ?? (() => false),
    random: workerOptions.random ?? Math.random,
    failures,
  };
  const tried: Tried = { refused: new Map(), failed: new Set() };
  let stopped = false;
  let sleeping: NodeJS.Timeout | null = null;
  let again = false;
  let round: Promise<void> | null = null;
  let tidied = 0;
  /** Whether records whose time has passed may be left (3): looked for every hour. */
  let hasExpired = false;
  /** Whether the last round broke off, so that the next one waits. */
  let hasFailed = false;
  const progress: SweepProgress = new Map();
  let due: number | null = null;

  const caller = createCaller(options, () => wake());

  const papers = createPaperSetter(options, () => wake());

  const digests = createDigests(options);

  const { allowPrivateTargets = false } = options;
  const { takesFeeds = true } = workerOptions;
  const running = {
    allowPrivateTargets,
    isStopped: () => stopped,
    onFailed: options.onFailedCall,
    failures,
    onFault: options.onFault,
  };
  const feeds = createFeedRunner(engine.feeds.taker, running, () => wake());

  const cleanUp = (clause: string, work: () => Promise<void>) =>
    failures.attempt({ task: 'cleanup', clause, record: null }, work);

  const oneRound = async () => {
    const time = Date.parse(options.clock());
    if (time - tidied >= HOUR_MILLISECONDS) {
      tidied = time;
      hasExpired = true;
      progress.clear();
      await cleanUp('idempotency keys', () => forgetKeys(pool, clock()));
      await cleanUp('failures', () => forgetOldFailures(pool, clock()));
      await cleanUp('security events', () => forgetSecurityEvents(pool, ENGINE_LIMITS.securityEventDays));
      await cleanUp('outbound calls', () => thinCalls(pool, clock()));
      await cleanUp('received mail', () => forgetReceived(pool, clock()));
      await cleanUp('feeds', () => forgetRuns(pool, index.plan.feeds, clock()));
      await cleanUp('notices', () => forgetNotices(pool, index, clock()));
    }
    if (hasExpired) {
      hasExpired = !(await removeExpired(options, () => stopped, progress));
      if (!hasExpired) await cleanUp('uploads', () => expireFiles(options));
    }
    for (;;) {
      await queueScheduledCalls(options);
      const fired = await fireDueTimers(options, tried);
      const mailed = await digests.queue();
      const made = (await failures.attempt({ task: 'calls', clause: '', record: null }, () => caller.begin())) ?? 0;
      const set = stopped ? 0 : ((await failures.attempt(PAPERS, () => papers.begin())) ?? 0);
      const queued = takesFeeds ? await feeds.queue() : 0;
      const taken = stopped || !takesFeeds ? 0 : ((await failures.attempt(FEEDS, () => feeds.begin())) ?? 0);
      if (fired + mailed + made + set + queued + taken === 0 || stopped) break;
    }
  };

  const start = (): Promise<void> => {
    if (sleeping !== null) clearTimeout(sleeping);
    sleeping = null;
    again = false;
    const current = (async () => {
      let pause = LONGEST_SLEEP_MILLISECONDS;
      try {
        hasFailed = false;
        await oneRound();
        pause = await sleepTime();
        failures.reached();
      } catch (error) {
        hasFailed = true;
        failures.report(error);
      }
      round = null;
      if (stopped) return;
      if (again) void start();
      else sleeping = setTimeout(() => void start(), pause).unref();
    })();
    round = current;
    return current;
  };

  const sleepTime = async (): Promise<number> => {
    const dues = [
      await nextCallDue(options.pool),
      await nextTimerDue(options, tried),
      await nextPaperDue(options.pool),
      await nextFeedDue(options.pool),
    ].filter((instant) => instant !== null);
    const now = Date.parse(options.clock());
    // Work that is already due waits for something else: a refused timer for a change, a call for an earlier one.
    due = hasExpired ? now : null;
    if (hasExpired) return 0;
    const times = [...dues.map((instant) => Date.parse(instant)), caller.nextTry() ?? 0];
    const coming = times.map((time) => time - now).filter((pause) => pause > 0);
    due = coming.length === 0 ? null : now + Math.min(...coming);
    return Math.min(LONGEST_SLEEP_MILLISECONDS, ...coming);
  };

  const isBusy = (): boolean =>
    !stopped &&
    (again ||
      round !== null ||
      (hasExpired && !hasFailed) ||
      caller.underWay() + papers.underWay() + feeds.underWay() > 0);

  function wake(): void {
    if (stopped) return;
    if (round === null) void start();
    else again = true;
  }
  void start();
  return {
    wake,
    nextDue: () => due,
    settle: async () => {
      if (round !== null) await round;
      do {
        if (!stopped) await (round ?? start());
        await Promise.all([caller.idle(), papers.idle(), feeds.idle()]);
      } while (isBusy());
    },
    stop: async () => {
      stopped = true;
      if (sleeping !== null) clearTimeout(sleeping);
      if (round !== null) await round;
      await Promise.all([caller.idle(), papers.idle(), feeds.idle()]);
    },
  };
}
