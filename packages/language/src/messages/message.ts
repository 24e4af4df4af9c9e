/** A message of the product's own, without its words: its name in the catalogue, and what it says of the case at hand. Plain data. */
export interface StandardMessage {
  readonly key: string;
  readonly values?: object;
}

/**
 * A message of the product's own to its users, which gets its words where it leaves the product, in its
 * reader's language; words that there are already (the document's); or several of them, one after the other.
 */
export type Message = string | StandardMessage | readonly Message[];
