import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';

export interface MigrationResult {
  readonly kind: 'created' | 'changed' | 'unchanged';
  /** What was done, one line each. */
  readonly steps: readonly string[];
}

/**
 * Brings the database to the plan: creates everything on the first start, adds what a changed document adds, and
 * refuses (a `MigrationRefusal`, nothing changed) what would drop or reinterpret stored data.
 */
export declare function migrate(pool: Pool, index: PlanIndex): Promise<MigrationResult>;
