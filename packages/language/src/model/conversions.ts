import type { Clause } from './clause.ts';

/** What the records that are there already have in a field (3, `from`). */
export interface Conversion extends Clause {
  readonly entity: string;
  readonly field: string;
  /** An expression over the entity as the former document has it. */
  readonly text: string;
}
