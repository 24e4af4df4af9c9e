/** The maximum number of entries that a copy repeats when it changes; more of them become a map of their own. */
const MOST_REPEATED = 32;

/**
 * A map with cheap copies: they share their content, and each keeps what has changed since beside it. A search makes many
 * copies of large maps and changes little in each.
 */
export class SharedMap<Key, Value> {
  /** Never changes while anybody else has it. */
  #shared: ReadonlyMap<Key, Value>;
  #changed: Map<Key, Value>;
  /** Whether this object alone holds the changes. */
  #isOwn = true;

  constructor(from?: SharedMap<Key, Value>) {
    this.#shared = from === undefined ? new Map<Key, Value>() : from.#shared;
    this.#changed = from === undefined ? new Map<Key, Value>() : from.#changed;
    if (from === undefined) return;
    this.#isOwn = false;
    from.#isOwn = false;
  }

  get(key: Key): Value | undefined {
    const changed = this.#changed.get(key);
    return changed === undefined ? this.#shared.get(key) : changed;
  }

  set(key: Key, value: Value): void {
    if (!this.#isOwn) {
      if (this.#changed.size > MOST_REPEATED) {
        this.#shared = new Map([...this.#shared, ...this.#changed]);
        this.#changed = new Map();
      } else this.#changed = new Map(this.#changed);
    }
    this.#isOwn = true;
    this.#changed.set(key, value);
  }
}
