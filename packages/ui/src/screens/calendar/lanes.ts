interface Span {
  readonly from: string;
  readonly to: string;
}

/** The entries that touch a week, in lanes in which none overlap; `entries` begin in order. */
export function lanesOf<Entry extends Span>(entries: readonly Entry[], week: readonly string[]): Entry[][] {
  const first = week[0] ?? '';
  const last = week.at(-1) ?? '';
  const lanes: Entry[][] = [];
  for (const entry of entries) {
    if (entry.to < first || entry.from > last) continue;
    const free = lanes.find((lane) => (lane.at(-1)?.to ?? '') < entry.from);
    if (free) free.push(entry);
    else lanes.push([entry]);
  }
  return lanes;
}
