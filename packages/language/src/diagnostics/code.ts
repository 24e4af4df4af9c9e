import type { Severity } from './severity.ts';

/**
 * One kind of diagnostic. Codes are permanent: never renumbered, never reused. N001 to N049 belong to the text of a
 * document, N050 to N096 to expressions, N097 to a document's text again, N098 and N099 to what a document allows itself, N1xx to N9xx to the nine points.
 */
export interface Code<Details> {
  readonly severity: Severity;
  /** A few words: the heading of its page. */
  readonly title: string;
  /** The message in the reader's words, made from the details of one diagnostic. */
  readonly message: (details: Details) => string;
  /** Markdown: why it is wrong and how it is fixed, with an ❌ and a ✅ example. */
  readonly page: string;
  /** Why its page has no example: what is wrong with a document is not in its text. */
  readonly withoutExample?: string;
}

/** Declares a code; only there so that the details of its diagnostics are typed. */
export function code<Details = Record<string, never>>(definition: Code<Details>): Code<Details> {
  return definition;
}
