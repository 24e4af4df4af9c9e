/** Point 1. All Markdown. */
export interface Purpose {
  /** The first paragraph. */
  readonly summary: string | null;
  readonly users: string | null;
  readonly goals: string | null;
  readonly outOfScope: string | null;
}
