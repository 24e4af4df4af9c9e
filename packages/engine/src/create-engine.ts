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
import { effectsOf } from './migrate/effects.ts';
import type { PlanBasis } from './migrate/plan/migration-plan.ts';
import { keepEffects, versionCheck } from './migrate/versions.ts';
import { indexPlan, type PlanIndex } from './plan-index.ts';
import { Refusal } from './refusal.ts';
import { answerReading, answerSignUp, answerWriting, chooseCall, isWriting } from './run/exact-calls/answer.ts';
import { refuseCaller } from './run/exact-calls/audience.ts';
import { heldRoles } from './run/audience.ts';
import { runBulk } from './run/bulk.ts';
import { ENGINE_LIMITS } from './limits.ts';
import { SAVES } from './run/single-statement/save.ts';
import { readCan } from './run/can.ts';
import { readDashboard } from './run/dashboard.ts';
import { createWriteOperations } from './run/write-operations.ts';
import type { EngineContext } from './run/in-transaction.ts';
import { createBatcher, READS } from './run/batch.ts';
import { createGapHits, type GapHits } from './run/gap-hits.ts';
import { entityTag } from './run/etag.ts';
import { readHistory } from './run/history.ts';
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
  /** How long the pool that it opens waits for the database; as long as a product should where nothing is given. */
  readonly patience?: Pick<PoolOptions, 'connectMilliseconds' | 'answerMilliseconds'>;
  readonly clock?: Clock;
  /** What `env` and `secret` constants read; the process's own where nothing else is given. */
  readonly environment?: Readonly<Record<string, string | undefined>>;
  /** Is called after committed writes that may have left work for a worker. */
  readonly onCommit?: () => void;
  /** What a document may do that the database does not have in use; `any` where nothing else is given. */
  readonly change?: MigrateOptions['change'];
  /** Who puts the document to use, for the list of versions. */
  readonly by?: string;
  /** Whether the document may give stored fields other values (`from`): then, and where nothing is said. */
  readonly mayConvert?: boolean;
  /** What the change was planned from, where it was planned: any other change is refused with `PlanOutdated`. */
  readonly planned?: PlanBasis;
}

/** What putting the document to use did to the database. */
export interface PutToUse extends MigrationResult {
  /** What changes from now on for the records and people that were there, besides the storage; one line each. */
  readonly effects: readonly string[];
}

export interface RunningEngine extends Engine {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** The same product with the labels and messages of another language, as far as the document has them. */
  inLanguage(language: string): RunningEngine;
  /** Keeps an upload under the name it came with, until a record holds it. */
  storeFile(actor: Actor, content: AsyncIterable<Uint8Array> | Iterable<Uint8Array>, name: string): Promise<StoredFile>;
  /** A file that the actor may read on some record, or has just uploaded; else NOT_FOUND. */
  readFile(actor: Actor, id: string): Promise<FileContent>;
  /** Views of lists that people keep under a name. */
  readonly savedViews: SavedViews;
  /** What is left in the outbox, by call and state. */
  leftCalls(): Promise<readonly LeftCalls[]>;
  /** The calls of one state with their attempts, the newest first. */
  listCalls(state: ListedCall['state'], limit: number): Promise<readonly ListedCall[]>;
  /** Sends a call that has failed again; null where there is none of this id. */
  sendCallAgain(id: string): Promise<{ readonly call: string } | null>;
  /** The timers of point 4: which records wait for them, and where they have failed. */
  listTimers(): Promise<readonly ListedTimer[]>;
  /** Tries again at once what has failed of a timer, by its clause; answers on how many records it had failed. */
  retryTimer(clause: string): Promise<number>;
  /** What the worker could not do at its last try: timers, schedules of calls, cleaning up. */
  workerFailures(): Promise<readonly WorkerFailure[]>;
  /** How many writes of this process one statement has done, and how many took several (docs/decisions/0013). */
  writeCounts(): Readonly<Record<WritePath, number>>;
  /** What transactions change, of this process and others. */
  readonly changes: Changes;
  /** `list`, with what would have to change for another answer. */
  observeList(actor: Actor, entity: string, query: ListQuery): Promise<Observed<ListPage>>;
  /** `dashboard`, with what would have to change for another answer. */
  observeDashboard(actor: Actor, screen: string): Promise<Observed<unknown>>;
  /** A keyed hash that distinguishes one text from another, and reveals nothing of it to who does not have its key. */
  readonly tag: (text: string) => string;
  /** Whether this version of the document is still in use; rejects where the database does not answer. */
  isCurrent(): Promise<boolean>;
  /** Writes what is waiting, and closes the pool that the engine opened. */
  close(): Promise<void>;
}

/**
 * Brings the database to the plan (a `MigrationRefusal` where that would lose data), and creates the product's operations. Where it
 * opens its own pool, the database knows each connection as one of this version of the document, so that a later version can
 * close it; not so where `change` is `any`.
 */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const clock = options.clock ?? systemClock;
  const index = indexPlan(options.plan, options.environment ?? process.env);
  const migration = await putToUse(options, index);
  // `nonet dev`, which may put any document to use, works alone: nobody else needs to know its connections.
  const known = (options.change ?? 'any') === 'any' ? {} : { version: migration.version };
  const pool = options.pool ?? openPool(databaseUrl(options), { ...options.patience, ...known });
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
  const common = { change, by, mayConvert, ...(options.planned === undefined ? {} : { planned: options.planned }) };
  const clock = options.clock ?? systemClock;
  const withEffects = async (pool: Pool, migration: MigrationResult): Promise<PutToUse> => {
    const effects = migration.former === undefined ? [] : await effectsOf({ index, pool, clock }, migration.former);
    if (effects.length > 0) await keepEffects(pool, migration.version, effects);
    return { ...migration, effects };
  };
  if (options.pool !== undefined) return withEffects(options.pool, await migrate(options.pool, index, common));
  // A large table takes its time. One connection changes the storage, the other one ends those of former versions.
  const pool = openPool(databaseUrl(options), { connections: 2, answerMilliseconds: 0 });
  try {
    const migration = await migrate(pool, index, {
      ...common,
      closeFormer: (client) => closeFormerVersions(pool, client),
    });
    return await withEffects(pool, migration);
  } finally {
    await pool.end();
  }
}

/** What an engine is made of once its document is in use. */
interface EngineParts {
  readonly options: EngineOptions;
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly migration: PutToUse;
  /** Keys the hashes that leave the server. */
  readonly secret: Buffer;
}

/** What the engines of all languages share besides. */
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
  // After a connection breaks, the next one may reach another server, which numbers its transactions anew.
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
    observeDashboard: (actor, screen) => observing(actor, (scope) => readDashboard(scope, screen)),
    tag: (text) => entityTag(text, secret),
    list: (actor, entity, query) => reading(actor, (scope) => listRecords(scope, entity, query)),
    read: (actor, entity, id, query) => reading(actor, (scope) => readRecord(scope, entity, id, query)),
    history: (actor, entity, id) => reading(actor, (scope) => readHistory(scope, entity, id)),
    can: (actor, entity, id) =>
      reading(actor, (scope) => readCan({ index, pool, clock, secret }, scope.actor, entity, id)),
    heldRoles: (actor) => reading(actor, (scope) => heldRoles(scope)),
    dashboard: (actor, screen) => reading(actor, (scope) => readDashboard(scope, screen)),
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
    storeFile: async (actor, content, name) => {
      await confirmActor(pool, index, actor);
      return storeFile({ index, pool, clock }, content, { name, actor });
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
    writeCounts: () => writeCounts,
    sendCallAgain: async (id) => (isId(id) ? sendCallAgain(pool, id, clock()) : null),
    async close() {
      await changes.close();
      await gaps.flush();
      if (options.pool === undefined) await pool.end();
    },
  };
}

function databaseUrl(options: EngineOptions): string {
  if (options.databaseUrl === undefined) throw new Error('An engine needs a pool or the address of a database.');
  return options.databaseUrl;
}
