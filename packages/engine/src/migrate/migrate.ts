import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type Pool, type PoolClient, type Queryable, run } from '../store/pool.ts';
import { carryOut } from './carry-out.ts';
import { tidyUp } from './change-in-progress.ts';
import { dropUselessIndexes } from './indexes.ts';
import { addMissingParts } from './missing-parts.ts';
import { migrateOwnTables, requireOwnTables } from './own.ts';
import type { DoneConversion } from './conversions.ts';
import { DocumentNotInUse, FormerDocument, NotPutToUse } from './refusals.ts';
import type { PlanBasis } from './plan/migration-plan.ts';
import { emptyBasis, findBasis, requirePlanned } from './plan/plan-basis.ts';
import { basisOf, storedDocument } from './stored-document.ts';
import { planSchema } from './schema.ts';
import { inTransaction, type MigrationSession, type SessionOptions, withSession } from './session.ts';
import { changeTriggers } from './change-triggers.ts';
import { addVersion, documentHash, standingOf } from './versions.ts';

export interface MigrationResult {
  /** `beside`: a version of the document that another one has followed, which still takes what it writes. */
  readonly kind: 'created' | 'changed' | 'unchanged' | 'beside';
  /** The version of the document, as the database counts them. */
  readonly version: number;
  /** What was done, one line each. */
  readonly steps: readonly string[];
  /** The document that was in use before, where it was changed. */
  readonly former?: Plan;
}

export interface MigrateOptions extends SessionOptions {
  /**
   * What a document may do that the database does not have in use: nothing (it is refused with `DocumentNotInUse`), be put
   * to use where it is no former version (which is refused with `FormerDocument`), or be put to use in any case.
   */
  readonly change?: 'none' | 'newer' | 'any';
  /** Whether it may give stored fields other values (`from`); without it (`ChangesValues`) that takes `nonet apply`. */
  readonly mayConvert?: boolean;
  /** Who puts it to use, for the list of versions. */
  readonly by?: string | null;
  /** What the change was planned from: another one is refused with `PlanOutdated`. */
  readonly planned?: PlanBasis;
  /** Runs before anything of the storage changes that a process of a former version could not live with. */
  readonly closeFormer?: (client: PoolClient) => Promise<void>;
}

/**
 * Brings the database to the plan: creates everything on the first start, adds what a changed document adds, and
 * refuses (a `MigrationRefusal`, nothing changed) what would drop or reinterpret stored data. Which documents may be put to
 * use `options.change` says.
 * @throws {ChangesValues} Where it would and `options.mayConvert` is false.
 * @throws {PlanOutdated} Where `options.planned` is no longer so.
 * @throws {StorageInUse} Where others use a table longer than `options.lockSeconds`.
 */
export async function migrate(pool: Pool, index: PlanIndex, options: MigrateOptions = {}): Promise<MigrationResult> {
  const { change = 'any', by = null, closeFormer, planned } = options;
  if (change === 'none') return requireInUse(pool, index.plan);
  return withSession(pool, options, async (session) => {
    const { client } = session;
    await inTransaction(session, () => migrateOwnTables(client));
    const stored = await storedDocument(client);
    if (planned !== undefined) requirePlanned(planned, (await findBasis(client, index.plan)) ?? emptyBasis(index.plan));
    if (stored === null) return inTransaction(session, () => create(session, index, by));
    const standing = await standingOf(client, index.plan);
    const { current, own } = standing;
    const hash = documentHash(index.plan);
    if (stored.hash === hash) {
      await tidyUp(session);
      await dropUselessIndexes(session);
      const steps = await addMissingParts(session, index);
      return { kind: steps.length === 0 ? 'unchanged' : 'changed', version: current.number, steps };
    }
    if (change === 'newer' && own !== null && own.number < current.number) {
      if (standing.isAlike || standing.isOpen) return { kind: 'beside', version: own.number, steps: [] };
      throw new FormerDocument(own, current);
    }
    let version = current.number;
    const steps = await carryOut(session, index, {
      stored: stored.plan,
      basis: basisOf(stored, standing),
      mayConvert: options.mayConvert ?? true,
      hashes: { from: stored.hash, to: hash },
      ...(closeFormer === undefined ? {} : { closeFormer: () => closeFormer(client) }),
      async record(done, keepsFormer, conversions) {
        await client.query('update nonet.product set document_hash = $1, plan = $2, changed_at = now()', [
          hash,
          index.plan,
        ]);
        // The same text, read by another version of Nonet, is no other version of the document.
        const isSame = own?.number === current.number && keepsFormer;
        version = isSame ? current.number : await addVersion(client, index.plan, { by, keepsFormer, steps: done });
        await keepConversions(client, conversions.doneIn(version));
      },
    });
    return { kind: 'changed', version, steps, former: stored.plan };
  });
}

async function keepConversions(client: Queryable, done: readonly DoneConversion[]): Promise<void> {
  await run(client, {
    text: 'update nonet.product set conversions = $1',
    values: [JSON.stringify(done)],
    prepare: false,
  });
}

/** For who changes nothing: it neither waits for a change that is being prepared, nor is one. */
async function requireInUse(pool: Pool, plan: Plan): Promise<MigrationResult> {
  await requireOwnTables(pool);
  const stored = await storedDocument(pool);
  if (stored === null) throw new NotPutToUse(false);
  const standing = await standingOf(pool, plan);
  if (stored.hash !== documentHash(plan) && !standing.isAlike) throw new DocumentNotInUse(standing);
  return { kind: 'unchanged', version: standing.current.number, steps: [] };
}

async function create({ client }: MigrationSession, index: PlanIndex, by: string | null): Promise<MigrationResult> {
  const { entities } = index.plan;
  // At once: of a large document there are thousands, and the way of each takes longer than the statement.
  await client.query([...planSchema(index), ...entities.flatMap(({ name }) => changeTriggers(name))].join(';\n'));
  await client.query('insert into nonet.product (document_hash, plan, secret) values ($1, $2, $3)', [
    documentHash(index.plan),
    index.plan,
    randomBytes(32),
  ]);
  const steps = entities.map((entity) => `${entity.name} is new`);
  const version = await addVersion(client, index.plan, { by, keepsFormer: false, steps });
  const conversions = index.plan.conversions.map(({ entity, field, text }) => ({ entity, field, text, version }));
  await keepConversions(client, conversions);
  return { kind: 'created', version, steps };
}
