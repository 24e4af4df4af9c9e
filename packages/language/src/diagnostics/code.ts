import type { Severity } from './severity.ts';
import type { Trait } from './trait.ts';

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
  /** What its diagnostics mean to whatever decides what follows from what. */
  readonly traits?: readonly Trait[];
  /** Set where it says that there is no such name. */
  readonly unknownName?: UnknownName<Details>;
  /** The names and the words of the document that it speaks of, beside the known name that it offers. */
  readonly names?: (details: Details) => readonly string[];
  /** Markdown: why it is wrong and how it is fixed, with an ❌ and a ✅ example. */
  readonly page: string;
  /** Why its page has no example: what is wrong with a document is not in its text. */
  readonly withoutExample?: string;
}

/** What a code says about a name that there is not. All that say it of one name are one mistake. */
export interface UnknownName<Details> {
  /** The numbers of the points that may state such a name: `36`. */
  readonly points: string;
  /** Entities are stated by headings, and by no row of a table. */
  readonly isEntity?: true;
  /** Of a code that says other things too, whether it says this. */
  readonly when?: (details: Details) => boolean;
  /** The name; without this it is the last word of what is marked. */
  readonly name?: (details: Details) => string | undefined;
}

/** Declares a code; only there so that the details of its diagnostics are typed. */
export function code<Details = Record<string, never>>(definition: Code<Details>): Code<Details> {
  return definition;
}
