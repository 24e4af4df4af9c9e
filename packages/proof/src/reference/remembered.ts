import type { World } from './world.ts';

/** Keeps what was computed from a world by a key, until the world changes. */
export class Remembered<Value> {
  readonly #known = new WeakMap<
    World,
    { readonly version: number; readonly values: Map<string, { readonly value: Value }> }
  >();

  of(world: World, key: string, work: () => Value): Value {
    let known = this.#known.get(world);
    if (known?.version !== world.version) {
      known = { version: world.version, values: new Map() };
      this.#known.set(world, known);
    }
    const { values } = known;
    const found = values.get(key) ?? { value: work() };
    values.set(key, found);
    return found.value;
  }
}

const numbers = new WeakMap<object, number>();
let last = 0;

/** A number that this object has alone, for a key. */
export function numberOf(object: object): number {
  let number = numbers.get(object);
  if (number === undefined) numbers.set(object, (number = last += 1));
  return number;
}
