import { type MigrationPlan, readMigrationPlan } from '@nonet/engine';
import { planOfSpecification } from './document-errors.ts';
import type { Specification } from './specification.ts';

export interface PlanRequest {
  readonly document: Specification;
  /** A PostgreSQL 14 or later: postgres://user:password@host:5432/database. */
  readonly databaseUrl: string;
}

/**
 * The effects of putting the document to use on a database, as `nonet plan --format json` prints them. Nothing is changed.
 * @throws {DocumentErrors}
 */
export async function plan({ document, databaseUrl }: PlanRequest): Promise<MigrationPlan> {
  return readMigrationPlan({ plan: planOfSpecification(document), databaseUrl });
}
