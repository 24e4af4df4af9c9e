/** The advice of a running product's database, by the clauses of the document that is in use. */
export interface Advice {
  /** The version that is in use, and its title. */
  readonly version: number;
  readonly title: string;
  /** Since when PostgreSQL counts the uses of tables and indexes (ISO 8601). */
  readonly countedSince: string;
  readonly statements: StatementsRead;
  /** The slowest altogether first. */
  readonly slow: readonly SlowClause[];
  /** The largest first. */
  readonly unusedIndexes: readonly UnusedIndex[];
  readonly readWhole: readonly WholeReadings[];
  readonly deadRows: readonly DeadRows[];
  readonly space: readonly WastedSpace[];
  readonly history: OldHistory | null;
  readonly sizes: readonly LargeEntity[];
}

/** A clause, and where it stands in the document in use; null if that has no such clause (any more). */
export interface PlacedClause {
  readonly clause: string;
  readonly place: { readonly file: string; readonly line: number; readonly text: string } | null;
}

/** Whether PostgreSQL has counted statements for whoever asks. */
export interface StatementsRead {
  readonly state:
    | 'read'
    /** The extension pg_stat_statements is loaded, and not created in this database. */
    | 'not created'
    /** It is not loaded, which takes a restart of PostgreSQL. */
    | 'not loaded'
    /** The role that asks sees the statements of no other role, and has none of the product itself. */
    | 'not allowed';
  /** Since when statements are counted (ISO 8601); null if they are not read. */
  readonly since: string | null;
  /** The number of other roles whose statements whoever asks may not see. */
  readonly hiddenRoles: number;
  /** Milliseconds of all statements of this database, also of those that carry out no clause. */
  readonly totalMilliseconds: number;
}

/** Statements of one clause, read by the same parts of it. */
export interface SlowClause {
  /** Several where one statement carries out all of them, as the tiles of a dashboard. */
  readonly clauses: readonly PlacedClause[];
  /** The parts by which its records are found, as addresses below the clause: `filters.status`, `search`, `export`. */
  readonly parts: readonly string[];
  /** Those of the parts that stand in the document as clauses of their own. */
  readonly readBy: readonly PlacedClause[];
  /** The number of statements: what is asked at once by several people may be one. */
  readonly calls: number;
  readonly totalMilliseconds: number;
  readonly meanMilliseconds: number;
  readonly maximumMilliseconds: number;
}

/** An index that nothing has read. Those of unique rules, keys, references and states are none. */
export interface UnusedIndex {
  readonly entity: string;
  /** The columns of which it is made. */
  readonly columns: readonly string[];
  readonly bytes: number;
  /** The clauses that it is made for. */
  readonly madeFor: readonly PlacedClause[];
}

/** An entity all of whose records are read again and again. */
export interface WholeReadings {
  readonly entity: PlacedClause;
  readonly name: string;
  readonly records: number;
  readonly times: number;
  /** The number of records that were read in doing so. */
  readonly recordsRead: number;
}

/** Rows that are deleted or replaced, and still take space. */
export interface DeadRows {
  /** The entity; null: the history. */
  readonly entity: string | null;
  readonly rows: number;
  readonly dead: number;
  /** ISO 8601; null if that has never been done. */
  readonly lastVacuum: string | null;
  /** The transaction that keeps them, if one has been open for a quarter of an hour. */
  readonly heldBy: { readonly process: number; readonly seconds: number } | null;
  readonly isAutovacuumOff: boolean;
}

/** Storage that is much larger than its rows need, as estimated from PostgreSQL's statistics. */
export interface WastedSpace {
  /** The entity; null: the history. */
  readonly entity: string | null;
  readonly what: 'records' | 'index';
  /** The columns of the index; empty for the records themselves. */
  readonly columns: readonly string[];
  readonly bytes: number;
  readonly neededBytes: number;
}

/** Entries of the history that `nonet archive` would move. */
export interface OldHistory {
  readonly entries: number;
  /** About so many of them are older than twelve months. */
  readonly oldEntries: number;
  readonly bytes: number;
  /** The entities with the most entries. */
  readonly entities: readonly string[];
}

/** An entity that has more records than its document states, or many and states nothing. */
export interface LargeEntity {
  readonly entity: PlacedClause;
  readonly name: string;
  readonly records: number;
  /** The stated `size`; null if there is none. */
  readonly stated: number | null;
  /** About so many of them were made in the last twelve months; null if that is not known. */
  readonly yearly: number | null;
  /** The size to state: the records of today and of three years like the last one. */
  readonly suggested: number;
}
