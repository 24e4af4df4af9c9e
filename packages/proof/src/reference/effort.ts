/**
 * How much a search has worked out, counted in requests that were tried and expressions that were evaluated: the same on
 * every machine, as time is not. A search ends where it has spent what it may.
 */
export class Effort {
  /** How many steps were taken so far. */
  steps = 0;
  /** Whether the last search was given up because it had spent what it may. */
  wasGivenUp = false;
  #end = Infinity;

  /** Whether the search that is under way has spent what it may. */
  get isSpent(): boolean {
    return this.steps >= this.#end;
  }

  /** Does something that may take so many steps at most, and no more than what it is a part of has left. */
  within<Found>(most: number, work: () => Found): Found {
    const end = this.#end;
    if (end === Infinity) this.wasGivenUp = false;
    this.#end = Math.min(end, this.steps + most);
    try {
      return work();
    } finally {
      this.wasGivenUp ||= this.isSpent;
      this.#end = end;
    }
  }
}
