import type { Expression } from '../expression/tree.ts';
import type { Clause, ClauseAddress } from './clause.ts';

/**
 * A row of `### Examples` (4, 5): given these records, an actor does something, and then conditions hold. Its clause
 * is `4.examples.1`, by the point and the row. A part that it leaves open may be anything that the document allows.
 */
export interface Example extends Clause {
  /** The existing records, in addition to the document's own. The last one is the subject, `this`. */
  readonly given: readonly GivenRecord[];
  readonly who: ExampleActor;
  /** Null if only time passes. */
  readonly does: ExampleAction | null;
  readonly then: Consequence;
  /** The clauses that the example illustrates: rows of its event, and rules that refuse it or that it keeps. */
  readonly shows: readonly ClauseAddress[];
  /** The text of its cells, for people. */
  readonly words: Readonly<Record<'given' | 'who' | 'does' | 'then', string>>;
}

/** `Claim as c where total > 100`: a record on which the condition holds. Expressions name it by its variable. */
export interface GivenRecord {
  readonly entity: string;
  readonly variable: string;
  /** Null if any record will do. */
  readonly condition: Expression | null;
}

export type ExampleActor =
  /** A person who holds all of the roles and is referred to by all of the fields (each refers to a User). */
  | { readonly kind: 'person'; readonly roles: readonly string[]; readonly fields: readonly string[] }
  /** Nobody is signed in. */
  | { readonly kind: 'nobody' }
  /** `after 30 days`: nobody does anything, and this time passes. */
  | { readonly kind: 'time'; readonly passes: Expression };

/** The action of the example. Values are by field, or by the name of what an event asks. */
export type ExampleAction =
  | { readonly kind: 'create'; readonly entity: string; readonly values: Values }
  /** An event from `new`. */
  | { readonly kind: 'create by'; readonly event: string; readonly entity: string; readonly values: Values }
  /** On `this`, like the kinds below. */
  | { readonly kind: 'event'; readonly event: string; readonly values: Values }
  | { readonly kind: 'update'; readonly values: Values }
  | { readonly kind: 'delete' };

type Values = Readonly<Record<string, Expression>>;

export type Consequence =
  /** Refused with these errors and no others; nothing has changed. */
  | { readonly kind: 'refused'; readonly errors: readonly string[] }
  /**
   * Done: the record is in the state, and the conditions hold. In them `this` is the record (the created one, if it was
   * created), `old` the record before, `user` the actor.
   */
  | { readonly kind: 'done'; readonly state: string | null; readonly conditions: readonly Expression[] };
