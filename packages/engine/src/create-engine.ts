import { type Plan, translatePlan } from '@nonet/language';
import { type LeftCalls, listCalls, type ListedCall, readLeftCalls, sendCallAgain } from './calls/left.ts';
import { systemClock, type Clock } from './clock.ts';
import type { Engine, ListPage, ListQuery, Actor, WritePath } from './engine.ts';
import { type FileContent, readFile } from './files/read.ts';
import { type StoredFile, storeFile } from './files/store.ts';
import { type Changes, createChanges } from './live/changes.ts';
import type { Observed } from './live/observed.ts';
import { closeFormerVersions } from './migrate/close-former.ts';
import { migrate, type MigrateOptions, type MigrationResult } from './migrate/migrate.ts';
import { followUp } from './migrate/follow-up.ts';
import type { PlanBasis } from './migrate/plan/migration-plan.ts';
import { readVersionStatus, type VersionStatus } from './migrate/former/read-status.ts';
import { readVersionTexts, versionCheck, type VersionText } from './migrate/versions.ts';
import { indexPlan, type PlanIndex } from './plan-index.ts';
import { Refusal } from './refusal.ts';
import { answerReading, answerSignUp, answerWriting, chooseCall, isWriting } from './run/exact-calls/answer.ts';
import { refuseCaller } from './run/exact-calls/audience.ts';
import { heldRoles } from './run/audience.ts';
import { runBulk } from './run/bulk.ts';
import { ENGINE_LIMITS } from './engine-limits.ts';
import { SAVES } from './run/single-statement/write.ts';
import { readCan } from './run/can.ts';
import { readDashboard } from './run/dashboard.ts';
import { createWriteOperations } from './run/write-operations.ts';
import type { EngineContext } from './run/in-transaction.ts';
import { createBatcher, READS } from './run/statement-batcher.ts';
import { createGapHits, type GapHits } from './run/gap-hits.ts';
import { entityTag } from './run/etag.ts';
import { readHistory } from './run/read-history.ts';
import { listRecords } from './run/list.ts';
import { readRecord } from './run/read.ts';
import { type ReadScope, readScope } from './run/read-scope.ts';
import { RecordTexts } from './run/record-texts.ts';
import { isId } from './run/values/identifier.ts';
import { listWorkerFailures, type WorkerFailure } from './run/worker-failures.ts';
import { resetRecords } from './seed/reset.ts';
import { asToday, confirmActor } from './session/today.ts';
import { openPool, run, type Pool, type PoolClient, type PoolOptions } from './store/pool.ts';
import { type ListedTimer, listTimers, retryTimer } from './timers/timer-list.ts';
import { createSavedViews, type SavedViews } from './views/saved-views.ts';

export interface EngineOptions {
  readonly plan: Plan;
  /** A pool of `openPool`, which stays open when the engine closes; or the address of a database. */
  readonly pool?: Pool;
  readonly databaseUrl?: string;
  /** The waits of the pool that it opens; without them, as long as a product should wait. */
  readonly timeouts?: Pick<PoolOptions, 'connectMilliseconds' | 'answerMilliseconds'>;
  readonly clock?: Clock;
  /** The environment that `env` and `secret` constants read; the process's own if it is left out. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Is called after committed writes that may have left work for a worker. */
  readonly onCommit?: () => void;
  /** The changes that a document may make which the database does not have in use; `any` if it is left out. */
  readonly change?: MigrateOptions['change'];
  /** The person who puts the document to use, for the list of versions. */
  readonly by?: string;
  /** Whether the document may give stored fields other values (`from`); true by default. */
  readonly mayConvert?: boolean;
  /** Whether processes of the version in use continue beside this one until `nonet finish`; false by default. */
  readonly besideFormer?: boolean;
  /** The basis of the plan, if the change was planned: any other change is refused with `PlanOutdated`. */
  readonly planned?: PlanBasis;
  /** Is called with the kind of each step of a change as it begins. */
  readonly onStep?: MigrateOptions['onStep'];
}

/** The steps that putting the document to use took in the database. */
export interface PutToUse extends MigrationResult {
  /** Other effects on existing records and people besides changes of the storage; one line each. */
  readonly effects: readonly string[];
}

export interface RunningEngine extends Engine {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** The same product with the labels and messages of another language, as far as the document states them. */
  inLanguage(language: string): RunningEngine;
  /**
   * Keeps an upload under the name it came with, until a record holds it; `address`: the network address that it came
   * from.
   */
  storeFile(
    actor: Actor,
    content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>,
    name: string,
    address?: string | null,
  ): Promise<StoredFile>;
  /** A file that the actor may read on some record, or has just uploaded; else NOT_FOUND. */
  readFile(actor: Actor, id: string): Promise<FileContent>;
  /** Views of lists that people keep under a name. */
  readonly savedViews: SavedViews;
  /** The calls that are left in the outbox, counted by call and state. */
  leftCalls(): Promise<readonly LeftCalls[]>;
  /** The calls of one state with their attempts, the newest first. */
  listCalls(state: ListedCall['state'], limit: number): Promise<readonly ListedCall[]>;
  /** Sends a call that has failed again; null if there is none of this id. */
  sendCallAgain(id: string): Promise<{ readonly call: string } | null>;
  /** The timers of point 4: which records wait for them, and where they have failed. */
  listTimers(): Promise<readonly ListedTimer[]>;
  /** Tries all failures of a timer again now, by its clause; answers on how many records it had failed. */
  retryTimer(clause: string): Promise<number>;
  /** The tasks that failed at the worker's last try: timers, schedules of calls, cleaning up. */
  workerFailures(): Promise<readonly WorkerFailure[]>;
  /** The versions of the document that the database has had, and what waits for whom. */
  versionStatus(): Promise<VersionStatus>;
  /** The texts of some versions, by their numbers; what the database has not had is left out. */
  readVersionTexts(numbers: readonly number[]): Promise<readonly VersionText[]>;
  /**
   * The number of this process's writes that one statement has done, and of those that took several
   * (docs/decisions/0013).
   */
  writeCounts(): Readonly<Record<WritePath, number>>;
  /** The changes that transactions make, of this process and others. */
  readonly changes: Changes;
  /** `list`, with what would have to change for another answer. */
  observeList(actor: Actor, entity: string, query: ListQuery): Promise<Observed<ListPage>>;
  /** `dashboard`, with what would have to change for another answer. */
  observeDashboard(actor: Actor, screen: string): Promise<Observed<unknown>>;
  /** A keyed hash that distinguishes one text from another, and reveals nothing of it to who does not have its key. */
  readonly tag: (text: string) => string;
  /** Whether this version of the document is still in use; rejects if the database does not answer. */
  isCurrent(): Promise<boolean>;
  /** Writes what is waiting, and closes the pool that the engine opened. */
  close(): Promise<void>;
}

/**
 * Brings the database to the plan (a `MigrationRefusal` if that would lose data), and creates the product's operations.
 * If it opens its own pool, the database knows each connection as one of this version of the document, so that a later
 * version can close it, unless `change` is `any`.
 */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const clock = options.clock ?? systemClock;
  const index = indexPlan(options.plan, options.environment ?? process.env);
  const migration = await putToUse(options, index);
  // `nonet dev` may put any document to use and is alone on its database, so no other process needs to know its
  // connections.
  const known = (options.change ?? 'any') === 'any' ? {} : { version: migration.version };
  const pool = options.pool ?? openPool(databaseUrl(options), { ...options.timeouts, ...known });
  try {
    const [product] = await run<{ secret: Buffer }>(pool, { text: 'select secret from nonet.product', values: [] });
    if (product === undefined) throw new Error('The database holds no product.');
    return assemble({ options, index, pool, clock, migration, secret: product.secret });
  } catch (error) {
    if (options.pool === undefined) await pool.end();
    throw error;
  }
}

async function putToUse(options: EngineOptions, index: PlanIndex): Promise<PutToUse> {
  const { change = 'any', by = null } = options;
  const { mayConvert = true } = options;
  const besideFormer = options.besideFormer ?? false;
  const common = {
    change,
    by,
    mayConvert,
    besideFormer,
    ...(options.planned === undefined ? {} : { planned: options.planned }),
    ...(options.onStep === undefined ? {} : { onStep: options.onStep }),
  };
  const clock = options.clock ?? systemClock;
  const withEffects = async (pool: Pool, migration: MigrationResult): Promise<PutToUse> => {
    const { former, version } = migration;
    if (former === undefined) return { ...migration, effects: [] };
    const effects = await followUp({ index, pool, clock }, former, version);
    return { ...migration, kind: 'changed', effects };
  };
  if (options.pool !== undefined) return withEffects(options.pool, await migrate(options.pool, index, common));
  // A large table takes its time. One connection changes the storage, the other one ends those of former versions.
  const pool = openPool(databaseUrl(options), { connections: 2, answerMilliseconds: 0 });
  try {
    const migration = await migrate(pool, index, {
      ...common,
      closeFormer: (client, kept) => closeFormerVersions(pool, client, kept),
    });
    return await withEffects(pool, migration);
  } finally {
    await pool.end();
  }
}

/** The parts of an engine once its document is in use. */
interface EngineParts {
  readonly options: EngineOptions;
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** Keys the hashes that leave the server. */
  readonly secret: Buffer;
}

/** The parts that the engines of all languages share. */
interface SharedParts extends EngineParts {
  readonly gaps: GapHits;
  readonly changes: Changes;
  readonly texts: RecordTexts;
  readonly writeCounts: Record<WritePath, number>;
}

function assemble(parts: EngineParts): RunningEngine {
  const { index, pool, clock } = parts;
  const gaps = createGapHits(pool, index, clock);
  const changes = createChanges(pool);
  const texts = new RecordTexts(ENGINE_LIMITS.keptTextCharacters);
  // After a connection breaks, the next one may reach another server, which numbers its transactions again.
  const watch = (client: PoolClient) => void client.on('error', () => texts.forget());
  pool.on('connect', watch);
  const translated = new Map<string, RunningEngine>();
  const writeCounts = { 'one statement': 0, 'several statements': 0 };
  const shared: SharedParts = { ...parts, gaps, changes, texts, writeCounts };
  const operations = createOperations(shared);
  const base: RunningEngine = {
    ...operations,
    async close() {
      pool.off('connect', watch);
      texts.forget();
      await operations.close();
    },
    inLanguage(language) {
      let engine = translated.get(language);
      if (engine === undefined) {
        const words = indexPlan(translatePlan(index.plan, language), index.environment);
        engine = {
          ...createOperations({ ...shared, index: words }),
          inLanguage: (other) => base.inLanguage(other),
        };
        translated.set(language, engine);
      }
      return engine;
    },
  };
  return base;
}

/** The operations of a product in the words of one plan. */
function createOperations(parts: SharedParts): Omit<RunningEngine, 'inLanguage'> {
  const { options, index, pool, clock, migration, secret, gaps, changes, texts, writeCounts } = parts;
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
  const reading = <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>, tables?: Set<string>): Promise<T> =>
    asToday(actor, async (current) => {
      const plain = readScope(index, pool, clock, current, secret, batcher, texts);
      const scope = tables === undefined ? plain : { ...plain, tables };
      const [answer] = await Promise.allSettled([read(scope)]);
      if (!scope.confirmation.done) await confirmActor(pool, index, current);
      if (answer.status === 'fulfilled') return answer.value;
      const error: unknown = answer.reason;
      if (error instanceof Refusal && error.code === 'NOT_SPECIFIED' && error.clause !== null)
        gaps.hit(error.clause, [...scope.authority.held]);
      throw error;
    });
  const observing = async <T>(actor: Actor, read: (scope: ReadScope) => Promise<T>): Promise<Observed<T>> => {
    const tables = new Set<string>();
    return { answer: await reading(actor, read, tables), tables };
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
    list: (actor, entity, query) => reading(actor, (scope) => listRecords(scope, entity, query)),
    read: (actor, entity, id, query) => reading(actor, (scope) => readRecord(scope, entity, id, query)),
    history: (actor, entity, id) => reading(actor, (scope) => readHistory(scope, entity, id)),
    can: (actor, entity, id) =>
      reading(actor, (scope) => readCan({ index, pool, clock, secret }, scope.actor, entity, id)),
    heldRoles: (actor) => reading(actor, (scope) => heldRoles(scope)),
    dashboard: (actor, screen) => reading(actor, (scope) => readDashboard(scope, pool, screen)),
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
    storeFile: async (actor, content, name, address = null) => {
      await confirmActor(pool, index, actor);
      return storeFile({ index, pool, clock }, content, { name, actor, address });
    },
    readFile: (actor, id) => reading(actor, (scope) => readFile(scope, id)),
    savedViews: createSavedViews(pool, reading),
    hit: gaps.hit,
    hits: gaps.hits,
    isCurrent: versionCheck(pool, options.plan, migration.version),
    leftCalls: () => readLeftCalls(pool, clock()),
    listCalls: (state, limit) => listCalls(pool, state, limit),
    listTimers: () => listTimers({ index, pool, clock }),
    retryTimer: (clause) => retryTimer(pool, clause),
    workerFailures: () => listWorkerFailures(pool),
    versionStatus: () => readVersionStatus(pool),
    readVersionTexts: (numbers) => readVersionTexts(pool, numbers),
    writeCounts: () => writeCounts,
    sendCallAgain: async (id) => (isId(id) ? sendCallAgain(pool, id, clock()) : null),
    async close() {
      await changes.close();
      await gaps.close();
      if (options.pool === undefined) await pool.end();
    },
  };
}

function databaseUrl(options: EngineOptions): string {
  if (options.databaseUrl === undefined) throw new Error('An engine needs a pool or the address of a database.');
  return options.databaseUrl;
}
