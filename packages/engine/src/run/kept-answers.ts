/** An answer, and the numbers of the changes that it belongs to (`readChanges`). */
export interface KeptAnswer<Answer> {
  /** Null if it may hold less than the changes with these numbers, or hangs on the time. */
  readonly numbers: string | null;
  readonly answer: Answer;
}

interface Question {
  readonly question: string;
  /** The generation in which its answer was begun. */
  readonly generation: number;
}

/**
 * The answers to questions that go over many records, with what is needed to know whether they still hold. New and used
 * ones go to the younger generation; when that is full, it becomes the older one.
 */
export class KeptAnswers<Answer> {
  readonly #most: number;
  #generation = 0;
  #younger = new Map<string, KeptAnswer<Answer>>();
  #older = new Map<string, KeptAnswer<Answer>>();

  constructor(most: number) {
    this.#most = most;
  }

  /** Rises when everything is forgotten. What was begun before is not kept. */
  get generation(): number {
    return this.#generation;
  }

  find(question: string): KeptAnswer<Answer> | undefined {
    const kept = this.#younger.get(question) ?? this.#older.get(question);
    if (kept !== undefined && !this.#younger.has(question)) this.#put(question, kept);
    return kept;
  }

  keep({ question, generation, ...kept }: KeptAnswer<Answer> & Question): void {
    if (generation === this.#generation) this.#put(question, kept);
  }

  /** Another database may give the same numbers to other changes. */
  forget(): void {
    this.#generation += 1;
    this.#younger = new Map();
    this.#older = new Map();
  }

  #put(question: string, kept: KeptAnswer<Answer>): void {
    this.#younger.set(question, kept);
    if (this.#younger.size < this.#most / 2) return;
    this.#older = this.#younger;
    this.#younger = new Map();
  }
}

/**
 * Works at one question once at a time. Whoever asks meanwhile shares the next work with all others who do: their answer
 * is never older than what they ask, and however many ask, the database answers them twice in the time of one answer.
 */
export class OneAtATime<Answer> {
  readonly #working = new Map<string, { readonly now: Promise<Answer>; next: Promise<Answer> | null }>();

  ask(question: string, work: () => Promise<Answer>): Promise<Answer> {
    const working = this.#working.get(question);
    if (working === undefined) return this.#begin(question, work);
    const begin = () => this.#begin(question, work);
    working.next ??= working.now.then(begin, begin);
    return working.next;
  }

  #begin(question: string, work: () => Promise<Answer>): Promise<Answer> {
    const now = work();
    const working = { now, next: null };
    this.#working.set(question, working);
    const end = () => {
      if (this.#working.get(question) === working) this.#working.delete(question);
    };
    now.then(end, end);
    return now;
  }
}

/** The value that a tile showed, and the time that reading it took. */
export interface KeptTile {
  readonly value: unknown;
  readonly target: number | string | null;
  /** The time on the product's clock when it was read. */
  readonly readAt: string;
  /** The same by `performance.now()`. */
  readonly at: number;
  readonly milliseconds: number;
}

/** The answers that the readers of a process share. */
export interface Kept {
  readonly totals: KeptAnswers<number>;
  readonly counting: OneAtATime<number>;
  readonly tiles: KeptAnswers<KeptTile>;
}
