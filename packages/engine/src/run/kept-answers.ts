/** An answer, and the numbers of the changes that it belongs to (`nonet.last_changes`). */
interface KeptAnswer<Answer> {
  readonly numbers: string;
  readonly answer: Answer;
}

interface Question {
  readonly question: string;
  /** The generation in which its answer was begun. */
  readonly generation: number;
}

/**
 * The answers to questions that go over many records, each until one of the tables changes that it was read from. New
 * and used ones go to the younger generation; when that is full, it becomes the older one.
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

  has(question: string): boolean {
    return this.#younger.has(question) || this.#older.has(question);
  }

  /** The answer that belongs to these numbers; undefined if none is kept. */
  find(question: string, numbers: string): Answer | undefined {
    const kept = this.#younger.get(question) ?? this.#older.get(question);
    if (kept?.numbers !== numbers) return undefined;
    if (!this.#younger.has(question)) this.#put(question, kept);
    return kept.answer;
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
