import type { ClauseAddress } from '@nonet/language';
import type { Account } from '../derive/records/accounts.ts';
import type { Case } from './case.ts';
import type { Result } from './result.ts';

/** A case, and what distinguishes it from others of its derivation. */
export interface NamedCase {
  readonly derived: Pick<Case, 'title' | 'clauses'>;
  readonly name: string;
}

/** The reports of a run while it continues. Plain data, so that they can pass between threads. */
export type ProofEvent =
  /**
   * The present activity in words, and the case that is carried out, if there is one. `isReset`: the product starts
   * again.
   */
  | { readonly kind: 'doing'; readonly doing: string; readonly derived: NamedCase | null; readonly isReset?: true }
  /** A step of the running case has begun; its request, if it has one. */
  | { readonly kind: 'step'; readonly request: string | null }
  /** The test itself waits for this time, for instance for a limit of requests; the step reports nothing meanwhile. */
  | { readonly kind: 'waiting'; readonly milliseconds: number }
  /**
   * A case has been carried out. `name`: what distinguishes it from others of its derivation. `isCounted`: it was
   * reported before, and fails now.
   */
  | {
      readonly kind: 'case';
      readonly derived: Case;
      readonly result: Result;
      readonly name?: string;
      readonly isCounted?: true;
    }
  /** A derived case is not carried out: it was not asked for, or can't have changed. */
  | { readonly kind: 'left out' }
  /** The number of further requests that have been sent. */
  | { readonly kind: 'requests'; readonly requests: number }
  /** By clause, why no case of one derivation proves it. */
  | { readonly kind: 'reasons'; readonly reasons: readonly (readonly [clause: ClauseAddress, reason: string])[] }
  | { readonly kind: 'accounts'; readonly accounts: readonly Account[] }
  /** A derivation has only prepared records; these clauses would be shown, if its cases were carried out after all. */
  | { readonly kind: 'postponed'; readonly task: number; readonly clauses: readonly ClauseAddress[] }
  /** A derivation ended before all its cases were derived and tried; why, as a sentence. */
  | { readonly kind: 'broken'; readonly why: string };
