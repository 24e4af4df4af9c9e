import { keysOf, tableOf } from '../collections.ts';
import type { Expression } from '../expression/tree.ts';
import type { Action } from '../vocabulary/verbs.ts';
import type { Clause, Label } from './clause.ts';

export type { Action } from '../vocabulary/verbs.ts';

/** Point 6. */
export interface Role extends Clause, Label {
  readonly name: string;
  readonly meaning: string;
  readonly given: Given;
  /** Whoever holds it signs in with a second factor. */
  readonly secondFactor?: true;
}

export type Given =
  | { readonly kind: 'anyone' | 'signed in' | 'assigned' | 'open' }
  /** The condition by entity: `this` is the record, `user` the actor. */
  | { readonly kind: 'relationship'; readonly of: Readonly<Record<string, Expression>> }
  /** About the user alone. */
  | { readonly kind: 'user'; readonly condition: Expression };

export interface VerbRow {
  /** The record that its cells judge: the existing one, or the one that results. */
  readonly judges: 'record' | 'new record';
  /** The action that must be allowed as well; null if its own cell is enough. */
  readonly needs: 'read' | 'create' | null;
  /** On an owned child, the actor must be allowed one of these actions on its owner. */
  readonly ofOwner: readonly [Action, ...Action[]];
  /** The last word of its own address, below a record or a collection; null if it shares another one's. */
  readonly address: string | null;
  /** Whether a row of it may name fields. */
  readonly namesFields: boolean;
  /** Whether a record's `/can` says if the action is possible now. */
  readonly isAnsweredFor: boolean;
  /** When the verb is a gap if nothing is stated about it: always, or if a screen offers it. */
  readonly isGap: 'always' | 'where offered';
}

const ROWS = {
  read: {
    judges: 'record',
    needs: null,
    ofOwner: ['read'],
    address: null,
    namesFields: true,
    isAnsweredFor: false,
    isGap: 'always',
  },
  create: {
    judges: 'new record',
    needs: null,
    // The owner of a new record may be new itself.
    ofOwner: ['update', 'create'],
    address: null,
    namesFields: false,
    isAnsweredFor: false,
    isGap: 'always',
  },
  update: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['update'],
    address: null,
    namesFields: true,
    isAnsweredFor: true,
    isGap: 'always',
  },
  delete: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['update'],
    address: null,
    namesFields: false,
    isAnsweredFor: true,
    isGap: 'always',
  },
  restore: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['restore'],
    address: 'restore',
    namesFields: false,
    isAnsweredFor: true,
    isGap: 'always',
  },
  export: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['export'],
    address: null,
    namesFields: false,
    isAnsweredFor: false,
    isGap: 'where offered',
  },
  import: {
    judges: 'new record',
    needs: 'create',
    ofOwner: ['import'],
    address: 'import',
    namesFields: false,
    isAnsweredFor: false,
    isGap: 'where offered',
  },
  history: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['history'],
    address: 'history',
    namesFields: false,
    isAnsweredFor: false,
    isGap: 'always',
  },
  /** Of `User` alone: ends a person's account for good, and empties or replaces what the document states as `erased` (3). */
  erase: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['update'],
    address: 'erase',
    namesFields: false,
    isAnsweredFor: true,
    isGap: 'always',
  },
  /** Of two records: one stays, and all that refers to the other refers to it. Both are judged. */
  merge: {
    judges: 'record',
    needs: 'read',
    ofOwner: ['update'],
    // No event can have this name, as one may well be called `merge`.
    address: 'merge-with',
    namesFields: false,
    isAnsweredFor: true,
    isGap: 'where offered',
  },
} as const satisfies Readonly<Record<Action, VerbRow>>;

/** Every verb of point 6, and what all stages ask of it. */
export const VERBS: Readonly<Record<Action, VerbRow>> = ROWS;

export const ACTIONS = keysOf(VERBS);

type Rows = typeof ROWS;

/** The verbs whose rows may name fields. */
export type FieldAction = {
  [Verb in Action]: Rows[Verb]['namesFields'] extends true ? Verb : never;
}[Action];

/** The verbs of which a record says whether they may be done to it now. */
export type AnsweredAction = {
  [Verb in Action]: Rows[Verb]['isAnsweredFor'] extends true ? Verb : never;
}[Action];

export const ANSWERED_ACTIONS = ACTIONS.filter((action): action is AnsweredAction => VERBS[action].isAnsweredFor);

export function isAction(word: string): word is Action {
  return Object.hasOwn(VERBS, word);
}

/** Whether a row of the verb may name fields. */
export function namesFields(action: Action): action is FieldAction {
  return VERBS[action].namesFields;
}

/** Whether the action reads an existing record: an actor who may not read it must not learn that it exists. */
export function presupposesRead(action: Action): boolean {
  return VERBS[action].needs === 'read';
}

/** An object with a value for each verb. */
export function forEachAction<Value>(valueOf: (action: Action) => Value): Record<Action, Value> {
  return tableOf(ACTIONS, valueOf);
}

/** A permission of one role. An entity's grants are complete: a permission that no cell states is a `gap`. */
export interface Grant extends Clause {
  readonly role: string;
  /** Null: in every state. */
  readonly states: readonly string[] | null;
  readonly cell: PermissionCell;
}

export type PermissionCell =
  | { readonly kind: 'yes' | 'no' | 'gap' }
  | { readonly kind: 'when'; readonly condition: Expression }
  /** `as transaction`: an actor who may do `action` to the record that `field` refers to may do this. */
  | { readonly kind: 'as'; readonly field: string; readonly action: Action };

/** The permissions of one entity. An owned child without a table has those of its owner. */
export interface Permissions {
  readonly entity: string;
  /** Null for an owned child without a table. */
  readonly actions: Readonly<Record<Action, readonly Grant[]>> | null;
  /** Rows that name fields; `read` narrows the entity's row, `update` replaces it. */
  readonly fields: Readonly<Record<string, { readonly [Verb in FieldAction]?: readonly Grant[] }>>;
}
