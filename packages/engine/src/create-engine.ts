import { systemClock } from './clock.ts';
import { keyRingOf } from './encryption/key-ring.ts';
import { noteKeys } from './encryption/stored-keys.ts';
import { createChanges } from './live/changes.ts';
import { closeFormerVersions } from './migrate/close-former.ts';
import { migrate, type MigrationResult } from './migrate/migrate.ts';
import { NotPutToUse } from './migrate/refusals.ts';
import { followUp } from './migrate/follow-up.ts';
import { indexPlan, type PlanIndex, type RowSecurity } from './plan-index.ts';
import { translatedIndex } from './plan-languages.ts';
import { ENGINE_LIMITS } from './engine-limits.ts';
import { createGapHits } from './run/gap-hits.ts';
import { type Kept, KeptAnswers, OneAtATime } from './run/kept-answers.ts';
import { Replicas } from './replicas/replicas.ts';
import { RecordTexts } from './run/record-texts.ts';
import { keepRowSecurity, requireFewRoles } from './row-security/keep-row-security.ts';
import { grantServing, mayChangeSchema } from './store/serving-role.ts';
import { isPerTransaction, openBeside, openPool, run, type Pool, type PoolClient } from './store/pool.ts';
import { createOperations, type EngineParts, type SharedParts } from './engine-operations.ts';
import type { EngineOptions, PutToUse, RunningEngine } from './running-engine.ts';

/**
 * Brings the database to the plan (a `MigrationRefusal` if that would lose data), and creates the product's operations.
 * If it opens its own pool, the database knows each connection as one of this version of the document, so that a later
 * version can close it, unless `change` is `any`.
 */
export async function createEngine(options: EngineOptions): Promise<RunningEngine> {
  const clock = options.clock ?? systemClock;
  const environment = options.environment ?? process.env;
  const stated = options.index ?? indexPlan(options.plan, environment);
  if (options.rowSecurity === true) requireFewRoles(stated);
  const { migration, rowSecurity } = await putToUse(options, stated);
  const index = rowSecurity === null ? stated : indexPlan(options.plan, environment, rowSecurity);
  // `nonet dev` may put any document to use and is alone on its database, so no other process needs to know its
  // connections.
  const known = (options.change ?? 'any') === 'any' ? {} : { version: migration.version };
  const direct = options.servesPerTransaction === true ? { directUrl: databaseUrl(options) } : {};
  const pool =
    options.pool ?? openPool(options.servingUrl ?? databaseUrl(options), { ...options.timeouts, ...known, ...direct });
  try {
    await noteKeys(pool, keyRingOf(index.environment));
    const [product] = await run<{ secret: Buffer }>(pool, { text: 'select secret from nonet.product', values: [] });
    if (product === undefined) throw new Error('The database holds no product.');
    return await assemble({ options, index, pool, clock, migration, secret: product.secret });
  } catch (error) {
    if (options.pool === undefined) await pool.end();
    throw error;
  }
}

interface InUse {
  readonly migration: PutToUse;
  readonly rowSecurity: RowSecurity | null;
}

async function putToUse(options: EngineOptions, index: PlanIndex): Promise<InUse> {
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
    ...(options.onWait === undefined ? {} : { onWait: options.onWait }),
  };
  const clock = options.clock ?? systemClock;
  const withEffects = async (pool: Pool, migration: MigrationResult): Promise<InUse> => {
    const { former, version } = migration;
    const rowSecurity = options.rowSecurity === true ? await keepRowSecurity(pool, index, version) : null;
    if (former === undefined) return { migration: { ...migration, effects: [] }, rowSecurity };
    const effects = await followUp({ index, pool, clock }, former, version);
    return { migration: { ...migration, kind: 'changed', effects }, rowSecurity };
  };
  if (options.pool !== undefined) return withEffects(options.pool, await migrate(options.pool, index, common));
  // A large table takes its time. One connection changes the storage, the other one ends those of former versions.
  const pool = openPool(databaseUrl(options), { connections: 2, answerMilliseconds: 0 });
  try {
    // A role that may change no schema serves the document that is in use.
    const onlyServes = change === 'newer' && !(await mayChangeSchema(pool));
    const only = onlyServes ? ({ change: 'none' } as const) : {};
    const migration = await migrate(pool, index, {
      ...common,
      ...only,
      closeFormer: (client, kept) => closeFormerVersions(pool, client, kept),
    }).catch((error: unknown) => {
      throw onlyServes && error instanceof NotPutToUse ? new NotPutToUse(true, true) : error;
    });
    const done = await withEffects(pool, migration);
    const { servingUrl } = options;
    const isOther = servingUrl !== undefined && userOf(servingUrl) !== userOf(databaseUrl(options));
    if (isOther) await grantServing(pool, userOf(servingUrl));
    return done;
  } finally {
    await pool.end();
  }
}

async function assemble(parts: EngineParts): Promise<RunningEngine> {
  const { options, index, pool, clock } = parts;
  const gaps = createGapHits(pool, index, clock);
  const changes = createChanges(pool);
  // A process is known as one that serves its version by a connection that is its own.
  if (isPerTransaction(pool)) changes.subscribe(() => undefined);
  const exports = openBeside(pool, ENGINE_LIMITS.exportConnections);
  const urls = options.replicaUrls ?? [];
  const onNote = options.onReplicaNote ?? ((note: string) => console.error(note));
  const replicas =
    urls.length === 0 ? null : new Replicas({ pool, index, urls, onNote, version: parts.migration.version });
  const texts = new RecordTexts(ENGINE_LIMITS.keptTextCharacters);
  const kept: Kept = {
    totals: new KeptAnswers(ENGINE_LIMITS.keptTotals),
    counting: new OneAtATime(),
    tiles: new KeptAnswers(ENGINE_LIMITS.keptTiles),
  };
  // After a connection breaks, the next one may reach another server, which numbers transactions and changes again.
  const forget = () => {
    texts.forget();
    kept.totals.forget();
    kept.tiles.forget();
    replicas?.forget();
  };
  const watch = (client: PoolClient) => void client.on('error', forget);
  pool.on('connect', watch);
  const translated = new Map<string, RunningEngine>();
  const writeCounts = { 'one statement': 0, 'several statements': 0 };
  const shared: SharedParts = { ...parts, exports, gaps, changes, texts, kept, replicas, writeCounts };
  const operations = createOperations(shared);
  const base: RunningEngine = {
    ...operations,
    async close() {
      pool.off('connect', watch);
      forget();
      await operations.close();
    },
    inLanguage(language) {
      let engine = translated.get(language);
      if (engine === undefined) {
        engine = {
          ...createOperations({ ...shared, index: translatedIndex(index, language) }),
          inLanguage: (other) => base.inLanguage(other),
        };
        translated.set(language, engine);
      }
      return engine;
    },
  };
  await replicas?.begin();
  return base;
}

function userOf(url: string): string {
  return decodeURIComponent(new URL(url).username);
}

function databaseUrl(options: EngineOptions): string {
  if (options.databaseUrl === undefined) throw new Error('An engine needs a pool or the address of a database.');
  return options.databaseUrl;
}
