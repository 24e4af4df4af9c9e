/** A reason: an unknown name, for diagnostics that have other reasons, too. */
export interface NoSuch {
  /** The kind of thing that is missing. */
  readonly no: 'constant' | 'entity' | 'field' | 'list' | 'role' | 'value';
  /** The name, as it is written. */
  readonly name: string;
  /** The entity that should have it; empty if it is the document. */
  readonly of: string;
  /** The known name that is offered for it. */
  readonly nearest: string | null;
}

/** Whether a reason reports an unknown name. */
export function isNoSuch(reason: unknown): reason is NoSuch {
  return typeof reason === 'object' && reason !== null && 'no' in reason;
}

/** ` (did you mean “x”?)`, or nothing: the end of a reason that others may follow. */
export function bracketed(nearest: string | null): string {
  return nearest === null ? '' : ` (did you mean “${nearest}”?)`;
}

/** `; did you mean “x”?`, or nothing: the end of a reason. */
export function asked(nearest: string | null): string {
  return nearest === null ? '' : `; did you mean “${nearest}”?`;
}
