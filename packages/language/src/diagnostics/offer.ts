/** The known name that is offered, of the details of a diagnostic about an unknown one (`nearest`). */
export function offeredIn(details: unknown): { readonly offered?: string } {
  const isNamed = typeof details === 'object' && details !== null && 'nearest' in details;
  return isNamed && typeof details.nearest === 'string' ? { offered: details.nearest } : {};
}

/** The end of a message about an unknown name: the nearest known one, or all of them where they are few. */
export function offer(nearest: string | null, known: readonly string[] = []): string {
  if (nearest !== null) return ` Did you mean “${nearest}”?`;
  if (known.length === 0 || known.length > 12) return '';
  return ` Known: ${known.join(', ')}.`;
}
