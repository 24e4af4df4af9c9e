import type { Span } from '../source/span.ts';

/** `disclosure`: an outcome depends on what its reader may not read (6). */
export type Severity = 'error' | 'warning' | 'gap' | 'disclosure' | 'hint';

/** A replacement of source text. */
export interface Fix {
  readonly title: string;
  /** It is only offered: what is meant is for the writer to say, so `check --fix` leaves it out. */
  readonly isOffer?: true;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** What the checker has to say about one place of a document. */
export interface Diagnostic {
  /** Permanent: `N3xx` belongs to point 3, `N0xx` to the document as a whole. */
  readonly code: string;
  readonly severity: Severity;
  readonly message: string;
  readonly span: Span;
  /** The clause concerned, where one is known: `4.Claim.status.submit`. */
  readonly clause?: string;
  readonly related?: readonly { readonly span: Span; readonly message: string }[];
  readonly fix?: Fix;
  /** The known name that its message offers for one that is not known. */
  readonly offered?: string;
  /** The fields whose type and rules it is said of, where its message also quotes others: `Claim.project`. */
  readonly fields?: readonly string[];
}
