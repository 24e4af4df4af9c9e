/** The values that are known only when a statement runs: `now`, `user`, and what a door adds of its own. */
export type Slots = Readonly<Record<string, unknown>>;

/**
 * The parameters of one statement. No value of a document or a request ever becomes SQL text: it is bound here and
 * stands in the text as `$n::type`. Slots get their value when the statement runs, so that the text can be kept.
 */
export class Parameters {
  readonly #sources: ({ slot: string } | { value: unknown })[] = [];
  readonly #known = new Map<string, string>();
  #aliases = 0;

  /** `$n::type` for a value that is known now. The same value is bound once. */
  bind(value: unknown, sqlType: string): string {
    const key = `value ${sqlType} ${typeof value} ${JSON.stringify(value)}`;
    return this.#place(key, { value }, sqlType);
  }

  /** `$n::type` for a value given to `values()`: `now` (timestamptz) and `user` (uuid) everywhere. */
  slot(name: string, sqlType: string): string {
    return this.#place(`slot ${sqlType} ${name}`, { slot: name }, sqlType);
  }

  /** A table alias that the statement does not have yet. */
  alias(prefix = 't'): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  /** What to send with the text, in order. A slot that is not given is a fault. */
  values(slots: Slots = {}): unknown[] {
    return this.#sources.map((source) => {
      if ('value' in source) return source.value;
      if (!(source.slot in slots)) throw new Error(`The statement needs a value for the slot ${source.slot}.`);
      return slots[source.slot];
    });
  }

  #place(key: string, source: { slot: string } | { value: unknown }, sqlType: string): string {
    let place = this.#known.get(key);
    if (place === undefined) {
      this.#sources.push(source);
      place = `$${this.#sources.length}::${sqlType}`;
      this.#known.set(key, place);
    }
    return place;
  }
}
