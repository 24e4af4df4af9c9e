/** A map with cheap copies: they share their content until one of them changes. */
export class SharedMap<Key, Value> {
  #map: Map<Key, Value>;
  /** Whether this object alone holds the map. */
  #isOwn = true;

  constructor(from?: SharedMap<Key, Value>) {
    this.#map = from === undefined ? new Map<Key, Value>() : from.#map;
    if (from === undefined) return;
    this.#isOwn = false;
    from.#isOwn = false;
  }

  get(key: Key): Value | undefined {
    return this.#map.get(key);
  }

  set(key: Key, value: Value): void {
    if (!this.#isOwn) this.#map = new Map(this.#map);
    this.#isOwn = true;
    this.#map.set(key, value);
  }
}
