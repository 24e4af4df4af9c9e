/** What came of a case. */
export type Result = { readonly passed: true } | FailedResult;

export interface FailedResult {
  readonly passed: false;
  /** The clauses behind the step that went otherwise. */
  readonly clauses: readonly string[];
  readonly reason: string;
  readonly request: Sent | null;
  /** `status` is null where a page was opened: `body` says what is there. */
  readonly answer: { readonly status: number | null; readonly body: string } | null;
  /** What the document says the answer is, with the product's own ids as far as they are known. */
  readonly expected?: string;
  /** What the product logged of its own fault, or where the test itself broke down: a message and a stack. */
  readonly fault?: string;
  /** Whether the product is as it was before the case: nothing of it has been carried out. */
  readonly isUntouched?: boolean;
  /** Whether nothing listens any more where the product was. */
  readonly isGone?: boolean;
}

/** A request as it went out, for a report. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}

/** Of a case that could not be carried out, or not even derived: what broke down, and the stack. */
export function brokenResult(what: string, error: unknown): FailedResult {
  const words = error instanceof Error ? error.message : String(error);
  const fault = (error instanceof Error ? error.stack : undefined) ?? words;
  return { passed: false, clauses: [], reason: `${what}: ${words}`, request: null, answer: null, fault };
}
