import type { Pool } from 'pg';

/** Per pool and line, the end of the last transaction that is in it. */
const lines = new WeakMap<Pool, Map<string, Promise<void>>>();

/** Whether a transaction is in the line. */
export function hasLine(pool: Pool, line: string): boolean {
  return lines.get(pool)?.has(line) === true;
}

/** Waits for those who are in the line already; the returned function leaves it. */
export async function enterLine(pool: Pool, line: string): Promise<() => void> {
  const known = lines.get(pool) ?? new Map<string, Promise<void>>();
  lines.set(pool, known);
  const before = known.get(line);
  let leave: () => void = () => undefined;
  const own = new Promise<void>((resolve) => {
    leave = () => {
      if (known.get(line) === own) known.delete(line);
      resolve();
    };
  });
  known.set(line, own);
  await before;
  return leave;
}

/** Per pool, the end of the transaction that goes alone. */
const alone = new WeakMap<Pool, Promise<void>>();

/**
 * A long transaction loses to short ones of other lines again and again, the more so the slower the machine is. When it
 * has lost too often, it goes alone: the others of this process wait until it has ended before they begin an attempt.
 */
export class ExclusiveTurn {
  readonly #pool: Pool;
  #end: (() => void) | null = null;

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Resolves when no other transaction goes alone. */
  async waitForOthers(): Promise<void> {
    while (this.#end === null && alone.has(this.#pool)) await alone.get(this.#pool);
  }

  /** Resolves when this transaction goes alone; those that have begun an attempt may still be under way. */
  async take(): Promise<void> {
    await this.waitForOthers();
    if (this.#end !== null) return;
    const { promise, resolve } = Promise.withResolvers<void>();
    alone.set(this.#pool, promise);
    this.#end = () => {
      alone.delete(this.#pool);
      resolve();
    };
  }

  /** Lets the others continue, where this transaction went alone. */
  end(): void {
    this.#end?.();
    this.#end = null;
  }
}
