import type { Clause } from './clause.ts';

/** Former records that the first records of an entity are made from (3, the setting `from`). */
export interface Origin extends Clause {
  readonly entity: string;
  /** The entity of the records, by its name in the former document. */
  readonly of: string;
  /** A condition over the former record that selects them; null: all. */
  readonly where: string | null;
  /** An expression over the former record: one record is made for each of its values; null: one for each record. */
  readonly key: string | null;
}
