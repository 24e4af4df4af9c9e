import type { Clock } from '../clock.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { FieldError } from '../refusal.ts';
import type { Pool } from '../store/pool.ts';

export interface LoadParts {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
}

/** By row, from 0: the id of the new record, or the errors. */
export type LoadedRow =
  | { readonly ok: true; readonly id: string }
  | { readonly ok: false; readonly errors: readonly FieldError[] };
