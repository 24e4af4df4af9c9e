/** What came of a case. */
export type Result =
  | { readonly passed: true }
  | {
      readonly passed: false;
      /** The clauses behind the step that went otherwise. */
      readonly clauses: readonly string[];
      readonly reason: string;
      readonly request: Sent | null;
      readonly answer: { readonly status: number; readonly body: string } | null;
    };

/** A request as it went out, for a report. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}
