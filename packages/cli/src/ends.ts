/** Closes what a command has opened, the last first: an `AsyncDisposableStack`, which Node has only from 24 on. */
export class Ends {
  readonly #closes: (() => unknown)[] = [];

  defer(close: () => unknown): void {
    this.#closes.push(close);
  }

  /** Closes all, also where one fails. @throws The first failure. */
  async close(): Promise<void> {
    const failures: unknown[] = [];
    for (let close = this.#closes.pop(); close !== undefined; close = this.#closes.pop()) {
      try {
        await close();
      } catch (error) {
        failures.push(error);
      }
    }
    if (failures.length > 0) throw failures[0];
  }
}
