/** Counts equal texts, which can be taken one by one. */
export class Counted {
  private readonly counts = new Map<string, number>();

  constructor(texts: readonly string[]) {
    for (const text of texts) this.counts.set(text, (this.counts.get(text) ?? 0) + 1);
  }

  /** Takes one; false if there is none left. */
  take(text: string): boolean {
    const count = this.counts.get(text) ?? 0;
    if (count > 0) this.counts.set(text, count - 1);
    return count > 0;
  }
}
