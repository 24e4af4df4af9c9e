/**
 * The work of a search, counted in requests that were tried and expressions that were evaluated. Unlike time, it is
 * equal on every machine. A search ends when it has used up its budget.
 */
export class WorkBudget {
  /** The number of steps taken so far. */
  steps = 0;
  /** Whether the last search ended because it had used up its budget. */
  wasGivenUp = false;
  /** Is called at the start of each search, except for searches within another one. */
  onSearch: () => void = () => {};
  #end = Infinity;

  /** Whether the present search has used up its budget. */
  get isSpent(): boolean {
    return this.steps >= this.#end;
  }

  /** Does something that may take so many steps at most, and no more than what it is a part of has left. */
  within<Found>(most: number, work: () => Found): Found {
    const end = this.#end;
    if (end === Infinity) {
      this.wasGivenUp = false;
      this.onSearch();
    }
    this.#end = Math.min(end, this.steps + most);
    try {
      return work();
    } finally {
      this.wasGivenUp ||= this.isSpent;
      this.#end = end;
    }
  }
}
