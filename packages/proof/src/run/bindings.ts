/** Symbols in texts: `@Claim:7`, `@file:3`, `@token:2`. */
const SYMBOL = /@[A-Za-z]\w*:\d+/g;
const WHOLE_SYMBOL = /^@[A-Za-z]\w*:\d+$/;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
/** As far as no record's number comes. */
const UNKNOWN_NUMBER = 2_000_000_000;

export function isSymbol(text: unknown): text is string {
  return typeof text === 'string' && WHOLE_SYMBOL.test(text);
}

/** What stands before the colon of a symbol: the entity, where it is an id. */
export function kindOfSymbol(symbol: string): string {
  return symbol.slice(1, symbol.indexOf(':'));
}

/** No tests take longer. */
const LONGEST_MILLISECONDS = 2 * 60 * 60 * 1000;

export type Real = string | number;

/** What the product gives (ids, tokens) and the symbols that stand for it in cases, learnt from answers. */
export class Bindings {
  readonly #numbered: ReadonlySet<string>;
  readonly #since: number | null;
  #real = new Map<string, Real>();
  #symbolic = new Map<string, string>();

  /**
   * `numbered`: the entities whose ids are whole numbers (3: `id`). `since`: where the product's clock can't be set, the
   * instant from which on it has times that nobody knows beforehand.
   */
  constructor(numbered: ReadonlySet<string> = new Set(), since: number | null = null) {
    this.#numbered = numbered;
    this.#since = since;
  }

  /** Whether instants, in milliseconds, are the same; those of the test itself are whatever the product's own clock says. */
  isSameInstant(expected: number, actual: number): boolean {
    const since = this.#since;
    if (expected === actual || since === null) return expected === actual;
    const end = since + LONGEST_MILLISECONDS;
    // What was there at first is as old as it is.
    return expected === since ? actual < end : expected > since && expected < end && actual >= since && actual < end;
  }

  get(symbol: string): Real | null {
    return this.#real.get(symbol) ?? null;
  }

  /** The symbol of an entity's record; whole numbers are counted for each entity by itself. */
  symbolic(kind: string, real: unknown): string | null {
    return this.#symbolic.get(`${kind} ${JSON.stringify(real)}`) ?? null;
  }

  bind(symbol: string, real: Real): void {
    this.#real.set(symbol, real);
    this.#symbolic.set(`${kindOfSymbol(symbol)} ${JSON.stringify(real)}`, symbol);
  }

  /** Whether something could stand for a symbol. */
  fits(symbol: string, real: unknown): real is Real {
    if (this.#numbered.has(kindOfSymbol(symbol))) return Number.isSafeInteger(real) && (real as number) > 0;
    return typeof real === 'string' && real !== '';
  }

  /** A text with the real ids in it; an id that nobody has where none is known. */
  resolve(text: string): string {
    return text.replaceAll(SYMBOL, (symbol) => String(this.#known(symbol)));
  }

  resolveAll(value: unknown): unknown {
    if (isSymbol(value)) return this.#known(value);
    if (typeof value === 'string') return this.resolve(value);
    if (Array.isArray(value)) return value.map((item) => this.resolveAll(item));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, this.resolveAll(inner)]));
  }

  /** A value as JSON, with the real ids in it as far as they are known. */
  describe(value: unknown): string {
    return (JSON.stringify(value) ?? '').replaceAll(SYMBOL, (symbol) => String(this.get(symbol) ?? symbol));
  }

  /** Whether a text is the one with symbols in it; those that are not known yet are learnt from it. */
  learn(expected: string, actual: string): boolean {
    const unknown: string[] = [];
    const pattern = expected.replaceAll(/@[A-Za-z]\w*:\d+|[\\^$.*+?()[\]{}|/]/g, (part) => {
      if (!WHOLE_SYMBOL.test(part)) return `\\${part}`;
      const real = this.get(part);
      if (real !== null) return String(real).replaceAll(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`);
      unknown.push(part);
      return '([^/?#\\s]+)';
    });
    const found = new RegExp(`^${pattern}$`, 'u').exec(actual);
    for (const [place, symbol] of unknown.entries()) {
      const text = found?.[place + 1];
      if (text !== undefined) this.bind(symbol, this.#numbered.has(kindOfSymbol(symbol)) ? Number(text) : text);
    }
    return found !== null;
  }

  #known(symbol: string): Real {
    return this.get(symbol) ?? (this.#numbered.has(kindOfSymbol(symbol)) ? UNKNOWN_NUMBER : UNKNOWN);
  }
}
