import type { ClauseAddress } from '../model/clause.ts';

/** The kinds of differences. Each has its file in `kinds`, and its row in `list.ts`. */
export type DifferenceKind =
  | 'entity'
  | 'field'
  | 'choice'
  | 'limit'
  | 'computed field'
  | 'state'
  | 'role'
  | 'permission'
  | 'event'
  | 'timer'
  | 'rule'
  | 'screen'
  | 'outbound call'
  | 'paper'
  | 'received mail'
  | 'feed'
  | 'account mail'
  | 'api'
  | 'exact call'
  | 'error'
  | 'constant'
  | 'given function'
  | 'record'
  | 'retention'
  | 'erasure'
  | 'wording';

/**
 * The effects of a difference, the gravest first. `lost`: stored data has no place in the new document. `wider`:
 * somebody may see or do more than before. `undecided`: it is not known whether somebody may do more or less.
 * `breaking`: programs that use the API break. `stricter`: stored data may be refused. `narrower`: somebody may see or
 * do less. `behaviour`: the product does something else. `compatible`: nothing existing is concerned.
 */
export const EFFECTS = [
  'lost',
  'wider',
  'undecided',
  'breaking',
  'stricter',
  'narrower',
  'behaviour',
  'compatible',
] as const;
export type DifferenceEffect = (typeof EFFECTS)[number];

/** The readers of differences: those who are responsible for rights, those who program against the API, and users. */
export const AUDIENCES = ['security', 'clients', 'people'] as const;
export type DifferenceAudience = (typeof AUDIENCES)[number];

/** The finding of one kind. */
export interface Found {
  readonly effect: DifferenceEffect;
  /** The clause in the new document; null if it has none. */
  readonly clause: ClauseAddress | null;
  /** The clause in the former document; null if it had none. */
  readonly former: ClauseAddress | null;
  /** One sentence without its full stop. Names of the document are in backticks. */
  readonly text: string;
  /** A record and a person for which it is so, in the words of the document: `total = 2500.01`, `user is manager`. */
  readonly example?: readonly string[];
  /** Whether the example is partly assumed: other records in it have the values that the conditions need. */
  readonly isAssumed?: boolean;
  /** Further clauses that cause it because they have changed, such as a constant that a condition reads. */
  readonly because?: readonly ClauseAddress[];
  /** The name that tools which compare descriptions of APIs have for it (`request-property-became-required`). */
  readonly apiClass?: string;
}

/** The place of a clause. */
export interface DifferencePlace {
  readonly file: string;
  /** From 1. */
  readonly line: number;
}

/** One difference of the new document. */
export interface Difference {
  readonly kind: DifferenceKind;
  readonly effect: DifferenceEffect;
  /** The clause's address in the new document, or in the former one where it is gone. */
  readonly clause: ClauseAddress;
  readonly text: string;
  readonly example: readonly string[];
  /** Whether the example is partly assumed: other records in it have the values that the conditions need. */
  readonly isAssumed: boolean;
  readonly because: readonly ClauseAddress[];
  readonly apiClass: string | null;
  /** Null if the document has no such clause. */
  readonly formerPlace: DifferencePlace | null;
  readonly newPlace: DifferencePlace | null;
  readonly audiences: readonly DifferenceAudience[];
}
