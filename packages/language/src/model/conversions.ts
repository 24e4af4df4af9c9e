import type { Clause } from './clause.ts';

/** The values that stored records get in a field (3, `from`). */
export interface Conversion extends Clause {
  readonly entity: string;
  readonly field: string;
  /** An expression over the entity as the former document has it. */
  readonly text: string;
  /** Whether the field stays empty in records for which the conversion has no value (`else open`). */
  readonly elseOpen?: true;
  /** The conversions of the way back; absent if none is stated. */
  readonly back?: readonly BackConversion[];
}

/** The value of a field of the former document if that is put to use again (3, `back`). */
export interface BackConversion {
  /** The field's former name; null: the one that `from` reads. */
  readonly field: string | null;
  /** An expression over the entity as this document has it. */
  readonly text: string;
}
