import type { Clock } from '../clock.ts';
import type { Engine } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';

/** What whoever makes calls works with. */
export interface CallWorkerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: Engine['hit'];
  /** Lets calls go to loopback and private addresses; `dev` and tests alone switch it on. */
  readonly allowPrivateTargets?: boolean;
  /** From 0 to 1: spreads what comes back. */
  readonly random: () => number;
  /** Hears of faults of the worker itself; what a call runs into is kept with the call. */
  readonly onFault: (error: unknown) => void;
}
