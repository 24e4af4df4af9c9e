import type { ColumnName } from '../../sql/identifiers.ts';

/**
 * The maximum number of records that are looked up one by one. If a search finds more, the list's own order soon yields a
 * page of them.
 */
export const FEW = 5_000;

/** The records of a large table in which a page is looked up: those with one of these values in a column. */
export interface Candidates {
  readonly column: ColumnName;
  readonly ids: readonly string[];
  /** Whether every record of the list is among them; if not, the page counts only if they fill it. */
  readonly areAll: boolean;
}
