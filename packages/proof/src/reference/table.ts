import type { Stored } from './stored.ts';

/** The maximum number of changes that a copy repeats when it changes; more of them become a map of their own. */
const MOST_REPEATED = 32;

/**
 * The records of one entity, in the order in which they came to be. Copies are cheap: they share what was there, and each
 * keeps what has changed since beside it.
 */
export class Table {
  /** Never changes. */
  #shared: ReadonlyMap<string, Stored>;
  /** Records that have changed since or are new; null: it was removed. */
  #changed: Map<string, Stored | null>;
  #rows: readonly Stored[] | null;
  #undeleted: readonly Stored[] | null;
  #children: ReadonlyMap<string | null, readonly Stored[]> | null;

  constructor(from?: Table) {
    this.#shared = from === undefined ? new Map<string, Stored>() : from.#shared;
    this.#changed = new Map(from === undefined ? [] : from.#changed);
    this.#rows = from === undefined ? null : from.#rows;
    this.#undeleted = from === undefined ? null : from.#undeleted;
    this.#children = from === undefined ? null : from.#children;
    if (this.#changed.size > MOST_REPEATED) this.#settle();
  }

  get(id: string): Stored | null {
    const changed = this.#changed.get(id);
    return changed === undefined ? (this.#shared.get(id) ?? null) : changed;
  }

  set(record: Stored): void {
    // One that comes again comes last.
    if (this.#changed.get(record.id) === null) this.#settle();
    this.#changed.set(record.id, record);
    this.#rows = this.#undeleted = this.#children = null;
  }

  delete(id: string): void {
    if (this.#shared.has(id)) this.#changed.set(id, null);
    else this.#changed.delete(id);
    this.#rows = this.#undeleted = this.#children = null;
  }

  /** All records, including the softly deleted ones. */
  rows(): readonly Stored[] {
    return (this.#rows ??= [...this.#all()]);
  }

  /** The records that are not softly deleted. */
  undeleted(): readonly Stored[] {
    return (this.#undeleted ??= this.rows().filter(({ deleted }) => !deleted));
  }

  /** The records that one record owns, in their order. */
  childrenOf(owner: string): readonly Stored[] {
    this.#children ??= Map.groupBy(
      this.rows().toSorted((one, other) => one.position - other.position),
      ({ parent }) => parent,
    );
    return this.#children.get(owner) ?? [];
  }

  *#all(): Generator<Stored, void, void> {
    for (const [id, record] of this.#shared) {
      const changed = this.#changed.get(id);
      if (changed === undefined) yield record;
      else if (changed !== null) yield changed;
    }
    for (const [id, record] of this.#changed) if (record !== null && !this.#shared.has(id)) yield record;
  }

  #settle(): void {
    this.#shared = new Map(this.rows().map((record) => [record.id, record]));
    this.#changed = new Map();
  }
}
