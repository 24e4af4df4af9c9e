/** The characters that a computed text has at most. */
export const LONGEST_TEXT = 10_000_000;

/** How many characters (code points) a text has. */
export function lengthOf(text: string): number {
  let length = 0;
  for (const _ of text) length += 1;
  return length;
}

/** A computed text in NFC; null if it exceeds the maximum length. PostgreSQL has the same rule (`nonet.shorter`). */
export function shorter(text: string): string | null {
  // A text has no more code points than code units, and no less than half as many: they are counted only in between.
  const fits = text.length <= LONGEST_TEXT || (text.length <= 2 * LONGEST_TEXT && lengthOf(text) <= LONGEST_TEXT);
  return fits ? text.normalize('NFC') : null;
}
