import { because, type FailureReason, kept } from './failure-reason.ts';
import { type Fault, faultOf } from './fault.ts';

/** The result of a case. */
export type Result = { readonly passed: true } | FailedResult;

export interface FailedResult {
  readonly passed: false;
  /** The clauses of the step that failed. */
  readonly clauses: readonly string[];
  readonly reason: FailureReason;
  readonly request: Sent | null;
  /** `status` is null if a page was opened: `body` describes its content. */
  readonly answer: { readonly status: number | null; readonly body: string } | null;
  /** The answer that the document demands, with the product's own ids as far as they are known. */
  readonly expected?: string;
  /** The fault that the product logged, or the failure of the test itself. */
  readonly fault?: Fault;
  /** Whether the product is in the same state as before the case. */
  readonly isUntouched?: boolean;
  /** Whether nothing listens at the product's address any more. */
  readonly isGone?: boolean;
}

/** A request as it went out, for a report. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}

/** The result of a case that could not be carried out or derived: the failed activity, and the stack. */
export function brokenResult(what: string, error: unknown): FailedResult {
  const fault = faultOf(error);
  const reason = because`${kept(what)}: ${fault.message}`;
  return { passed: false, clauses: [], reason, request: null, answer: null, fault };
}
