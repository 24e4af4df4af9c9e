/**
 * The effects that putting a document to use would have on a database, found without changing it; `nonet plan --format
 * json` prints them (docs/schemas/plan.schema.json).
 */
export interface MigrationPlan {
  /** The version of this form of the report. */
  readonly version: 1;
  readonly title: string;
  /** The title of the document in use; null if there is none. */
  readonly titleInUse: string | null;
  /** The basis of the plan, by which `nonet apply` finds out whether it is outdated. */
  readonly madeFrom: PlanBasis;
  /**
   * - `in use`: the database has this document.
   * - `create`: it holds no product yet.
   * - `change`: the document would become the next version.
   * - `beside`: a former version, which may be served beside the one in use, and changes nothing.
   * - `back`: a former version, which becomes the newest by `nonet apply --back` alone.
   */
  readonly outcome: 'in use' | 'create' | 'change' | 'beside' | 'back';
  /** Whether stored data forbids it: then no step is taken. */
  readonly isRefused: boolean;
  /** Whether `nonet serve` does it at its start; otherwise it needs `nonet apply`, or is refused. */
  readonly isServedAlone: boolean;
  /** The changes of the storage that each clause requires. */
  readonly changes: readonly PlannedClause[];
  /** The steps in the order in which they are taken. */
  readonly steps: readonly PlannedStep[];
  /** Other effects on existing records and people, a line each; none if the document is refused. */
  readonly effects: readonly string[];
  readonly wayBack: WayBack | null;
  /** The future of processes that serve the document in use; null if nothing is done, or it is refused. */
  readonly former: FormerProcesses | null;
}

/** The hashes that identify the database's document and the planned one. */
export interface PlanBasis {
  /** Identifies the product that the database holds; null if it holds none. */
  readonly database: string | null;
  /** The version in use; null if there is none. */
  readonly number: number | null;
  /** SHA-256 of the plan of the document in use, hexadecimal. */
  readonly from: string | null;
  /** The hash of the planned document. */
  readonly to: string;
}

export interface PlannedClause {
  /** `3.Claim.cost_code`; of what is gone, of the former document. */
  readonly clause: string;
  /** The changes of the storage, a line each. */
  readonly does: readonly string[];
  /**
   * The number of records that are read and written for it, one by one; 0 if only the catalogue of the database
   * changes.
   */
  readonly records: number;
  /** Whether processes of the former version can continue with it. */
  readonly keepsFormer: boolean;
  readonly refusals: readonly PlannedRefusal[];
}

/** Records without a place in the document. */
export interface PlannedRefusal {
  readonly words: string;
  readonly count: number;
  /** The ids of the first of them. */
  readonly ids: readonly string[];
  /** The text or action that avoids the refusal; null if the refusal itself names it. */
  readonly remedy: string | null;
  /**
   * The fields of the document in use that could have other values instead (`nonet correct`); none if no value helps.
   */
  readonly correctable: readonly FieldInUse[];
}

/** A field of the document in use. */
export interface FieldInUse {
  readonly entity: string;
  readonly field: string;
}

/** The locks of PostgreSQL that a step takes. */
export type PlannedLock =
  | 'ACCESS SHARE'
  | 'ROW EXCLUSIVE'
  | 'SHARE UPDATE EXCLUSIVE'
  | 'SHARE ROW EXCLUSIVE'
  | 'ACCESS EXCLUSIVE';

export interface PlannedStep {
  /**
   * - `judge`: counts the records that would have no place.
   * - `note`: notes from then on which records are written meanwhile.
   * - `add`: makes new columns beside those in use.
   * - `fill`: gives them their values, in batches.
   * - `index`, `key`: builds an index or a foreign key.
   * - `switch`: lets the new storage take the place of the former.
   * - `after`: makes the parts that can only be made after the switch.
   */
  readonly kind: 'judge' | 'note' | 'add' | 'fill' | 'index' | 'key' | 'switch' | 'after';
  readonly words: string;
  /** The tables' names in the database. */
  readonly tables: readonly string[];
  readonly lock: PlannedLock | null;
  /** The requests that wait for it, and the most milliseconds for which one of them waits. */
  readonly blocks: 'nobody' | 'writers' | 'everybody';
  readonly longestWait: number;
  /** The estimated seconds; null if they do not depend on the records. */
  readonly seconds: number | null;
  /** The number of records that it reads or writes; null if it touches the catalogue alone. */
  readonly records: number | null;
  /** The estimated number of bytes that it writes; null if that is not known. */
  readonly bytes: number | null;
}

/** Whether processes of the former version continue beside the new one. */
export interface FormerProcesses {
  /**
   * - `a day`: for so long, for the new document only adds.
   * - `finished`: until `nonet finish`, by what the storage keeps for them.
   * - `never`: they are shut out when the document is put to use.
   */
  readonly goOnUntil: 'a day' | 'finished' | 'never';
  /** Why they are shut out, a line each. */
  readonly closedBy: readonly string[];
}

/** Whether the former document can be put to use again (`nonet apply --back`). */
export interface WayBack {
  /** Whether it can right after the change. */
  readonly isOpen: boolean;
  /** The reasons why there is no way back, a line each. */
  readonly closedBy: readonly string[];
  /** The steps that would be taken back, and that records written later may forbid. */
  readonly untilWritten: readonly string[];
  /** Data that the change removes for good, because the document says so (`Gone`, `else open`). */
  readonly staysGone: readonly string[];
  /** Data that the change removes as well, and that is kept for the way back until `nonet finish`. */
  readonly untilFinished: readonly string[];
}
