/** Where what a (sticky) pattern matches at a place ends: the place itself where it matches nothing. */
export function endOf(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
