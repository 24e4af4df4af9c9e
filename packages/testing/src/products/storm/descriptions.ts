import type { Fault } from '../fault.ts';
import { causeOf } from '../fault.ts';
import type { Answer, Person, Request, RunningProduct } from '../product.ts';
import { Description } from './description.ts';

/** The description that each person gets, which is another one once their roles are. */
export class Descriptions {
  readonly #product: RunningProduct;
  readonly #ofPeople = new Map<Person, Description>();
  /** People of the same rights get the same text. */
  readonly #known = new Map<string, Description>();

  constructor(product: RunningProduct) {
    this.#product = product;
  }

  /** Faults if an answer contradicts the product's own description. */
  async faults(person: Person, asked: Request, answer: Answer, what: string): Promise<Fault[]> {
    const before = this.#ofPeople.get(person) ?? (await this.#read(person));
    if (before === null || before.difference(asked, answer) === null) return [];
    const difference = (await this.#read(person))?.difference(asked, answer) ?? null;
    if (difference === null) return [];
    const detail = `${what}\n${difference}\n${answer.status} ${answer.body.slice(0, 300)}`;
    return [{ stage: 'description', cause: causeOf(difference), detail }];
  }

  /** Null if the person gets none: a session has ended, or the document leaves the permissions open. */
  async #read(person: Person): Promise<Description | null> {
    const { status, body } = await this.#product.ask(person, { method: 'GET', url: '/api/openapi.json' });
    if (status !== 200) return null;
    const known = this.#known.get(body) ?? new Description(body);
    this.#known.set(body, known);
    this.#ofPeople.set(person, known);
    return known;
  }
}
