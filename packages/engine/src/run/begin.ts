import type { Clock } from '../clock.ts';
import type { Actor } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import { authorityOf } from '../sql/permissions.ts';
import type { PoolClient } from '../store/pool.ts';
import { removeNested } from './delete.ts';
import { fireNested } from './events/fire.ts';
import { SYSTEM, type Write } from './write.ts';

const NONE: ReadonlySet<string> = new Set();

/** A write by a person. */
export function beginWrite(
  index: PlanIndex,
  client: PoolClient,
  clock: Clock,
  actor: Actor,
  confirmed: Write['confirmed'] = NONE,
): Write {
  return {
    index,
    client,
    clock,
    now: clock(),
    actor,
    authority: authorityOf(index, actor),
    system: false,
    confirmed,
    touched: new Map(),
    rowsBefore: new Map(),
    numbers: null,
    hits: new Set(),
    sent: [],
    erased: [],
    under: [],
    fireNested,
    removeNested,
  };
}

/** A write by the product itself: timers, answers of calls, the operator's commands. */
export function beginSystemWrite(index: PlanIndex, client: PoolClient, clock: Clock): Write {
  return { ...beginWrite(index, client, clock, SYSTEM, 'all'), system: true };
}
