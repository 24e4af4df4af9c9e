/**
 * The texts that a search sent and that have not come back by its address, the oldest first, after the address has
 * changed. The address may leave some out, or come late, when more was typed already.
 * @returns Null if the address holds a text that was not sent: it is from elsewhere, and replaces what is typed.
 */
export function stillSent(sent: readonly string[], arrived: string): readonly string[] | null {
  const place = sent.indexOf(arrived);
  return place < 0 ? null : sent.slice(place + 1);
}
