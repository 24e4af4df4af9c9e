/** A map that copies share until one of them changes: copying one that nobody changes costs nothing. */
export class SharedMap<Key, Value> {
  #map: Map<Key, Value>;
  /** Whether nobody else holds the map. */
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
