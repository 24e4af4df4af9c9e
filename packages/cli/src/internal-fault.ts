/** A fault of the program itself, for people: one line with its place in the sources, or the whole trace. */
export function internalFault(error: unknown, withTrace: boolean): string {
  if (!(error instanceof Error)) return `nonet: an internal fault: ${String(error)}`;
  if (withTrace) return `nonet: an internal fault: ${error.stack}`;
  const [said] = error.message.split('\n');
  const place = placeOf(error.stack ?? '');
  const where = place === null ? '' : ` (${place})`;
  return `nonet: an internal fault: ${said}${where}. The document is not to blame; NONET_TRACE=1 prints the whole trace.`;
}

/** The innermost line of our own sources (`packages/engine/src/store/pool.ts:83:31`), or of what is built from them. */
function placeOf(stack: string): string | null {
  return /(?:packages\/[^/]+\/src|nonet\/dist)\/[^\s()]+:\d+:\d+/.exec(stack.replaceAll('\\', '/'))?.[0] ?? null;
}
