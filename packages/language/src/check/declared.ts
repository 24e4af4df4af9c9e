import type { Choice, FieldType } from '../model/entities.ts';
import type { Span } from '../source/span.ts';
import type { Type } from '../expression/type.ts';

/**
 * Every name that a document states, before any of it is resolved; resolvers look names up here. A resolver is called
 * as `resolveX(context, section, declared)`. `section` is its point, or undefined if the point is missing, `none` or
 * `not shown`: then the resolver reports nothing, because the gap is listed already.
 */
export interface Declared {
  readonly entities: ReadonlyMap<string, DeclaredEntity>;
  /** Point 4, by entity. */
  readonly workflows: ReadonlyMap<string, DeclaredWorkflow>;
  readonly roles: ReadonlyMap<string, DeclaredRole>;
  /** Codes of point 8's table, standard ones that it rewords included. */
  readonly errors: ReadonlySet<string>;
  readonly constants: ReadonlyMap<string, Type>;
  /** Names of point 5's rules. */
  readonly rules: ReadonlySet<string>;
  /** Point 7's papers: the entity that each is made of, null where it is not known. */
  readonly papers: ReadonlyMap<string, string | null>;
  /** Papers are not shown: there may be any. */
  readonly papersAreOpen: boolean;
}

export interface DeclaredEntity {
  readonly name: string;
  readonly span: Span;
  /**
   * Stated and derived fields, in order; an owned child's `parent` and owner name are not among them (the schema has
   * them).
   */
  readonly fields: ReadonlyMap<string, DeclaredField>;
  readonly owner: { readonly entity: string; readonly field: string } | null;
  readonly delete: 'hard' | 'soft' | 'never';
  readonly history: 'kept' | 'none';
  /** Of `User`: a field of the document is `erased` with a person. */
  readonly erases: boolean;
  /** Its records are comments. */
  readonly isComments: boolean;
}

export interface DeclaredField {
  readonly name: string;
  readonly label: string;
  readonly type: FieldType;
  readonly required: boolean;
  /** It has a default, or is asked for only `when` something holds: a create may leave it out. */
  readonly optionalOnCreate: boolean;
  readonly unique: boolean;
  readonly computed: boolean;
  readonly derived: boolean;
}

export interface DeclaredWorkflow {
  /** The state field; null if the entity's events have no states. */
  readonly field: string | null;
  readonly states: readonly Choice[];
  readonly events: ReadonlySet<string>;
  /** Whether rows `any` state conditions of all events. */
  readonly hasConditions: boolean;
  /** Events with a row `from new`. */
  readonly creating: ReadonlySet<string>;
  /** Not shown: it may have any. */
  readonly open: boolean;
}

export interface DeclaredRole {
  readonly name: string;
  /** `relationship` where `of` names entities; `user` where the expression is about the user alone. */
  readonly given: 'anyone' | 'signed in' | 'assigned' | 'relationship' | 'user' | 'open';
  /** The entities of a relationship role (all its rows). */
  readonly of: readonly string[];
}
