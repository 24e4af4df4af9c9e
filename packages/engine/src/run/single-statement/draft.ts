import type { SqlContext } from '../../sql/context.ts';
import type { Parameters, Slots } from '../../sql/parameters.ts';
import type { Change } from '../touch.ts';

/** A record as a request would save it: its computation, and further conditions besides its own fields and rules. */
export interface Draft {
  readonly entity: string;
  readonly id: string;
  /** New records have no `old_`. */
  readonly isNew: boolean;
  readonly change: Change;
  /** The inputs of the statement's text, in addition to the plan and the actor's roles. */
  readonly key: string;
  readonly slots: Slots;
  /** The values by column: for a new record, all that are not defaults of the engine. */
  columns(parameters: Parameters): ReadonlyMap<string, string>;
  /** Conditions that the records which the draft refers to exist, and that its actor may read them. */
  references(parameters: Parameters, context: SqlContext): readonly string[];
  /**
   * The conditions under which it is saved, on `this_`, the record as it would be saved, and `old_`, the present
   * record.
   */
  guard(parameters: Parameters, context: SqlContext): readonly string[];
  /** Conditions on both that the cells of point 6 allow it. */
  permission(context: SqlContext): readonly string[];
}
