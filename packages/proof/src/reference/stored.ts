/** One record as it is kept: values in the wire's form, references and files by their ids. */
export interface Stored {
  readonly id: string;
  readonly entity: string;
  readonly values: Readonly<Record<string, unknown>>;
  /** The owner of an owned child, and its place in the owner's list. */
  readonly parent: string | null;
  readonly position: number;
  readonly deleted: boolean;
  /** The record that it was hidden with, and is restored with; absent if it was deleted itself. */
  readonly hiddenWith?: string;
  /**
   * The changes that its soft delete made to other records, in order: records that are hidden with it, and references
   * to it that were cleared.
   */
  readonly tookAlong?: readonly TakenAlong[];
  readonly createdAt: string;
  readonly createdBy: string | null;
  readonly updatedAt: string;
  readonly updatedBy: string | null;
  /** When it came into its state from another one. */
  readonly enteredAt: string;
}

export interface TakenAlong {
  readonly id: string;
  /** The reference that was cleared, and what it named; null: the record itself was hidden. */
  readonly cleared: { readonly field: string; readonly target: string } | null;
}

/** A file that somebody has sent. */
export interface Upload {
  /** The type's name in point 3: `pdf`. */
  readonly type: string;
  /** Its size in bytes, if it is larger than a file of this type needs to be. */
  readonly size?: number;
  /** Null: somebody who was not signed in. */
  readonly by: string | null;
  /** The paper that an event has kept in it; none in an upload. */
  readonly paper?: string;
}
