/** What came of a case. */
export type Result =
  | { readonly passed: true }
  | {
      readonly passed: false;
      /** The clauses behind the step that went otherwise. */
      readonly clauses: readonly string[];
      readonly reason: string;
      readonly request: Sent | null;
      /** `status` is null where a page was opened: `body` says what is there. */
      readonly answer: { readonly status: number | null; readonly body: string } | null;
    };

/** A request as it went out, for a report. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}
