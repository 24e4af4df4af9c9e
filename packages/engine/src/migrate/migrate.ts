import { randomBytes } from 'node:crypto';
import type { Plan } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { isUnreachable, readsOnly } from '../store/connection-errors.ts';
import { type Pool, type PoolClient, type Queryable, run, schemaOf } from '../store/pool.ts';
import { carryOut } from './carry-out.ts';
import { tidyUp } from './change-in-progress.ts';
import { changeTriggers } from './change-triggers.ts';
import { dropUselessIndexes } from './indexes.ts';
import { withTables } from './locks.ts';
import { addMissingParts } from './missing-parts.ts';
import { migrateOwnTables, requireOwnTables } from './own.ts';
import type { PlanBasis } from './plan/migration-plan.ts';
import { emptyBasis, findBasis, requirePlanned } from './plan/plan-basis.ts';
import { type DoneConversion, doneNow } from './planned-conversions.ts';
import { ChangeBrokenOff, DocumentNotInUse, FormerDocument, NeverPutToUse, NotPutToUse } from './refusals.ts';
import { planSchema } from './schema.ts';
import { inTransaction, type MigrationSession, type SessionOptions, withSession } from './session.ts';
import { basisOf, storedDocument } from './stored-document.ts';
import { provideTrigrams } from './trigrams.ts';
import { addVersion, documentHash, versionStatusOf } from './versions.ts';

export interface MigrationResult {
  /** `beside`: an earlier version of the document, which the newer ones still accept. */
  readonly kind: 'created' | 'changed' | 'unchanged' | 'beside';
  /** The version of the document, as the database counts them. */
  readonly version: number;
  /** The steps that were taken, one line each. */
  readonly steps: readonly string[];
  /**
   * The former document, if further consequences of the change besides those for the storage are still to be carried
   * out.
   */
  readonly former?: Plan;
}

export interface MigrateOptions extends SessionOptions {
  /**
   * How a start treats a document that is not in use in the database: it does nothing (it is refused with
   * `DocumentNotInUse`; `beside`: unless processes of that version go on beside the one in use), puts it to use unless it is a former version (which is refused with `FormerDocument`), puts it
   * to use only if it was put to use before (otherwise it is refused with `NeverPutToUse`), or puts it to use in any
   * case.
   */
  readonly change?: 'none' | 'beside' | 'newer' | 'former' | 'any';
  /**
   * Whether it may change or remove stored values (`from`, `Gone`); if not, it is refused with `ChangesValues`, and
   * needs `nonet apply`.
   */
  readonly mayConvert?: boolean;
  /** The person who puts it to use, for the list of versions. */
  readonly by?: string | null;
  /** The basis from which the change was planned: another one is refused with `PlanOutdated`. */
  readonly planned?: PlanBasis;
  /** Whether processes of the version in use continue beside the new one, until `nonet finish`. */
  readonly besideFormer?: boolean;
  /**
   * Runs before any change of the storage that a process of a former version could not work with: it ends all of them
   * except for those with the behaviours in `kept` (hashes; null: none).
   */
  readonly closeFormer?: (client: PoolClient, kept: readonly string[] | null) => Promise<void>;
}

/**
 * Brings the database to the plan: creates everything on the first start, adds whatever a changed document adds, and
 * refuses (a `MigrationRefusal`, nothing changed) to drop or reinterpret stored data. `options.change` says which
 * documents may be put to use.
 * @throws {ChangesValues} If it would change values and `options.mayConvert` is false.
 * @throws {PlanOutdated} If `options.planned` is outdated.
 * @throws {StorageInUse} If others use a table longer than `options.lockSeconds`.
 * @throws {ChangeBrokenOff} If the database is lost meanwhile.
 */
export async function migrate(pool: Pool, index: PlanIndex, options: MigrateOptions = {}): Promise<MigrationResult> {
  const { change = 'any', by = null, closeFormer, planned } = options;
  if (change === 'none' || change === 'beside') return requireInUse(pool, index.plan, change === 'beside');
  const putToUse = async (session: MigrationSession): Promise<MigrationResult> => {
    const { client } = session;
    // Uses the same short locks as changes of the product's tables, so that other statements do not wait long.
    await withTables(session, [], 'access exclusive', () => migrateOwnTables(client, schemaOf(pool)));
    await provideTrigrams(session, index);
    const stored = await storedDocument(client);
    if (planned !== undefined) requirePlanned(planned, (await findBasis(client, index.plan)) ?? emptyBasis(index.plan));
    if (stored === null) {
      if (change === 'former') throw new NotPutToUse(false);
      return inTransaction(session, () => create(session, index, by));
    }
    const status = await versionStatusOf(client, index.plan);
    const { current, own } = status;
    const hash = documentHash(index.plan);
    if (stored.hash === hash) {
      await tidyUp(session);
      await dropUselessIndexes(session);
      const steps = await addMissingParts(session, index);
      const { followUpFrom } = stored;
      const former = followUpFrom === null ? {} : { former: followUpFrom };
      return { kind: steps.length === 0 ? 'unchanged' : 'changed', version: current.number, steps, ...former };
    }
    if (change === 'newer' && own !== null && own.number < current.number) {
      if (status.isAlike || status.isOpen) return { kind: 'beside', version: own.number, steps: [] };
      throw new FormerDocument(own, current);
    }
    if (change === 'former' && own === null) throw new NeverPutToUse(current);
    let version = current.number;
    const steps = await carryOut(session, index, {
      stored: stored.plan,
      basis: await basisOf(client, stored, status),
      mayConvert: options.mayConvert ?? true,
      hashes: { from: stored.hash, to: hash },
      // A hash of the stored plan itself would differ: the database does not keep the order of its keys.
      besideFormer: (options.besideFormer ?? false) ? status.behaviour : null,
      ...(closeFormer === undefined
        ? {}
        : { closeFormer: (kept: readonly string[] | null) => closeFormer(client, kept) }),
      async record(done, { keepsFormer, formerBehaviour }, conversions) {
        await client.query(
          'update nonet.product set document_hash = $1, plan = $2, changed_at = now(), follow_up_from = coalesce(follow_up_from, plan)',
          [hash, index.plan],
        );
        // The same text, read by another version of Nonet, is not another version of the document.
        const isSame = own?.number === current.number && keepsFormer;
        version = isSame
          ? current.number
          : await addVersion(client, index.plan, { by, keepsFormer, formerBehaviour, steps: done });
        await keepConversions(client, conversions.doneIn(version));
      },
    });
    return { kind: 'changed', version, steps, former: stored.followUpFrom ?? stored.plan };
  };
  return withSession(pool, options, (session) =>
    putToUse(session).catch((error: unknown) => {
      throw isUnreachable(error) && !readsOnly(error) ? new ChangeBrokenOff(wordsOf(error)) : error;
    }),
  );
}

function wordsOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

async function keepConversions(client: Queryable, done: readonly DoneConversion[]): Promise<void> {
  await run(client, {
    text: 'update nonet.product set conversions = $1',
    values: [JSON.stringify(done)],
    prepare: false,
  });
}

/** For a start that changes nothing: it does not wait for a change that is being prepared. */
async function requireInUse(pool: Pool, plan: Plan, mayBeBeside: boolean): Promise<MigrationResult> {
  await requireOwnTables(pool);
  const stored = await storedDocument(pool);
  if (stored === null) throw new NotPutToUse(false);
  const status = await versionStatusOf(pool, plan);
  if (mayBeBeside && stored.hash !== documentHash(plan) && status.own !== null && (status.isAlike || status.isOpen))
    return { kind: 'beside', version: status.own.number, steps: [] };
  if (stored.hash !== documentHash(plan) && !status.isAlike) throw new DocumentNotInUse(status);
  return { kind: 'unchanged', version: status.current.number, steps: [] };
}

async function create(session: MigrationSession, index: PlanIndex, by: string | null): Promise<MigrationResult> {
  const { client } = session;
  const { entities } = index.plan;
  // Sends all statements together: a large document has thousands, and the network takes longer than a statement.
  await client.query(
    [...planSchema(index, session), ...entities.flatMap(({ name }) => changeTriggers(name))].join(';\n'),
  );
  await client.query('insert into nonet.product (document_hash, plan, secret) values ($1, $2, $3)', [
    documentHash(index.plan),
    index.plan,
    randomBytes(32),
  ]);
  const steps = entities.map((entity) => `${entity.name} is new`);
  const version = await addVersion(client, index.plan, { by, keepsFormer: false, steps });
  const conversions = index.plan.conversions.map((each) => doneNow(each, version));
  await keepConversions(client, conversions);
  return { kind: 'created', version, steps };
}
