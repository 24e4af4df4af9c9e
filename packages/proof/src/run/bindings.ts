/** Symbols in texts: `@Claim:7`, `@file:3`, `@token:2`. */
const SYMBOL = /@[A-Za-z]\w*:\d+/g;
const WHOLE_SYMBOL = /^@[A-Za-z]\w*:\d+$/;
const UNKNOWN = '00000000-0000-7000-8000-000000000000';
/** Higher than the number of any record. */
const UNKNOWN_NUMBER = 2_000_000_000;

export function isSymbol(text: unknown): text is string {
  return typeof text === 'string' && WHOLE_SYMBOL.test(text);
}

/** The part of a symbol before the colon: the entity, if it is an id. */
export function kindOfSymbol(symbol: string): string {
  return symbol.slice(1, symbol.indexOf(':'));
}

/** An upper limit of the duration of a test. */
const LONGEST_MILLISECONDS = 2 * 60 * 60 * 1000;

export type Real = string | number;

/** The values that the product assigns (ids, tokens), learnt from answers, and their symbols in cases. */
export class Bindings {
  readonly #numbered: ReadonlySet<string>;
  readonly #since: number | null;
  #real = new Map<string, Real>();
  #symbolic = new Map<string, string>();

  /**
   * `numbered`: the entities whose ids are whole numbers (3: `id`). `since`: if the product's clock can't be set, the
   * instant after which its times are not known beforehand.
   */
  constructor(numbered: ReadonlySet<string> = new Set(), since: number | null = null) {
    this.#numbered = numbered;
    this.#since = since;
  }

  /** An independent copy: a comparison with it binds nothing here. */
  fork(): Bindings {
    const copy = new Bindings(this.#numbered, this.#since);
    copy.#real = new Map(this.#real);
    copy.#symbolic = new Map(this.#symbolic);
    return copy;
  }

  /**
   * Whether two instants, in milliseconds, are the same. An expected instant during the test fits any instant of the
   * product's own clock during the test.
   */
  isSameInstant(expected: number, actual: number): boolean {
    const since = this.#since;
    if (expected === actual || since === null) return expected === actual;
    const end = since + LONGEST_MILLISECONDS;
    // A record from before the test may be of any age.
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

  /** Whether a value can replace a symbol. */
  fits(symbol: string, real: unknown): real is Real {
    if (this.#numbered.has(kindOfSymbol(symbol)))
      return typeof real === 'number' && Number.isSafeInteger(real) && real > 0;
    return typeof real === 'string' && real !== '';
  }

  /** A text with the real ids in it, or an unused id if the real one is not known. */
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

  /** Whether a text fits one with symbols in it; learns the values of symbols that are not known yet. */
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
