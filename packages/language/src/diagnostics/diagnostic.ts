import { isOneOf } from '../collections.ts';
import type { Span } from '../source/span.ts';
import type { CodeId, DetailsOf } from './catalogue.ts';
import type { Severity } from './severity.ts';

/** A replacement of source text. */
export interface Fix {
  readonly title: string;
  /** It is a suggestion: only the writer knows what is meant, so `check --fix` does not apply it. */
  readonly isOffer?: true;
  readonly edits: readonly { readonly span: Span; readonly text: string }[];
}

/** A further place that a diagnostic concerns. */
export interface Related {
  readonly span: Span;
  readonly message: string;
  /** The diagnostic that is reported here as related to another one, and not by itself. */
  readonly of?: Pick<Diagnostic, 'code' | 'details'>;
}

/** A report of the checker about one place of a document: of any code, or of the codes `Id`. */
export interface Diagnostic<Id extends CodeId = CodeId> {
  /** Permanent: `N3xx` belongs to point 3, `N0xx` to the document as a whole. */
  readonly code: Id;
  readonly severity: Severity;
  /** The details as data. The message is made from them; nothing ever reads the message. */
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

/** A diagnostic as it is reported as related to another one. */
export function beside({ code, details, span, message }: Diagnostic): Related {
  return { span, message, of: { code, details } };
}

/** Whether a diagnostic has one of these codes, so that its details have their type. */
export function hasCode<Id extends CodeId>(
  diagnostic: Diagnostic,
  ...ids: readonly Id[]
): diagnostic is Diagnostic<Id> {
  return isOneOf<CodeId>(ids, diagnostic.code);
}
