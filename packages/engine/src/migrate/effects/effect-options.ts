import type { Clock } from '../../clock.ts';
import type { PlanIndex } from '../../plan-index.ts';
import type { Queryable } from '../../store/pool.ts';

/** The context of statements that ask how a version affects stored data. */
export interface EffectOptions {
  readonly index: PlanIndex;
  /** The database as it is when the document is in use. */
  readonly pool: Queryable;
  readonly clock: Clock;
}
