/** The measurements of `npm run briefs`, written with `--json`. */
export interface BriefsReport {
  /** The command that wrote the documents. */
  readonly agent: string;
  /** How often an agent may be asked for a document of one brief. */
  readonly mostRounds: number;
  readonly briefs: readonly BriefReport[];
  readonly total: BriefsTotal;
}

export interface BriefReport {
  /** The name of its file, without `.md`. */
  readonly brief: string;
  /** Whether the last document has no error, and each check passed. */
  readonly isMet: boolean;
  readonly rounds: readonly RoundReport[];
  readonly checks: ChecksReport;
  /** UTF-8 bytes that the agent was handed: the brief, and the reports of `nonet check`. */
  readonly handed: { readonly brief: number; readonly reports: number };
  /** The agent's own statement about itself in `usage.json`; null: nothing. */
  readonly usage: AgentUsage | null;
}

export interface RoundReport {
  /** The end of the agent's command; null: a signal ended it. */
  readonly exitCode: number | null;
  /** UTF-8 bytes of `spec.md`; null: there is none. */
  readonly documentBytes: number | null;
  /** How many diagnostics there are of each code, by severity. Disclosures are not counted. */
  readonly errors: Readonly<Record<string, number>>;
  readonly warnings: Readonly<Record<string, number>>;
  readonly gaps: Readonly<Record<string, number>>;
  readonly hints: Readonly<Record<string, number>>;
}

export interface ChecksReport {
  readonly passed: number;
  /** Those of the brief, also where there was no product to try them on. */
  readonly of: number;
  readonly failed: readonly FailedCheck[];
}

export interface FailedCheck {
  /** The row of the brief. */
  readonly row: string;
  readonly expected: string;
  readonly found: string;
}

/** An agent that counts these writes them into `usage.json`, for all of its rounds together. */
export interface AgentUsage {
  readonly inputTokens?: number;
  readonly outputTokens?: number;
  /** Bytes of the reference that it has read. */
  readonly bytesRead?: number;
}

export interface BriefsTotal {
  readonly briefs: number;
  readonly met: number;
  readonly rounds: number;
  readonly checksPassed: number;
  readonly checks: number;
  /** Errors of all rounds, by code. */
  readonly errors: Readonly<Record<string, number>>;
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly bytesRead: number;
}
