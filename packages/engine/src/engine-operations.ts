import { listCalls, readLeftCalls, sendCallAgain } from './calls/left.ts';
import { listMails, readMailFile } from './mails/list-mails.ts';
import { createNotices, readInboxState } from './notices/notices.ts';
import type { Clock } from './clock.ts';
import { readRecordsToCorrect } from './correct/records-to-correct.ts';
import type { Actor, WritePath } from './engine.ts';
import { readFile } from './files/read.ts';
import { storeFile } from './files/store.ts';
import type { Changes } from './live/changes.ts';
import type { Observed } from './live/observed.ts';
import type { Replicas } from './replicas/replicas.ts';
import { readVersionStatus } from './migrate/former/read-status.ts';
import { readVersionTexts, versionCheck } from './migrate/versions.ts';
import type { PlanIndex } from './plan-index.ts';
import { Refusal } from './refusal.ts';
import { answerReading, answerSignUp, answerWriting, chooseCall, isWriting } from './run/exact-calls/answer.ts';
import { refuseCaller } from './run/exact-calls/audience.ts';
import { heldRoles, mayOpen } from './run/audience.ts';
import { runBulk } from './run/bulk.ts';
import { SAVES } from './run/single-statement/write.ts';
import { readCan } from './run/can.ts';
import { readDashboard } from './run/dashboards/dashboard.ts';
import { createWriteOperations } from './run/write-operations.ts';
import type { EngineContext } from './run/in-transaction.ts';
import { createBatcher, READS } from './run/statement-batcher.ts';
import type { GapHits } from './run/gap-hits.ts';
import { entityTag } from './run/etag.ts';
import { findMergedInto } from './run/merged-into.ts';
import { readHistory } from './run/read-history.ts';
import { exportRecords } from './run/lists/export.ts';
import { listRecords } from './run/lists/list.ts';
import { readPaper } from './papers/read-paper.ts';
import { readRecord } from './run/read.ts';
import { createFeeds } from './feeds/feeds.ts';
import { listReceived } from './received/mail-log.ts';
import { type MailReceiver, receiveMail, retryMail } from './received/receive-mail.ts';
import { type ReadScope, readScope } from './run/read-scope.ts';
import { readReport } from './run/lists/report.ts';
import { readSummary } from './run/lists/summary.ts';
import type { Kept } from './run/kept-answers.ts';
import { RecordTexts } from './run/record-texts.ts';
import { isId } from './run/values/identifier.ts';
import { listWorkerFailures } from './worker/worker-failures.ts';
import { resetRecords } from './seed/reset.ts';
import { asToday, confirmActor, confirmTogether } from './session/today.ts';
import type { Pool } from './store/pool.ts';
import { listTimers, retryTimer } from './timers/timer-list.ts';
import { createSavedViews } from './views/saved-views.ts';
import type { EngineOptions, PutToUse, RunningEngine } from './running-engine.ts';
import { message } from '@nonet/language';
import { MissingConstant } from './calls/request.ts';
import { isSigned } from './run/exact-calls/signature.ts';
import { answerSigned } from './run/exact-calls/signed.ts';
import { refuse } from './run/refuse.ts';

/** The parts of an engine once its document is in use. */
export interface EngineParts {
  readonly options: EngineOptions;
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** Keys the hashes that leave the server. */
  readonly secret: Buffer;
}

/** The parts that the engines of all languages share. */
export interface SharedParts extends EngineParts {
  readonly gaps: GapHits;
  /** The connections of exports, which keep them long. */
  readonly exports: Pool;
  readonly changes: Changes;
  readonly texts: RecordTexts;
  readonly kept: Kept;
  /** Null where no replica is named. */
  readonly replicas: Replicas | null;
  readonly writeCounts: Record<WritePath, number>;
}

/** The parts of a reading by which somebody follows its answer. */
type Followed = Pick<ReadScope, 'tables' | 'isOldFor'>;

/** The operations of a product in the words of one plan. */
export function createOperations(parts: SharedParts): Omit<RunningEngine, 'inLanguage'> {
  const { options, index, pool, exports, clock, migration, secret, gaps, changes, texts, kept, writeCounts, replicas } =
    parts;
  const batcher = createBatcher(pool, READS);
  const context: EngineContext = {
    index,
    pool,
    clock,
    secret,
    hit: gaps.hit,
    saves: createBatcher(pool, SAVES),
    writeCounts,
    ...(options.onCommit === undefined ? {} : { onCommit: options.onCommit }),
  };
  const writes = createWriteOperations(context);
  /** Reads as the actor of today. A refusal because the document leaves something open counts a hit. */
  const reading = <T>(
    actor: Actor,
    read: (scope: ReadScope) => Promise<T>,
    followed: Followed = {},
    replicas: Replicas | null = null,
  ): Promise<T> =>
    asToday(actor, async (current) => {
      const plain = readScope(index, pool, clock, current, secret, batcher, texts, kept, replicas);
      const scope = { ...plain, ...followed };
      const [answer] = await Promise.allSettled([read(scope)]);
      if (!scope.confirmation.done) await confirmTogether(batcher, index, current);
      if (answer.status === 'fulfilled') return answer.value;
      const error: unknown = answer.reason;
      if (error instanceof Refusal && error.code === 'NOT_SPECIFIED' && error.clause !== null)
        gaps.hit(error.clause, [...scope.authority.held]);
      throw error;
    });
  /** The replicas that may answer now. What says who somebody is, and what they may do, is always asked of the primary. */
  const usable = () => (replicas?.isAny === true ? replicas : null);
  const readingAnywhere = <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>) =>
    reading(actor, read, {}, usable());
  const observing = async <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>): Promise<Observed<T>> => {
    const tables = new Set<string>();
    let again = Number.POSITIVE_INFINITY;
    const isOldFor = (milliseconds: number) => void (again = Math.min(again, milliseconds));
    const answer = await reading(actor, read, { tables, isOldFor }, usable());
    return { answer, tables, again: Number.isFinite(again) ? again : null };
  };
  const receiver: MailReceiver = {
    index,
    pool,
    clock,
    create: writes.create,
    isSender: (actor, { clause, by }) => reading(actor, (scope) => mayOpen(scope, clause, by)),
    storeFile: (actor, content, name) => storeFile({ index, pool, clock }, content, { name, actor, address: null }),
    hit: gaps.hit,
  };
  return {
    plan: index.plan,
    index,
    pool,
    clock,
    migration,
    ...writes,
    bulk: (actor, entity, action, items, bulkOptions) =>
      runBulk(context, writes, actor, entity, action, items, bulkOptions),
    changes,
    observeList: (actor, entity, query) => observing(actor, (scope) => listRecords(scope, entity, query)),
    observeDashboard: (actor, screen) => observing(actor, (scope) => readDashboard(scope, pool, screen)),
    tag: (text) => entityTag(text, secret),
    list: (actor, entity, query) => readingAnywhere(actor, (scope) => listRecords(scope, entity, query)),
    export: (actor, entity, query) => readingAnywhere(actor, (scope) => exportRecords(scope, exports, entity, query)),
    summarize: (actor, entity, query, asked) =>
      readingAnywhere(actor, (scope) => readSummary(scope, entity, query, asked)),
    report: (actor, entity, query, asked) =>
      readingAnywhere(actor, (scope) => readReport(scope, pool, entity, query, asked)),
    read: (actor, entity, id, query) => readingAnywhere(actor, (scope) => readRecord(scope, entity, id, query)),
    history: (actor, entity, id) => reading(actor, (scope) => readHistory(scope, entity, id)),
    paper: (actor, entity, id, name, locale) => reading(actor, (scope) => readPaper(scope, entity, id, name, locale)),
    mergedInto: (entity, id) => findMergedInto(pool, index, entity, id),
    can: (actor, entity, id) =>
      reading(actor, (scope) => readCan({ index, pool, clock, secret }, scope.actor, entity, id)),
    heldRoles: (actor) => reading(actor, (scope) => heldRoles(scope)),
    dashboard: (actor, screen, query) => readingAnywhere(actor, (scope) => readDashboard(scope, pool, screen, query)),
    choose: async (actor, calls, request) => {
      const [only, ...others] = calls;
      if (only !== undefined && only.when === null && others.length === 0) return only;
      return reading(actor, (scope) => chooseCall(scope, calls, request));
    },
    admit: (actor, call) => reading(actor, (scope) => refuseCaller(scope, call)),
    answerSignUp: (call, request) => answerSignUp(context, call, request),
    answer: async (actor, call, request, answerOptions) => {
      if (isWriting(call.does)) return answerWriting(context, actor, call, call.does, request, answerOptions);
      const answer = await reading(actor, (scope) => answerReading(scope, call, request));
      // The reset may delete the actor's own account, so the answer is made before.
      if (call.does?.kind === 'reset') await resetRecords({ index, pool, clock });
      return answer;
    },
    isSigned: (signed, delivery) => {
      try {
        return isSigned(index, signed, delivery, new Date(clock()));
      } catch (error) {
        if (!(error instanceof MissingConstant)) throw error;
        throw refuse(index, 'UNAVAILABLE', { words: message('noSecret', { constant: error.constant }) });
      }
    },
    answerSigned: async (call, request, delivery) =>
      isWriting(call.does)
        ? answerSigned(context, call, request, delivery)
        : reading({ userId: null, roles: [] }, (scope) => answerReading(scope, call, request)),
    storeFile: async (actor, content, name, address = null) => {
      await confirmActor(pool, index, actor);
      return storeFile({ index, pool, clock }, content, { name, actor, address });
    },
    readFile: (actor, id) => reading(actor, (scope) => readFile(scope, id)),
    savedViews: createSavedViews(pool, reading),
    notices: createNotices(pool, reading),
    observeInbox: (actor) => observing(actor, readInboxState),
    hit: gaps.hit,
    hits: gaps.hits,
    isCurrent: versionCheck(pool, options.plan, migration.version),
    leftCalls: () => readLeftCalls(pool, clock()),
    listMails: (limit) => listMails(index, pool, limit),
    mailFile: (id, place, makePaper) => readMailFile(index, pool, id, place, makePaper),
    listCalls: (state, limit) => listCalls(index, pool, state, limit),
    receiveMail: (mail) => receiveMail(receiver, mail),
    retryMail: async (id) => (isId(id) ? retryMail(receiver, id) : null),
    listReceived: (state, limit) => listReceived(index, pool, state, limit),
    feeds: createFeeds({
      index,
      pool,
      clock,
      create: writes.create,
      update: writes.update,
      fire: writes.fire,
      read: (actor, entity, id, query) => reading(actor, (scope) => readRecord(scope, entity, id, query)),
      reading,
      hit: gaps.hit,
      version: migration.version,
      onCommit: options.onCommit ?? (() => undefined),
    }),
    listTimers: () => listTimers({ index, pool, clock }),
    retryTimer: (clause) => retryTimer(pool, clause),
    workerFailures: () => listWorkerFailures(pool),
    versionStatus: () => readVersionStatus(pool),
    readVersionTexts: (numbers) => readVersionTexts(pool, numbers),
    recordsToCorrect: async (plan) => {
      const { databaseUrl } = options;
      if (databaseUrl === undefined) throw new Error('Records to correct are read over a connection of their own.');
      return readRecordsToCorrect({ plan, databaseUrl, environment: index.environment });
    },
    writeCounts: () => writeCounts,
    replicas: () => ({ byPrimary: replicas?.byPrimary ?? 0, states: replicas?.states() ?? [] }),
    sendCallAgain: async (id) => (isId(id) ? sendCallAgain(pool, id, clock()) : null),
    async close() {
      await changes.close();
      await gaps.close();
      await replicas?.close();
      await exports.end();
      if (options.pool === undefined) await pool.end();
    },
  };
}
