/** Reading arrays and objects without losing their types: what a type assertion would state, these check or keep. */

/** The item at an index that exists by construction; a negative index counts from the end. Throws a RangeError if there is none. */
export function itemAt<Item>(items: readonly Item[], index: number): Item {
  const item = index < 0 ? items.at(index) : items[index];
  if (item === undefined) throw new RangeError(`there is no item ${index} of ${items.length}`);
  return item;
}

/** The code point that a text begins with. Throws a RangeError if the text is empty. */
export function codePointOf(text: string): number {
  const point = text.codePointAt(0);
  if (point === undefined) throw new RangeError('an empty text has no code point');
  return point;
}

/** The keys of a table of ours. Not for objects that may hold more than their type says. */
export function keysOf<Key extends string>(table: Readonly<Partial<Record<Key, unknown>>>): readonly Key[] {
  // TypeScript allows an object more keys than its type names; a table is a literal, and has no other.
  return Object.keys(table) as Key[];
}

/** A table with the same keys, and a value made from each of the former ones. */
export function mapValues<Key extends string, Value, Made>(
  table: Readonly<Record<Key, Value>>,
  made: (value: Value) => Made,
): Record<Key, Made>;
export function mapValues<Key extends string, Value, Made>(
  table: Readonly<Partial<Record<Key, Value>>>,
  made: (value: Value) => Made,
): Partial<Record<Key, Made>>;
export function mapValues<Value, Made>(
  table: Readonly<Record<string, Value>>,
  made: (value: Value) => Made,
): Record<string, Made> {
  return Object.fromEntries(Object.entries(table).map(([key, value]) => [key, made(value)]));
}

/** A table with a value for each of the keys. */
export function tableOf<Key extends string, Value>(
  keys: readonly Key[],
  valueOf: (key: Key) => Value,
): Record<Key, Value> {
  // `Object.fromEntries` forgets that each of the keys is there.
  return Object.fromEntries(keys.map((key) => [key, valueOf(key)])) as Record<Key, Value>;
}

/** Both items of a pair, each as `made` makes it. */
export function mapPair<Item, Made>(
  [first, second]: readonly [Item, Item],
  made: (item: Item) => Made,
): readonly [Made, Made] {
  return [made(first), made(second)];
}

/** Whether a closed list of ours has this item. */
export function isOneOf<Item extends string>(items: readonly Item[], value: string): value is Item {
  return items.some((item) => item === value);
}

/** Whether a value is an object or an array, whose properties may be read by name. */
export function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null;
}
