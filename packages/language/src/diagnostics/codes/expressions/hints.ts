/** A further sentence with a blank before it, or nothing. */
export function behind(hint: string): string {
  return hint === '' ? '' : ` ${hint}`;
}

/** ` Did you mean “x”?`, or nothing. */
export function guess(nearest: string | null): string {
  return nearest === null ? '' : ` Did you mean “${nearest}”?`;
}
