import type { Span } from '../source/span.ts';
import type { CodeId, DetailsOf } from './catalogue.ts';
import type { Severity } from './severity.ts';

/** A replacement of source text. */
export interface Fix {
  readonly title: string;
  /** It is only offered: what is meant is for the writer to say, so `check --fix` leaves it out. */
  readonly isOffer?: true;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** A further place that a diagnostic concerns. */
export interface Related {
  readonly span: Span;
  readonly message: string;
  /** The diagnostic that is reported here, beside another one, rather than by itself. */
  readonly of?: Pick<Diagnostic, 'code' | 'details'>;
}

/** What the checker has to say about one place of a document: a diagnostic of any code, or of the codes `Id`. */
export interface Diagnostic<Id extends CodeId = CodeId> {
  /** Permanent: `N3xx` belongs to point 3, `N0xx` to the document as a whole. */
  readonly code: Id;
  readonly severity: Severity;
  /** What it says of its place, as data: the message is made from them, and nothing is read from the message. */
  readonly details: DetailsOf<Id>;
  readonly message: string;
  readonly span: Span;
  /** The clause concerned, where one is known: `4.Claim.status.submit`. */
  readonly clause?: string;
  readonly related?: readonly Related[];
  readonly fix?: Fix;
  /** The known name that its message offers for one that is not known. */
  readonly offered?: string;
  /** The fields whose type and rules it is said of, where its message also quotes others: `Claim.project`. */
  readonly fields?: readonly string[];
}

/** A diagnostic as it is reported beside another one. */
export function beside({ code, details, span, message }: Diagnostic): Related {
  return { span, message, of: { code, details } };
}

/** Whether a diagnostic has one of these codes, so that its details have their type. */
export function hasCode<Id extends CodeId>(
  diagnostic: Diagnostic,
  ...ids: readonly Id[]
): diagnostic is Diagnostic<Id> {
  return (ids as readonly CodeId[]).includes(diagnostic.code);
}
