import type { Clause, ClauseAddress } from './clause.ts';
import type { CallRequest, Schedule } from './outbound-calls.ts';

/** Point 7, `### Feeds`: a table that is fetched or received again and again, and whose rows become records or change them. */
export interface Feed extends Clause {
  readonly name: string;
  readonly description: string;
  /** Null if it is received, or if that is not shown. */
  readonly fetches: Pick<CallRequest, 'origin' | 'path' | 'headers'> | null;
  /** When it is fetched; null if it is received, or if that is not shown. */
  readonly when: FeedTimes | null;
  /** The `secret` constant that whoever sends the table knows; null if it is fetched. */
  readonly receivedWith: string | null;
  readonly format: FeedFormat;
  /** Whose rights decide: the user with this address, or somebody who is not signed in. Null if it is not shown. */
  readonly by: { readonly kind: 'literal' | 'constant'; readonly value: string } | 'everyone' | null;
  /** The entity of its records; null if it is not shown. */
  readonly entity: string | null;
  /** The unique field by which a row finds its record; null if it is not shown. */
  readonly key: string | null;
  readonly takes: readonly TakenColumn[];
  /** Whether a row whose key no record has becomes a new record. */
  readonly makesNew: boolean;
  /** The event that happens to a record whose row has left the table; null: nothing does. */
  readonly missing: string | null;
  /** For how many days its runs are kept. */
  readonly keptDays: number;
  /** In a plan: the clause of the first thing that is not shown and that it needs. Nothing is taken then. */
  readonly gap?: ClauseAddress;
}

/** `every day at 03:00`, `every monday at 06:00`, or `every 15 minutes`, counted from midnight. */
export type FeedTimes = Schedule | { readonly everyMinutes: number };

/** A table with a first line that names its columns, or a list of objects in JSON. */
export type FeedFormat =
  | { readonly kind: 'CSV' }
  /** The keys that lead to the list; none: the list is the whole text. */
  | { readonly kind: 'JSON'; readonly path: readonly string[] };

export interface TakenColumn {
  readonly field: string;
  /** The column's name; in JSON the keys that lead to the value, with dots. */
  readonly column: string;
}
