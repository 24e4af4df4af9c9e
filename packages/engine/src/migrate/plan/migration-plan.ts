/**
 * What putting a document to use would do to a database, found by reading alone; as `nonet plan --format json` prints it
 * (docs/schemas/plan.schema.json).
 */
export interface MigrationPlan {
  /** The version of this form of the report. */
  readonly version: 1;
  readonly title: string;
  /** What it was made from: who carries it out can say whether that is still so. */
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
  /** Whether `nonet serve` does it at its start; otherwise it takes `nonet apply`, or is refused. */
  readonly isServedAlone: boolean;
  /** What each clause asks of the storage. */
  readonly changes: readonly PlannedClause[];
  /** In the order in which they are taken. */
  readonly steps: readonly PlannedStep[];
  /** What else is otherwise from then on for the records and people that are there, a line each; none where it is refused. */
  readonly effects: readonly string[];
  readonly wayBack: WayBack | null;
}

/** By what a plan knows the database and the documents that it is about. */
export interface PlanBasis {
  /** Identifies the product that the database holds; null where it holds none. */
  readonly database: string | null;
  /** The version in use; null where there is none. */
  readonly number: number | null;
  /** SHA-256 of the plan of the document in use, hexadecimal. */
  readonly from: string | null;
  /** The same of the document that was planned. */
  readonly to: string;
}

export interface PlannedClause {
  /** `3.Claim.cost_code`; of what is gone, of the former document. */
  readonly clause: string;
  /** What is done to the storage, a line each. */
  readonly does: readonly string[];
  /** How many records are read and written for it, one by one; 0 where only the catalogue of the database changes. */
  readonly records: number;
  /** Whether processes of the former version can go on with it. */
  readonly keepsFormer: boolean;
  readonly refusals: readonly PlannedRefusal[];
}

/** Records without a place in the document. */
export interface PlannedRefusal {
  readonly words: string;
  readonly count: number;
  /** Of the first of them. */
  readonly ids: readonly string[];
  /** What to write or to do instead; null where the words say it. */
  readonly remedy: string | null;
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
   * - `switch`: lets what was made take the place of what was in use.
   * - `after`: what can only be made then.
   */
  readonly kind: 'judge' | 'note' | 'add' | 'fill' | 'index' | 'key' | 'switch' | 'after';
  readonly words: string;
  /** By their names in the database. */
  readonly tables: readonly string[];
  readonly lock: PlannedLock | null;
  /** Who waits for it, and for how long at most at a time, in milliseconds. */
  readonly blocks: 'nobody' | 'writers' | 'everybody';
  readonly longestWait: number;
  /** How long it takes about; null where that does not depend on the records. */
  readonly seconds: number | null;
  /** How many records it reads or writes; null where it touches the catalogue alone. */
  readonly records: number | null;
  /** How many bytes it writes about; null where that is not known. */
  readonly bytes: number | null;
}

/** Whether the former document can be put to use again (`nonet apply --back`). */
export interface WayBack {
  /** Whether it can right after the change. */
  readonly isOpen: boolean;
  /** What forbids it then, a line each. */
  readonly closedBy: readonly string[];
  /** What records that are written later may forbid, as the steps that would be taken back. */
  readonly untilWritten: readonly string[];
}
