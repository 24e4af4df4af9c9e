import type { Severity } from './diagnostic.ts';

/**
 * One kind of diagnostic. Codes are permanent: never renumbered, never reused. N001 to N049 belong to the text of a
 * document, N050 to N096 to expressions, N097 to a document's text again, N098 and N099 to what a document allows itself, N1xx to N9xx to the nine points.
 */
export interface Code<Holes> {
  readonly severity: Severity;
  /** A few words: the heading of its page. */
  readonly title: string;
  /** The message in the reader's words. */
  readonly message: (holes: Holes) => string;
  /** Markdown: why it is wrong and how it is mended, with an ❌ and a ✅ example. */
  readonly page: string;
  /** Why its page has no example: what is wrong with a document is not in its text. */
  readonly withoutExample?: string;
}

/** Declares a code; only there so that the holes of its message are typed. */
export function code<Holes = Record<string, never>>(definition: Code<Holes>): Code<Holes> {
  return definition;
}
