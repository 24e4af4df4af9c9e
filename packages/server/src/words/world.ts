import { planFrom } from '../fixtures/plans.ts';
import { type Ask, serve, type TestServer } from '../fixtures/serve.ts';

export type Json = Readonly<Record<string, unknown>>;

/** The behaviour of one word of the language, shown over HTTP. */
export type Case = (words: Words) => Promise<void>;

/** The product of `words.md`, whose cases each make records of their own. */
export class Words {
  readonly server: TestServer;
  #made = 0;

  private constructor(server: TestServer) {
    this.server = server;
  }

  static async start(): Promise<Words> {
    return new Words(await serve(planFrom('../words/words.md')));
  }

  /** A name that no other record has. */
  name(): string {
    this.#made += 1;
    return `thing ${this.#made}`;
  }

  /** The body of an answer. @throws if it has another status. */
  async must(
    status: number,
    method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
    url: string,
    more: Ask = {},
  ): Promise<Json> {
    const answer = await this.server.ask(method, url, more);
    if (answer.statusCode !== status)
      throw new Error(`${method} ${url}: ${answer.statusCode}, not ${status}: ${answer.body}`);
    return answer.body === '' ? {} : answer.json<Json>();
  }

  /** Makes a thing, and answers with its id. */
  async thing(body: Json = {}): Promise<string> {
    return String((await this.must(201, 'POST', '/api/things', { body: { name: this.name(), ...body } }))['id']);
  }

  read(id: string): Promise<Json> {
    return this.must(200, 'GET', `/api/things/${id}`);
  }

  /** Causes an event of a thing, and answers with the thing. */
  event(id: string, event: string, body: Json = {}, status = 200): Promise<Json> {
    return this.must(status, 'POST', `/api/things/${id}/${event}`, { body });
  }
}
