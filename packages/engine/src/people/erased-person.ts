/** A record of which a transaction has erased fields. */
export interface ErasedRecord {
  readonly entity: string;
  readonly id: string;
  readonly fields: readonly string[];
  /** The whole record before it, as JSON text. */
  readonly before: string;
}

/** A person whom a transaction erases. */
export interface ErasedPerson {
  readonly id: string;
  readonly email: string;
  readonly clause: string;
  readonly records: readonly ErasedRecord[];
}
