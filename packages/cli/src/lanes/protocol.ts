import type { GivenRequest } from '@nonet/client';
import type { Plan } from '@nonet/language';
import type { FormerStorage } from '../proof-host.ts';
import type { Difference, Opened, OpenedAs, ProofEvent, Task } from '@nonet/proof';

/** The data of a lane: a thread in which cases are derived and carried out against its own product. */
export interface LaneData {
  readonly plan: Plan;
  readonly seed: number;
  /** The start of the product's clock, RFC 3339. */
  readonly now: string;
  /** Only cases of these clauses; all if there are none. */
  readonly only: readonly string[];
  /** Only cases whose outcome can depend on this; null: all. */
  readonly difference: Difference | null;
  /** The seconds that a case may take. */
  readonly caseSeconds: number;
  /** A former version, which its product's storage is made by, before it is brought to the document; null: none. */
  readonly former: FormerStorage | null;
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

/** The messages of the main thread to a lane. */
export type ToLane =
  | Assignment
  | { readonly kind: 'opened'; readonly number: number; readonly opened: Opened }
  | { readonly kind: 'not opened'; readonly number: number; readonly message: string };

/** The messages of a lane to the main thread. */
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
      /** The requests that the page of a given screen is made to ask for. */
      readonly requests: readonly GivenRequest[];
    }
  /** The product can't be reset: nothing more can be tried. */
  | { readonly kind: 'lost'; readonly why: string }
  /** An error that a person can correct. */
  | { readonly kind: 'failure'; readonly message: string; readonly exitCode: number };
