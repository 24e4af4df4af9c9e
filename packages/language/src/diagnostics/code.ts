import type { Severity } from './severity.ts';
import type { Trait } from './trait.ts';

/**
 * One kind of diagnostic. Codes are permanent: never renumbered, never reused. N001 to N049, N097, N198 and N199 concern the text
 * of a document, N050 to N096 its expressions, N098 and N099 its `allow` remarks, N1xx to N9xx the nine points.
 */
export interface Code<Details> {
  readonly severity: Severity;
  /** A few words: the heading of its page. */
  readonly title: string;
  /** The message in the reader's words, made from the details of one diagnostic. */
  readonly message: (details: Details) => string;
  /** The meaning of its diagnostics to the passes that decide which error follows from which. */
  readonly traits?: readonly Trait[];
  /** Set if it reports an unknown name. */
  readonly unknownName?: UnknownName<Details>;
  /** The names and words of the document that the message mentions, except for the known name that it suggests. */
  readonly names?: (details: Details) => readonly string[];
  /** Markdown: why it is wrong and how it is fixed, with an ❌ and a ✅ example. */
  readonly page: string;
  /** Why its page has no example: what is wrong with a document is not in its text. */
  readonly withoutExample?: string;
}

/** How a code reports an unknown name. All reports of one unknown name are one mistake. */
export interface UnknownName<Details> {
  /** The numbers of the points that may state such a name: `36`. */
  readonly points: string;
  /** Entities are stated by headings, and by no row of a table. */
  readonly isEntity?: true;
  /** For a code that also reports other things: whether this diagnostic reports an unknown name. */
  readonly when?: (details: Details) => boolean;
  /** The name; without this it is the last word of what is marked. */
  readonly name?: (details: Details) => string | undefined;
}

/** Declares a code; only there so that the details of its diagnostics are typed. */
export function code<Details = Record<string, never>>(definition: Code<Details>): Code<Details> {
  return definition;
}
