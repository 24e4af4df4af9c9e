import { itemAt } from '@nonet/language';
import { placeholdersIn, replacePlaceholders } from '../store/placeholders.ts';
import type { CarriedOut } from './clause-comment.ts';
import { table, tableName } from './identifiers.ts';

/** The values that are known only when a statement runs: `now`, `user`, and those that an operation adds. */
export type Slots = Readonly<Record<string, unknown>>;

/**
 * A property of a statement's text, known from how it was made:
 * - `subselect`: it reads other rows, or computes something beside the row;
 * - `slot`: it has a value that is known only when the statement runs;
 * - `mark`: it has columns that say whether a field may be read (`projection.ts`).
 */
type Trait = 'subselect' | 'slot' | 'mark';

/** A text, and what it holds. */
export interface TracedText {
  readonly text: string;
  readonly traits: ReadonlySet<Trait>;
}

type Source =
  | { readonly slot: string; readonly sqlType: string; readonly isList: boolean }
  | { readonly value: unknown; readonly sqlType: string };

/** One statement for several calls. */
export interface SharedText {
  readonly text: string;
  /** The values to send for these calls, in order: each the slots of one. */
  values(calls: readonly Slots[]): unknown[];
  /** The names of the slots that the text uses. */
  readonly slots: readonly string[];
  /** Two calls of one key ask for the same. */
  key(call: Slots): string;
  /** Whether the statement has no slots, so that all calls have the same answer. */
  readonly isConstant: boolean;
}

/**
 * The parameters of one statement. No value of a document or a request ever becomes SQL text: it is bound here, and
 * the text contains `$n::type`. Slots get their value when the statement runs, so that the text can be kept.
 */
export class Parameters {
  readonly #sources: Source[] = [];
  readonly #known = new Map<string, string>();
  readonly #tables = new Set<string>();
  readonly #clauses = new Set<string>();
  readonly #parts = new Set<string>();
  #traits = new Set<Trait>();
  #aliases = 0;

  /** `$n::type` for a value that is known now. Equal values are bound once. */
  bind(value: unknown, sqlType: string): string {
    const key = `value ${sqlType} ${typeof value} ${JSON.stringify(value)}`;
    return this.#place(key, { value, sqlType });
  }

  /** `$n::type` for a value given to `values()`: `now` (timestamptz) and `user` (uuid) everywhere. */
  slot(name: string, sqlType: string): string {
    this.#traits.add('slot');
    return this.#place(`slot ${sqlType} ${name}`, { slot: name, sqlType, isList: false });
  }

  /** `$n::type[]` for a list given to `values()`. `sqlType` is that of its items. */
  listSlot(name: string, sqlType: string): string {
    this.#traits.add('slot');
    const listType = `${sqlType}[]`;
    return this.#place(`slot ${listType} ${name}`, { slot: name, sqlType: listType, isList: true });
  }

  /** A table alias that the statement does not have yet. */
  alias(prefix = 't'): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  /** `"claim"`, of which the statement reads records. */
  table(entity: string): string {
    this.#tables.add(tableName(entity));
    return table(entity);
  }

  /** `nonet.notice`: a table of the engine's own whose changes it notifies of, and which the statement reads. */
  ownTable(name: 'notice'): string {
    this.#tables.add(name);
    return `nonet.${name}`;
  }

  /** The names of the tables whose records the statement reads, unquoted. */
  get tables(): ReadonlySet<string> {
    return this.#tables;
  }

  /** Whether the statement has a slot of this name. */
  hasSlot(name: string): boolean {
    return this.#sources.some((source) => 'slot' in source && source.slot === name);
  }

  /** Names a clause that the statement carries out, and the parts of it by which records are found (`CarriedOut`). */
  carryOut(clause: string, ...parts: readonly string[]): void {
    this.#clauses.add(clause);
    for (const part of parts) this.#parts.add(part);
  }

  /** The clauses that the statement carries out. */
  get carriedOut(): CarriedOut {
    return { clauses: [...this.#clauses], parts: [...this.#parts] };
  }

  /** Returns a text that is a subselect within the statement. */
  subselect(text: string): string {
    this.#traits.add('subselect');
    return text;
  }

  /** Gives a column back that says whether a field may be read. */
  mark(column: string): string {
    this.#traits.add('mark');
    return column;
  }

  /** Makes a text of the statement, and returns its traits. Parts that its maker drops again count as well. */
  trace(make: () => string): TracedText {
    const outer = this.#traits;
    const traits = (this.#traits = new Set<Trait>());
    try {
      return { text: make(), traits };
    } finally {
      for (const trait of traits) outer.add(trait);
      this.#traits = outer;
    }
  }

  /** The values to send with the text, in order. A slot that is not given is a fault. */
  values(slots: Slots = {}): unknown[] {
    return this.#sources.map((source) => valueOf(source, slots));
  }

  /**
   * The statement as one for several calls: the slots become columns of `calls`, and `call_` says (from 1) whose a row
   * is. Null if a slot is a list, which rows of lists can't hold.
   */
  shared(text: string, wrap: (calls: string, text: string) => string): SharedText | null {
    const used = placeholdersIn(text).map((place) => itemAt(this.#sources, place));
    const slots = used.filter((source) => 'slot' in source);
    const values = used.filter((source) => 'value' in source);
    if (slots.some(({ isList }) => isList)) return null;
    const names = slots.map((_slot, place) => `"slot_${place}"`);
    const inner = replacePlaceholders(text, (place) => {
      const source = itemAt(this.#sources, place);
      return 'slot' in source
        ? `calls.${names[slots.indexOf(source)]}`
        : `$${slots.length + values.indexOf(source) + 1}`;
    });
    // The lists are behind a subselect, so that the planner does not know their length and never plans for one
    // execution's number of calls.
    const lists = slots.map(({ sqlType }, place) => `(select $${place + 1}::${isArray(sqlType) ? 'text' : sqlType}[])`);
    const isConstant = slots.length === 0;
    const calls = isConstant
      ? '(values (1)) calls(call_)'
      : `unnest(${lists.join(', ')}) with ordinality calls(${names.join(', ')}, call_)`;
    return {
      isConstant,
      slots: slots.map(({ slot }) => slot),
      text: wrap(calls, inner),
      values: (calls) => [
        ...slots.map((slot) => calls.map((call) => elementOf(slot, call))),
        ...values.map((value) => valueOf(value, {})),
      ],
      key: (call) => JSON.stringify(slots.map((slot) => valueOf(slot, call))),
    };
  }

  #place(key: string, source: Source): string {
    let place = this.#known.get(key);
    if (place === undefined) {
      this.#sources.push(source);
      place = `$${this.#sources.length}::${source.sqlType}`;
      this.#known.set(key, place);
    }
    return place;
  }
}

function valueOf(source: Source, slots: Slots): unknown {
  if ('value' in source) return source.value;
  if (!(source.slot in slots)) throw new Error(`The statement needs a value for the slot ${source.slot}.`);
  return slots[source.slot];
}

function isArray(sqlType: string): boolean {
  return sqlType.endsWith('[]');
}

/** A value as one of a list of values: arrays in a list would be one array of several dimensions, so each is a text. */
function elementOf(source: Source, slots: Slots): unknown {
  const value = valueOf(source, slots);
  if (!isArray(source.sqlType) || !Array.isArray(value)) return value;
  return `{${value.map((item) => `"${String(item).replaceAll(/["\\]/g, '\\$&')}"`).join(',')}}`;
}
