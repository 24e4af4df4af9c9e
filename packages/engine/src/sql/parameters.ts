/** The values that are known only when a statement runs: `now`, `user`, and what an operation adds of its own. */
export type Slots = Readonly<Record<string, unknown>>;

type Source = { readonly sqlType: string } & ({ readonly slot: string } | { readonly value: unknown });

/** One statement for several calls. */
export interface SharedText {
  readonly text: string;
  /** What to send for these calls, in order: each the slots of one. */
  values(calls: readonly Slots[]): unknown[];
  /** Two calls of one key ask for the same. */
  key(call: Slots): string;
}

/**
 * The parameters of one statement. No value of a document or a request ever becomes SQL text: it is bound here and
 * stands in the text as `$n::type`. Slots get their value when the statement runs, so that the text can be kept.
 */
export class Parameters {
  readonly #sources: Source[] = [];
  readonly #known = new Map<string, string>();
  /** The texts that were written as statements of their own. */
  readonly #subselects = new Set<string>();
  #aliases = 0;

  /** `$n::type` for a value that is known now. The same value is bound once. */
  bind(value: unknown, sqlType: string): string {
    const key = `value ${sqlType} ${typeof value} ${JSON.stringify(value)}`;
    return this.#place(key, { value, sqlType });
  }

  /** `$n::type` for a value given to `values()`: `now` (timestamptz) and `user` (uuid) everywhere. */
  slot(name: string, sqlType: string): string {
    return this.#place(`slot ${sqlType} ${name}`, { slot: name, sqlType });
  }

  /** A table alias that the statement does not have yet. */
  alias(prefix = 't'): string {
    this.#aliases += 1;
    return `${prefix}${this.#aliases}`;
  }

  /** Gives a text back that is a statement of its own inside the statement, and keeps in mind that it is one. */
  subselect(text: string): string {
    this.#subselects.add(text);
    return text;
  }

  /** Whether a text holds a subselect of this statement: other rows, or something that is computed beside this one. */
  hasSubselect(text: string): boolean {
    return [...this.#subselects].some((subselect) => text.includes(subselect));
  }

  /** Whether a text takes a value that is known only when it runs. */
  hasSlot(text: string): boolean {
    return this.#used(text).some((source) => 'slot' in source);
  }

  /** What to send with the text, in order. A slot that is not given is a fault. */
  values(slots: Slots = {}): unknown[] {
    return this.#sources.map((source) => valueOf(source, slots));
  }

  /**
   * The statement as one for several calls: the slots become columns of `calls`, and `call_` says (from 1) whose a row
   * is. Null where a slot is a list, which rows of lists can't hold.
   */
  shared(text: string, wrap: (calls: string, text: string) => string): SharedText | null {
    const used = this.#used(text);
    const slots = used.filter((source) => 'slot' in source);
    const values = used.filter((source) => 'value' in source);
    if (slots.length === 0 || slots.some(({ sqlType }) => sqlType.endsWith('[]'))) return null;
    const names = slots.map((_slot, place) => `"slot_${place}"`);
    const inner = text.replaceAll(/\$(\d+)/g, (_match, digits: string) => {
      const source = this.#sources[Number(digits) - 1] as Source;
      return 'slot' in source
        ? `calls.${names[slots.indexOf(source)]}`
        : `$${slots.length + values.indexOf(source) + 1}`;
    });
    // Behind a subselect the lists have no length for the planner, so that it never plans for the few calls of one time.
    const lists = slots.map(({ sqlType }, place) => `(select $${place + 1}::${sqlType}[])`);
    return {
      text: wrap(`unnest(${lists.join(', ')}) with ordinality calls(${names.join(', ')}, call_)`, inner),
      values: (calls) => [
        ...slots.map((slot) => calls.map((call) => valueOf(slot, call))),
        ...values.map((value) => valueOf(value, {})),
      ],
      key: (call) => JSON.stringify(slots.map((slot) => valueOf(slot, call))),
    };
  }

  #used(text: string): Source[] {
    return this.#sources.filter((_source, place) => new RegExp(`\\$${place + 1}(?!\\d)`).test(text));
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
