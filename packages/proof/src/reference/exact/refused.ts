import type { Refused } from '../refusal.ts';
import type { ExactError } from './request.ts';

/** A refusal of an exact call: which entity's record it is about, and its errors by the caller's names. */
export class ExactRefused extends Error {
  readonly refused: Refused;
  readonly subject: string | null;
  readonly errors: readonly ExactError[];

  constructor(refused: Refused, subject: string | null, errors: readonly ExactError[] = refused.errors) {
    super(refused.code);
    this.refused = refused;
    this.subject = subject;
    this.errors = errors;
  }
}
