/**
 * `GET /api/-/versions`: the documents that were put to use, and what waits for whom; for those that may read the document.
 * Instants are ISO 8601.
 */
export interface VersionsView {
  /** The version that is in use, and the one that this process serves: another one while it is being replaced. */
  current: number;
  served: number;
  /** The newest first. */
  versions: {
    number: number;
    title: string;
    putToUseAt: string;
    /** The person who put it to use, as their machine names them; null if that was not recorded. */
    putToUseBy: string | null;
    /** The changes of the storage, and the other changes that came with it; one line each. */
    steps: string[];
    effects: string[];
  }[];
  /** The change that is prepared beside the version in use; null if there is none. */
  change: {
    startedAt: string;
    /** The number of records with their new values, and of those that wait for them. */
    tables: { table: string; done: number; left: number }[];
  } | null;
  /**
   * The parts of the storage that are kept for processes of the former version, until `nonet finish`; null if there
   * are none.
   */
  kept: { columns: { table: string; column: string }[] } | null;
  /** The processes that serve a version, and from where; `address` is null on the machine of the database. */
  serving: { version: number; address: string | null; connections: number; since: string }[];
}

/** `GET /api/-/versions/3..4`: the differences in meaning between two versions. */
export interface VersionDifferencesView {
  former: number;
  new: number;
  /** The versions whose text is not kept, or is no longer valid in this language: then nothing can be compared. */
  unreadable: number[];
  /** By subject: data, rights, API, behaviour, screens, wording; the gravest of each first. */
  groups: { group: DifferenceGroupView; differences: VersionDifferenceView[] }[];
}

export type DifferenceGroupView = 'Data' | 'Rights' | 'API' | 'Behaviour' | 'Screens' | 'Wording';

export interface VersionDifferenceView {
  effect: DifferenceEffectView;
  clause: string;
  /** Its line in the document that contains it: the new one, otherwise the former. */
  file: string | null;
  line: number | null;
  /** Whether the new document has the clause. */
  isThere: boolean;
  /** A sentence; names of the document are in backticks. */
  text: string;
  /** A record and a person for which it is so. */
  example: string[];
  /** Whether the example assumes what conditions require of other records. */
  isAssumed: boolean;
  /** The clauses that it follows from. */
  because: string[];
  audiences: ('security' | 'clients' | 'people')[];
}

/** The gravest first. */
export type DifferenceEffectView =
  | 'lost'
  | 'wider'
  | 'undecided'
  | 'breaking'
  | 'stricter'
  | 'narrower'
  | 'behaviour'
  | 'compatible';
