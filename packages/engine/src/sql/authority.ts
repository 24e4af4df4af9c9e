import type { Action } from '@nonet/language';
import type { Reader } from '../engine.ts';
import type { PlanIndex } from '../plan-index.ts';
import type { SqlContext, SqlVariable } from './context.ts';

/** One reader, as the permissions see them. */
export interface Authority {
  readonly reader: Reader;
  /** The roles that this reader holds whatever the record: anyone, signed in, and the assigned ones. */
  readonly held: ReadonlySet<string>;
}

/** "Whoever is not signed in holds none but `anyone` roles" (6). */
export function authorityOf(index: PlanIndex, reader: Reader): Authority {
  const held = index.plan.roles.filter((role) => {
    if (role.given.kind === 'anyone') return true;
    if (reader.userId === null) return false;
    return role.given.kind === 'signed in' || (role.given.kind === 'assigned' && reader.roles.includes(role.name));
  });
  return { reader, held: new Set(held.map((role) => role.name)) };
}

/** A record of which a permission is judged. */
export type RecordVariable = Extract<SqlVariable, { kind: 'row' | 'id' }>;

/**
 * Whether the reader may do something to the record, as a two-valued SQL condition; `true` or `false` where that is
 * sure beforehand. For `update` judge the record before and after, for `create` the result.
 */
export declare function recordPredicate(
  context: SqlContext,
  authority: Authority,
  action: Action,
  record: RecordVariable,
): string;

/**
 * Where no cell says yes: the clause of the first cell held on the record that is a gap, as SQL text, or null. The
 * order of refusal is: any yes allows; else a gap is NOT_SPECIFIED; else FORBIDDEN.
 */
export declare function gapClause(
  context: SqlContext,
  authority: Authority,
  action: Action,
  record: RecordVariable,
): string;

/** Whether one role held on the record allows both the entity's and the field's cell (6). */
export declare function fieldPredicate(
  context: SqlContext,
  authority: Authority,
  field: string,
  action: 'read' | 'update',
  record: RecordVariable,
): string;

/** The gap of a field's own row, like `gapClause`. */
export declare function fieldGapClause(
  context: SqlContext,
  authority: Authority,
  field: string,
  action: 'read' | 'update',
  record: RecordVariable,
): string;
