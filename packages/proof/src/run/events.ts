import type { ClauseAddress } from '@nonet/language';
import type { Account } from '../derive/records/accounts.ts';
import type { Case } from './case.ts';
import type { Result } from './result.ts';

/** A case, and what distinguishes it from others of its derivation. */
export interface NamedCase {
  readonly derived: Pick<Case, 'title' | 'clauses'>;
  readonly name: string;
}

/** What a run reports while it goes on. Plain data, so that it passes from one thread to another. */
export type ProofEvent =
  /** What is done from now on, and the case that is carried out, if one is. */
  | { readonly kind: 'doing'; readonly doing: string; readonly derived: NamedCase | null }
  /** A step of the case that is carried out has begun: what it asks for, as far as it asks. */
  | { readonly kind: 'step'; readonly request: string | null }
  /** So long nothing will be heard of the step, for the test itself waits: a limit of requests holds for that time. */
  | { readonly kind: 'waiting'; readonly milliseconds: number }
  /**
   * A case has been carried out. `name`: what distinguishes it from others of its derivation. `isCounted`: it was reported before, and
   * fails now.
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
  /** So many requests more have been sent. */
  | { readonly kind: 'requests'; readonly requests: number }
  /** By clause, why nothing of one derivation proves it. */
  | { readonly kind: 'reasons'; readonly reasons: readonly (readonly [clause: ClauseAddress, reason: string])[] }
  | { readonly kind: 'accounts'; readonly accounts: readonly Account[] }
  /** A derivation has only prepared records; these clauses would be shown, if its cases were carried out after all. */
  | { readonly kind: 'postponed'; readonly task: number; readonly clauses: readonly ClauseAddress[] }
  /** A derivation ended before all its cases were derived and tried; why, as a sentence. */
  | { readonly kind: 'broken'; readonly why: string };
