import type { SqlContext } from '../../sql/context.ts';
import type { Parameters, Slots } from '../../sql/parameters.ts';
import type { Cause } from '../write.ts';

/** A record as a request would have it saved: how to compute it, and what must hold of it besides its own fields and rules. */
export interface Draft {
  readonly entity: string;
  readonly id: string;
  /** New records have no `old_`. */
  readonly isNew: boolean;
  readonly cause: Cause;
  /** What its history entry holds. */
  readonly action: string;
  readonly clause: string;
  /** What the text of its statement hangs on, besides the plan and the actor's roles. */
  readonly key: string;
  readonly slots: Slots;
  /** By column, what is set: of a new record everything that is no default of the engine's. */
  columns(parameters: Parameters): ReadonlyMap<string, string>;
  /** Conditions on what is asked alone: whether the records that it names are there. */
  premises(parameters: Parameters, context: SqlContext): readonly string[];
  /** Conditions on `this_`, the record as it would be saved, and `old_`, the record as it stands. */
  conditions(parameters: Parameters, context: SqlContext): readonly string[];
}
