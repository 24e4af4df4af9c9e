/** The names in a text, in small letters where their case may differ from that of a clause. */
export function wordsOf(text: string, small = true): readonly string[] {
  return (small ? text.toLowerCase() : text).match(/[A-Za-z_]\w*/g) ?? [];
}

/** Words of the language, which state no name. */
const OF_LANGUAGE: ReadonlySet<string> = new Set(['none', 'not', 'shown', 'yes', 'no', 'true', 'false', 'null']);

/** Whether a word may be the name of something. */
export function mayBeName(word: string): boolean {
  return !OF_LANGUAGE.has(word);
}

/** A text without the quotes around it. */
export function bare(text: string): string {
  return text.replaceAll(/^["'`]|["'`]$/g, '');
}
