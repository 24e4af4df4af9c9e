import type { Expression } from '../expression/tree.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/** Point 5: `this` is the record as it would be saved. */
export interface Rule extends Clause {
  readonly name: string;
  readonly entity: string;
  /** `create`, `update`, or the name of an event. */
  readonly on: readonly string[];
  /** Null if `must hold` is not shown: nothing is refused, each save counts a hit. */
  readonly condition: Expression | null;
  /**
   * In a plan, for a rule whose condition needs a gap: the clause of that gap. Saves that it would judge are
   * NOT_SPECIFIED.
   */
  readonly gap?: ClauseAddress;
  /** A code of point 8; null if it is not shown: `INVALID` is in. */
  readonly error: string | null;
  /** The fields of the entity that the condition reads, in the order of their first use. */
  readonly fields: readonly string[];
}
