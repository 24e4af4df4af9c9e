import type { Expression } from '../expression/tree.ts';
import type { Clause, Label } from './clause.ts';
import type { Choice, FieldType } from './entities.ts';

/** Point 4: how one entity lives. `field` is its state field; null where its events have no states. */
export interface Workflow extends Clause {
  readonly entity: string;
  readonly field: string | null;
  readonly states: readonly State[];
  readonly events: readonly Event[];
}

export interface State extends Clause, Choice {
  readonly kind: 'initial' | 'final' | 'between';
  readonly meaning: string;
}

/** All rows of one event name, in the document's order. */
export interface Event extends Label {
  readonly name: string;
  readonly transitions: readonly Transition[];
}

/** One row: the first row whose `from`, `by` and guard fit is taken. */
export interface Transition extends Clause {
  /** The states it may start from; `new` where it creates; null where the entity has no states. */
  readonly from: readonly string[] | 'new' | null;
  /** A state, or `same`. */
  readonly to: string;
  readonly by: readonly Actor[];
  readonly when: Expression | null;
  readonly asks: readonly Ask[];
  readonly effects: readonly Effect[];
  readonly error: string | null;
  /** Clauses of parts that are not shown (`4.Claim.status.submit.when`): the event is refused as NOT_SPECIFIED. */
  readonly open: readonly string[];
}

export type Actor =
  | { readonly kind: 'role'; readonly role: string }
  /** A field that refers to a User. */
  | { readonly kind: 'field'; readonly field: string }
  | { readonly kind: 'system' }
  /** Since the record entered its state from another one. */
  | { readonly kind: 'after'; readonly duration: Expression }
  | { readonly kind: 'at'; readonly at: Expression };

export type Ask =
  | { readonly kind: 'field'; readonly field: string; readonly required: boolean }
  /** An input that is not stored: the expression variable `input` has it as a property. */
  | {
      readonly kind: 'input';
      readonly name: string;
      readonly label: string;
      readonly type: FieldType;
      readonly required: boolean;
    };

/** Effects run in order, each seeing what those before it did, with the product's authority. */
export type Effect = {
  readonly condition: Expression | null;
} /** `field = expr`, `path.field = expr`: `path` are the references from `this`. */ & (
  | { readonly kind: 'set'; readonly path: readonly string[]; readonly field: string; readonly value: Expression }
  | { readonly kind: 'create'; readonly entity: string; readonly values: Readonly<Record<string, Expression>> }
  | { readonly kind: 'fire'; readonly event: string; readonly path: readonly string[] }
);
