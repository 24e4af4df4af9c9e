/** That there is no such name, where it is the reason of a diagnostic that has other reasons, too. */
export interface NoSuch {
  /** What there is none of. */
  readonly no: 'constant' | 'entity' | 'field' | 'list' | 'role' | 'value';
  /** The name, as it is written. */
  readonly name: string;
  /** What should have it: an entity; empty where it is the document. */
  readonly of: string;
  /** The known name that is offered for it. */
  readonly nearest: string | null;
}

/** Whether a reason says that there is no such name. */
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
