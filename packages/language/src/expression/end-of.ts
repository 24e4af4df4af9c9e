/** The end of what a (sticky) pattern matches at a position; the position itself if it matches nothing. */
export function endOf(text: string, from: number, pattern: RegExp): number {
  pattern.lastIndex = from;
  return pattern.test(text) ? pattern.lastIndex : from;
}
