/** Texts of one entity, selection and set of roles. */
export interface TextKind {
  readonly number: number;
  /** The share of the texts that pages asked for lately that was kept. */
  share: number;
  /** Pages that did not ask here. */
  passed: number;
}

/** Below this share of kept texts, a page reads its texts at once: asking twice costs more than it spares. */
const WORTHWHILE = 0.5;
/** So many pages of which one asks all the same. */
const ASKS_OF = 8;
/** What the latest page counts for in the share. */
const WEIGHT = 0.25;

/**
 * The texts of records that were answered lately, each of one version of a row. The younger generation takes what is
 * kept or found; when it is full it becomes the older one, and what was in that is forgotten.
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

  /** The kind that an object stands for; null where its texts are not to be kept. */
  kind(of: object, isKept: () => boolean): TextKind | null {
    let kind = this.#kinds.get(of);
    if (kind === undefined) {
      this.#made += 1;
      this.#kinds.set(of, (kind = isKept() ? { number: this.#made, share: 1, passed: 0 } : null));
    }
    return kind;
  }

  /** Whether the next page of this kind does well to ask for what is kept. */
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
