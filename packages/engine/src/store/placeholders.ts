const PLACEHOLDER = /\$(\d+)/g;

/**
 * A statement's text with other placeholders, or with SQL in their place; `place` counts from 0 (`$1`). Values are
 * bound and names hold no `$` (`quote`), so that `$` and a number is always a placeholder. A text that has literals in
 * it (`migrate/former/inline.ts`) is never given to this function.
 */
export function replacePlaceholders(text: string, replace: (place: number) => string): string {
  return text.replaceAll(PLACEHOLDER, (_match, digits: string) => replace(Number(digits) - 1));
}

/** The places of the values that a statement uses, each once, in the order of their first use. */
export function placeholdersIn(text: string): readonly number[] {
  return [...new Set(Array.from(text.matchAll(PLACEHOLDER), ([, digits]) => Number(digits) - 1))];
}
