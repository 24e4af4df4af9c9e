import type { Plan } from '@nonet/language';
import { type Queryable, run } from '../../store/pool.ts';
import type { ConversionBasis } from '../planned-conversions.ts';
import { NeverPutToUse } from '../refusals.ts';
import { basisOf, storedDocument } from '../stored-document.ts';
import { documentHash, type VersionStatus, versionStatusOf } from '../versions.ts';
import type { MigrationPlan, PlanBasis } from './migration-plan.ts';

/** The contents of a database that matter for putting a document to use. */
export interface StoredBasis extends PlanBasis {
  readonly stored: Plan;
  /** The conversions of the document that have been carried out. */
  readonly conversions: ConversionBasis;
  readonly outcome: MigrationPlan['outcome'];
}

export async function hasProduct(client: Queryable): Promise<boolean> {
  const [row] = await run<{ is_there: boolean }>(client, {
    text: "select to_regclass('nonet.product') is not null as is_there",
    values: [],
    prepare: false,
  });
  return row?.is_there === true;
}

/**
 * The content of a database, and how a document relates to it; null if it holds no product. `isBack`: the document is
 * put to use again in place of the one in use, not served beside it.
 * @throws {NeverPutToUse} If it goes back to a document that was never put to use there.
 */
export async function findBasis(client: Queryable, plan: Plan, isBack = false): Promise<StoredBasis | null> {
  const stored = await storedDocument(client);
  if (stored === null) return null;
  const status = await versionStatusOf(client, plan);
  const to = documentHash(plan);
  if (isBack && status.own === null) throw new NeverPutToUse(status.current);
  const outcome = outcomeOf(status);
  return {
    database: stored.database,
    number: status.current.number,
    from: stored.hash,
    to,
    stored: stored.plan,
    conversions: await basisOf(client, stored, status),
    outcome: stored.hash === to ? 'in use' : isBack && outcome === 'beside' ? 'back' : outcome,
  };
}

/** The basis of a database that holds no product. */
export function emptyBasis(plan: Plan): PlanBasis {
  return { database: null, number: null, from: null, to: documentHash(plan) };
}

/** The outcome for a document that is not the one in use. */
function outcomeOf({ current, own, isAlike, isOpen }: VersionStatus): 'change' | 'beside' | 'back' {
  if (own === null || own.number === current.number) return 'change';
  return isAlike || isOpen ? 'beside' : 'back';
}

/** A plan does not fit the present document or database. Nothing was changed. */
export class PlanOutdated extends Error {
  constructor(reason: string) {
    super(`${reason} Make the plan anew: \`nonet plan\`. Nothing was changed.`);
    this.name = 'PlanOutdated';
  }
}

/**
 * Makes sure that a change is the one that was planned.
 * @throws {PlanOutdated} if the database or the document is another one.
 */
export function requirePlanned(planned: PlanBasis, found: PlanBasis): void {
  if (planned.to !== found.to) throw new PlanOutdated('The plan was made for another document than this one.');
  if (planned.database !== found.database)
    throw new PlanOutdated(
      planned.database === null
        ? 'The plan was made for a database without a product, and this one has one.'
        : 'The plan was made for another database than this one.',
    );
  if (planned.number !== found.number || planned.from !== found.from)
    throw new PlanOutdated(
      `The plan was made from version ${planned.number} of the document, and the database has version ${found.number} in use.`,
    );
}
