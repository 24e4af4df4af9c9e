import type { Plan } from '@nonet/language';
import type { Difference, Opened, OpenedAs, ProofEvent, Task } from '@nonet/proof';

/** What a lane begins with: a thread in which cases are derived and carried out against a product of its own. */
export interface LaneData {
  readonly plan: Plan;
  readonly seed: number;
  /** Where the product's clock begins, RFC 3339. */
  readonly now: string;
  /** Only cases of these clauses; all where there are none. */
  readonly only: readonly string[];
  /** Only cases whose outcome can depend on this; null: all. */
  readonly difference: Difference | null;
  /** How many seconds a case may take. */
  readonly caseSeconds: number;
  /** An empty database for its product, or the address of a product that runs already. */
  readonly product: { readonly databaseUrl: string; readonly uiFolder: string | null } | { readonly url: string };
  /** Whether the main thread opens screens in a browser for it. */
  readonly hasBrowser: boolean;
}

/** One derivation to carry out. */
export interface Assignment {
  readonly kind: 'run';
  readonly task: Task;
  readonly isWhole: boolean;
  /** The names of its cases that have failed or passed already, in a lane that broke down. */
  readonly failed: readonly string[];
  readonly passed: readonly string[];
}

/** What the main thread says to a lane. */
export type ToLane =
  | Assignment
  | { readonly kind: 'opened'; readonly number: number; readonly opened: Opened }
  | { readonly kind: 'not opened'; readonly number: number; readonly message: string };

/** What a lane says to the main thread. */
export type FromLane =
  /** Its product answers; whether it is one of Nonet, and whether it can be reset. */
  | { readonly kind: 'ready'; readonly derived: boolean; readonly canRestart: boolean; readonly url: string }
  | { readonly kind: 'event'; readonly event: ProofEvent }
  /** The derivation is done. */
  | { readonly kind: 'done' }
  /** A screen is to be opened in the browser. */
  | {
      readonly kind: 'open';
      readonly number: number;
      readonly cookie: string | null;
      readonly address: string;
      readonly records: readonly string[];
      /** For a picture of the screen; null: this reader must not see it. */
      readonly as: OpenedAs | null;
    }
  /** The product can't be reset: nothing more can be tried. */
  | { readonly kind: 'lost'; readonly why: string }
  /** Something that a person did can't work. */
  | { readonly kind: 'failure'; readonly message: string; readonly exitCode: number };
