import { type Random, randomFrom } from '@nonet/proof';

/** Choices that a seed determines: the same seed makes the same document and the same requests. */
export class Dice {
  readonly #random: Random;

  constructor(seed: number) {
    this.#random = randomFrom(seed);
  }

  /** A whole number from 0 to below `limit`. */
  below(limit: number): number {
    return this.#random.below(limit);
  }

  /** True once in so many times. */
  once(times: number): boolean {
    return this.#random.below(times) === 0;
  }

  pick<T>(items: readonly T[]): T {
    const item = this.#random.pick(items);
    if (item === undefined) throw new Error('There is nothing to choose from.');
    return item;
  }

  /** One of them, or undefined if there is none. */
  maybe<T>(items: readonly T[]): T | undefined {
    return this.#random.pick(items);
  }

  /** Up to `most` of them, each once, in a new order. */
  some<T>(items: readonly T[], most: number): T[] {
    return this.shuffled(items).slice(0, this.below(Math.min(most, items.length) + 1));
  }

  shuffled<T>(items: readonly T[]): T[] {
    const left = [...items];
    for (let at = left.length - 1; at > 0; at--) {
      const other = this.below(at + 1);
      [left[at], left[other]] = [left[other] as T, left[at] as T];
    }
    return left;
  }
}
