import type { OutboundCall } from '@nonet/language';
import type { Clock } from '../clock.ts';
import type { Engine } from '../engine.ts';
import type { DeliverMail } from '../mails/queued-mail.ts';
import type { MakePaper } from '../papers/make-paper.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { Pool } from '../store/pool.ts';

/** The context of code that makes calls. */
export interface CallWorkerOptions {
  readonly index: PlanIndex;
  readonly pool: Pool;
  readonly clock: Clock;
  readonly hit: Engine['hit'];
  /** Lets calls go to loopback and private addresses; `dev` and tests alone switch it on. */
  readonly allowPrivateTargets?: boolean;
  /** The address at which browsers reach the product; null where nobody has stated it. */
  readonly publicOrigin?: () => string | null;
  /** Hands mails over; without it they stay in the queue. */
  readonly deliverMail?: DeliverMail | null;
  /** Sets papers that mails bring, or that events keep; without it they wait. */
  readonly makePaper?: MakePaper | null;
  /** Whether a call stays in the queue for now. */
  readonly isHeldBack?: (call: OutboundCall) => boolean;
  /** From 0 to 1; spreads repeated attempts over time. */
  readonly random: () => number;
  /** Is called with faults of the worker itself; a call's own failures are stored with the call. */
  readonly onFault: (error: unknown) => void;
  readonly onFailedCall: (call: string, problem: string) => void;
}
