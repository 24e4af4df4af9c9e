import type { Action } from '@nonet/language';

/**
 * Point 6 of each verb, as the reference reads it: what else it takes. It does not take this from the language's own table,
 * so that a slip there is found.
 */
interface ActionRow {
  /**
   * Owned children are read and written with their owner: whoever may do one of these actions to the owner may do this
   * action to the child.
   */
  readonly ofOwner: readonly [Action, ...Action[]];
  /** Whether the action requires that the actor may read the record. */
  readonly presupposesRead: boolean;
}

export const ACTION_ROWS: Readonly<Record<Action, ActionRow>> = {
  read: { ofOwner: ['read'], presupposesRead: false },
  create: { ofOwner: ['update', 'create'], presupposesRead: false },
  update: { ofOwner: ['update'], presupposesRead: true },
  delete: { ofOwner: ['update'], presupposesRead: true },
  restore: { ofOwner: ['restore'], presupposesRead: true },
  export: { ofOwner: ['export'], presupposesRead: true },
  // An import creates records, and an actor who may create a record need not be able to read it.
  import: { ofOwner: ['import'], presupposesRead: false },
  merge: { ofOwner: ['update'], presupposesRead: true },
  erase: { ofOwner: ['update'], presupposesRead: true },
  history: { ofOwner: ['history'], presupposesRead: true },
};
