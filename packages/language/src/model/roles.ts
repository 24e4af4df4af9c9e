import type { Expression } from '../expression/tree.ts';
import type { Clause, Label } from './clause.ts';

/** Point 6. */
export interface Role extends Clause, Label {
  readonly name: string;
  readonly meaning: string;
  readonly given: Given;
}

export type Given =
  | { readonly kind: 'anyone' | 'signed in' | 'assigned' | 'open' }
  /** The condition by entity: `this` is the record, `user` the actor. */
  | { readonly kind: 'relationship'; readonly of: Readonly<Record<string, Expression>> }
  /** About the user alone. */
  | { readonly kind: 'user'; readonly condition: Expression };

export const ACTIONS = ['read', 'create', 'update', 'delete', 'restore', 'export', 'import', 'history'] as const;
export type Action = (typeof ACTIONS)[number];

/** What one role may do; an entity's grants are complete: what no cell states is a `gap`. */
export interface Grant extends Clause {
  readonly role: string;
  /** Null: in every state. */
  readonly states: readonly string[] | null;
  readonly cell: PermissionCell;
}

export type PermissionCell =
  | { readonly kind: 'yes' | 'no' | 'gap' }
  | { readonly kind: 'when'; readonly condition: Expression }
  /** `as transaction`: whoever may do `action` to the record that `field` refers to. */
  | { readonly kind: 'as'; readonly field: string; readonly action: Action };

/** The permissions of one entity. An owned child without a table has none of its own: its owner's hold. */
export interface Permissions {
  readonly entity: string;
  /** Null for an owned child without a table. */
  readonly actions: Readonly<Record<Action, readonly Grant[]>> | null;
  /** Rows that name fields; `read` narrows the entity's row, `update` replaces it. */
  readonly fields: Readonly<Record<string, { readonly read?: readonly Grant[]; readonly update?: readonly Grant[] }>>;
}
