import type { Entity, Field } from '@nonet/language';
import { type Actor, mayDo, mayReadField } from '../../reference/permissions.ts';
import type { CaseBuilder } from '../case-builder.ts';

/**
 * The ids of a record's owned children that answers of a case have shown (3: `list of`). A request can't name a child
 * that nobody may read: no answer tells its id.
 */
export class ChildIds {
  readonly #builder: CaseBuilder;
  readonly #owner: string;
  readonly #list: Field;
  readonly #child: Entity;
  readonly #known: Set<string>;

  /** `known`: those that the case has learnt before; it is added to. */
  constructor(builder: CaseBuilder, owner: string, list: Field, child: Entity, known = new Set<string>()) {
    this.#builder = builder;
    this.#owner = owner;
    this.#list = list;
    this.#child = child;
    this.#known = known;
  }

  /** Reads the record until the ids of all its children are known, as `first` if possible; false if they can't be. */
  learn(first: Actor): boolean {
    for (const one of this.#children()) {
      if (this.#known.has(one)) continue;
      const reader = [first, ...this.#builder.context.actors].find((each) => this.#isShown(each, one));
      if (reader === undefined) return false;
      this.#builder.see(reader, this.#owner, []);
      this.noteSeen(reader);
    }
    return true;
  }

  /** Somebody has just got the record as an answer. */
  noteSeen(reader: Actor): void {
    for (const one of this.#children()) if (this.#isShown(reader, one)) this.#known.add(one);
  }

  #children(): readonly string[] {
    return this.#builder.world.children(this.#owner, this.#child.name).map(({ id }) => id);
  }

  #isShown(reader: Actor, one: string): boolean {
    const [owner, record] = [this.#builder.world.view(this.#owner), this.#builder.world.view(one)];
    if (owner === null || record === null || !this.#builder.reads(reader, this.#owner)) return false;
    return mayReadField(reader, owner, this.#list.name) && mayDo(reader, 'read', record);
  }
}
