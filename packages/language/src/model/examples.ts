import type { Expression } from '../expression/tree.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/**
 * A row of `### Examples` (4, 5): given these records, who does this, then that holds. Its clause is `4.examples.1`, by
 * the point and the row. What it leaves open may be anything that the document allows.
 */
export interface Example extends Clause {
  /** What is there beforehand, beside the document's own records. The last one is what it is about: `this`. */
  readonly given: readonly GivenRecord[];
  readonly who: ExampleActor;
  /** Null where only time passes. */
  readonly does: Deed | null;
  readonly then: Consequence;
  /** The clauses that it shows: rows of its event, and the rules that refuse it or that it keeps. */
  readonly shows: readonly ClauseAddress[];
  /** What its cells say, for people. */
  readonly words: Readonly<Record<'given' | 'who' | 'does' | 'then', string>>;
}

/** `Claim as c where total > 100`: a record on which the condition holds. Expressions name it by its variable. */
export interface GivenRecord {
  readonly entity: string;
  readonly variable: string;
  /** Null where any record will do. */
  readonly condition: Expression | null;
}

export type ExampleActor =
  /** Somebody who holds all of the roles and stands in all of the fields (each refers to a User). */
  | { readonly kind: 'person'; readonly roles: readonly string[]; readonly fields: readonly string[] }
  /** Nobody is signed in. */
  | { readonly kind: 'nobody' }
  /** `after 30 days`: nobody does anything, and so much time passes. */
  | { readonly kind: 'time'; readonly passes: Expression };

/** What somebody does. Values are by field, or by the name of what an event asks. */
export type Deed =
  | { readonly kind: 'create'; readonly entity: string; readonly values: Values }
  /** An event from `new`. */
  | { readonly kind: 'create by'; readonly event: string; readonly entity: string; readonly values: Values }
  /** On `this`, like what follows. */
  | { readonly kind: 'event'; readonly event: string; readonly values: Values }
  | { readonly kind: 'update'; readonly values: Values }
  | { readonly kind: 'delete' };

type Values = Readonly<Record<string, Expression>>;

export type Consequence =
  /** Refused with these errors and no others; nothing has changed. */
  | { readonly kind: 'refused'; readonly errors: readonly string[] }
  /**
   * Done: the record is in the state, and the conditions hold. In them `this` is the record (which was created, where
   * one was), `old` as it was before, `user` who acted.
   */
  | { readonly kind: 'done'; readonly state: string | null; readonly conditions: readonly Expression[] };
