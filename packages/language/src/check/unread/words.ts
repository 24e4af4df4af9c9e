/** The words that a message names: those in quotes and backticks. */
export function quotedIn(message: string): readonly string[] {
  return [...message.matchAll(/“([^”]*)”|`([^`]*)`/g)].flatMap(([, quoted, code]) =>
    wordsOf(quoted ?? code ?? '', false),
  );
}

/** The names in a text, in small letters where their case may differ from that of a clause. */
export function wordsOf(text: string, small = true): readonly string[] {
  return (small ? text.toLowerCase() : text).match(/[A-Za-z_]\w*/g) ?? [];
}

/** A text without the quotes around it. */
export function bare(text: string): string {
  return text.replaceAll(/^["'`]|["'`]$/g, '');
}

/** Codes of diagnostics, written in a row. */
export function codes(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}
