/** Texts of one entity, selection and set of roles. */
export interface TextKind {
  readonly number: number;
  /** The share of the texts that pages asked for lately that was kept. */
  share: number;
  /** Pages that did not ask here. */
  passed: number;
}

/** Below this share of kept texts, a page reads its texts directly: two queries would cost more than they save. */
const WORTHWHILE = 0.5;
/** One of this number of pages asks for versions nevertheless, to learn whether the share has changed. */
const ASKS_OF = 8;
/** The weight of the latest page in the share. */
const WEIGHT = 0.25;

/**
 * The texts of records of recent answers, each for one version of a row. New and used texts go to the younger
 * generation; when that is full, it becomes the older one, and the former older one is dropped.
 */
export class RecordTexts {
  readonly #mostCharacters: number;
  #younger = new Map<string, string>();
  #older = new Map<string, string>();
  #characters = 0;
  #made = 0;
  readonly #kinds = new WeakMap<object, TextKind | null>();

  constructor(mostCharacters: number) {
    this.#mostCharacters = mostCharacters;
  }

  /** The kind of texts for an object; null if they are not to be kept. */
  kind(of: object, isKept: () => boolean): TextKind | null {
    let kind = this.#kinds.get(of);
    if (kind === undefined) {
      this.#made += 1;
      this.#kinds.set(of, (kind = isKept() ? { number: this.#made, share: 1, passed: 0 } : null));
    }
    return kind;
  }

  /** Whether the next page of this kind should ask for versions first. */
  isWorthwhile(kind: TextKind): boolean {
    if (kind.share >= WORTHWHILE) return true;
    kind.passed += 1;
    return kind.passed % ASKS_OF === 0;
  }

  /** The text of each of the versions that a page shows; undefined for those that are not kept. */
  find(kind: TextKind, versions: readonly string[]): (string | undefined)[] {
    let found = 0;
    const texts = versions.map((version) => {
      const key = keyOf(kind, version);
      let text = this.#younger.get(key);
      if (text === undefined) {
        text = this.#older.get(key);
        if (text !== undefined) this.#put(key, text);
      }
      if (text !== undefined) found += 1;
      return text;
    });
    kind.share += (found / versions.length - kind.share) * WEIGHT;
    return texts;
  }

  keep(kind: TextKind, version: string, text: string): void {
    this.#put(keyOf(kind, version), text);
  }

  /** Another database may give the number of a version to another one. */
  forget(): void {
    this.#younger = new Map();
    this.#older = new Map();
    this.#characters = 0;
  }

  #put(key: string, text: string): void {
    this.#younger.set(key, text);
    this.#characters += key.length + text.length;
    if (this.#characters < this.#mostCharacters / 2) return;
    this.#older = this.#younger;
    this.#younger = new Map();
    this.#characters = 0;
  }
}

const keyOf = (kind: TextKind, version: string): string => `${kind.number} ${version}`;
