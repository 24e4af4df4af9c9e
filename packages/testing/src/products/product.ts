import {
  addUser,
  createEngine,
  Refusal,
  type RunningEngine,
  seed,
  type DeliverMail,
  startWorker,
  RefusedTask,
  type Worker,
} from '@nonet/engine';
import type { Plan } from '@nonet/language';
import { createServer, Product, renderMail } from '@nonet/server';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { faultFrom, faultOf, type Fault } from './fault.ts';
import { validText } from './storm/values.ts';
import { type Receiver, startReceiver } from './receiver.ts';

/** The start of every product's clock. */
export const BEGINNING = '2026-03-16T09:00:00.000Z';
/** Many products share a machine: how long the database takes to answer says nothing about one of them. */
export const UNHURRIED = { connectMilliseconds: 0, answerMilliseconds: 0 };
/** Higher than any test's number of requests. */
const REQUESTS = { count: 1_000_000, seconds: 60 };

/** A client: the cookie of its session; null if it is not signed in. */
export interface Person {
  readonly name: string;
  readonly cookie: string | null;
  readonly id: string | null;
}

export interface Request {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS';
  readonly url: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: unknown;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: string;
}

/** A product of a generated document, on its own database, with control of its clock. */
export class RunningProduct {
  readonly plan: Plan;
  readonly engine: RunningEngine;
  /** The reports of the worker and of the server's log. */
  readonly faults: Fault[] = [];
  readonly #server: Awaited<ReturnType<typeof createServer>>;
  readonly #product: Product;
  readonly #worker: Worker;
  readonly #clock: { now: string };
  readonly #receiver: Receiver;

  private constructor(parts: {
    readonly plan: Plan;
    readonly engine: RunningEngine;
    readonly product: Product;
    readonly server: Awaited<ReturnType<typeof createServer>>;
    readonly worker: Worker;
    readonly clock: { now: string };
    readonly receiver: Receiver;
    readonly faults: Fault[];
  }) {
    this.plan = parts.plan;
    this.engine = parts.engine;
    this.faults = parts.faults;
    this.#server = parts.server;
    this.#product = parts.product;
    this.#worker = parts.worker;
    this.#clock = parts.clock;
    this.#receiver = parts.receiver;
  }

  /** Starts it as `nonet serve` (`production`) or `nonet dev` does, at its beginning or at another time. */
  static async start(
    stated: Plan,
    databaseUrl: string,
    mode: 'dev' | 'production',
    now: string = BEGINNING,
    rowSecurity = false,
  ): Promise<RunningProduct> {
    const plan: Plan = { ...stated, settings: { ...stated.settings, requests: REQUESTS } };
    const clock = { now };
    const faults: Fault[] = [];
    const receiver = await startReceiver();
    let worker: Worker | null = null;
    const engine = await createEngine({
      plan,
      databaseUrl,
      rowSecurity,
      clock: () => clock.now,
      timeouts: UNHURRIED,
      environment: environmentFor(plan, receiver.url),
      // `nonet dev` works alone; a process that serves is one of several, which later versions know of.
      change: mode === 'dev' ? 'any' : 'newer',
      onCommit: () => worker?.wake(),
    }).catch(async (error: unknown) => {
      await receiver.close();
      throw error;
    });
    try {
      await seed(engine, { demo: mode === 'dev' });
    } catch (error) {
      await engine.close();
      await receiver.close();
      throw error;
    }
    // A task may fail because the document refuses it or leaves it open; the worker continues.
    const onFault = (error: unknown): void => {
      if (!(error instanceof RefusedTask)) faults.push(faultOf('worker', error));
    };
    const deliverMail: DeliverMail = (mail) => {
      renderMail(plan, mail, 'https://product.example');
      return receiver.takeMail();
    };
    worker = startWorker(engine, { allowPrivateTargets: true, takesFeeds: false, deliverMail, onFault });
    const product = new Product({ engine });
    const logStream = { write: (line: string) => void faults.push(...loggedFaults(line)) };
    const server = await createServer({ product, mode, uiFolder: null, log: 'faults', logStream });
    return new RunningProduct({ plan, engine, product, server, worker, clock, receiver, faults });
  }

  async ask(person: Person, { method, url, headers, body }: Request): Promise<Answer> {
    const answer = await this.#server.inject({
      method,
      url,
      headers: { ...(person.cookie === null ? {} : { cookie: person.cookie }), ...headers },
      ...(body === undefined ? {} : { payload: body as object }),
    });
    return { status: answer.statusCode, headers: answer.headers, body: answer.body };
  }

  /** The beginning of a stream; null if nothing was reported within the time. */
  async stream(person: Person, url: string): Promise<Answer> {
    const address = await this.#server.listen({ port: 0, host: '127.0.0.1' }).catch(() => null);
    const { port } = this.#server.server.address() as { port: number };
    const stop = new AbortController();
    const response = await fetch(`${address ?? `http://127.0.0.1:${port}`}${url}`, {
      headers: person.cookie === null ? {} : { cookie: person.cookie },
      signal: stop.signal,
    });
    let body = '';
    const decoder = new TextDecoder();
    for await (const bytes of response.body ?? []) {
      body += decoder.decode(bytes, { stream: true });
      if (response.status === 200 && body.includes('\n\n')) break;
    }
    stop.abort();
    return { status: response.status, headers: Object.fromEntries(response.headers), body };
  }

  /** A visitor who is not signed in, a person with each assigned role, one with none, and one with all. */
  async people(): Promise<Person[]> {
    const assigned = this.plan.roles.filter(({ given }) => given.kind === 'assigned').map(({ name }) => name);
    const people: Person[] = [{ name: 'nobody', cookie: null, id: null }];
    if (this.plan.entities.every(({ name }) => name !== 'User')) return people;
    const all = [['none', []], ...assigned.map((role) => [role, [role]] as const), ['all', assigned]] as const;
    for (const [place, [name, roles]] of all.entries()) {
      const isNamed = this.plan.entities.some(
        (entity) =>
          entity.name === 'User' && entity.fields.some((field) => field.name === 'name' && field.computed === null),
      );
      const user = {
        email: `${name}@example.com`,
        name: isNamed ? `Person ${place}` : null,
        roles: [...roles],
        passwordHash: null,
      };
      const id = await this.#addUser({ ...user, fields: this.#userFields(place) });
      if (id === null) continue;
      const token = await this.#product.current()?.sessions.open(id, undefined, null, true);
      people.push({ name, id, cookie: `nonet_session=${token}` });
    }
    return people;
  }

  async #addUser(user: Parameters<typeof addUser>[1]): Promise<string | null> {
    try {
      return (await addUser(this.engine, user)).id;
    } catch (error) {
      // A rule, or a range that this person's values are outside of.
      if (error instanceof Refusal) return null;
      throw error;
    }
  }

  #userFields(place: number): Record<string, string> {
    const user = this.plan.entities.find(({ name }) => name === 'User');
    const own = (user?.fields ?? []).filter(
      ({ derived, computed, name, type, required }) =>
        !derived &&
        computed === null &&
        required &&
        !['email', 'name', 'roles', 'disabled', 'password'].includes(name) &&
        type.kind !== 'children',
    );
    const values = own.map((field) => [field.name, validText(field, place)] as const);
    return Object.fromEntries(values.filter((pair): pair is readonly [string, string] => pair[1] !== null));
  }

  /** Moves the clock on, and does what is due by then. */
  async pass(milliseconds: number): Promise<void> {
    this.#clock.now = new Date(Date.parse(this.#clock.now) + milliseconds).toISOString();
    await this.#worker.settle();
  }

  get now(): string {
    return this.#clock.now;
  }

  async settle(): Promise<void> {
    await this.#worker.settle();
  }

  async close(): Promise<void> {
    await this.#server.close();
    await this.#worker.stop();
    await this.engine.close();
    await this.#receiver.close();
  }
}

/** A separate database for the work. */
export async function withDatabase<Result>(work: (database: TestDatabase) => Promise<Result>): Promise<Result> {
  const database = await createTestDatabase();
  try {
    return await work(database);
  } finally {
    await database.drop();
  }
}

function environmentFor(plan: Plan, url: string): Record<string, string> {
  const origins = new Set(
    plan.calls.flatMap(({ request }) => (request?.origin.kind === 'constant' ? [request.origin.name] : [])),
  );
  return Object.fromEntries(
    plan.constants.flatMap(({ name, value }) =>
      value.kind === 'env' || value.kind === 'secret' ? [[value.name, origins.has(name) ? url : `given-${name}`]] : [],
    ),
  );
}

/** The faults that a line of the server's log reports. */
function loggedFaults(line: string): Fault[] {
  const logged = JSON.parse(line) as { err?: { type: string; message: string; stack: string }; msg?: string };
  const { err } = logged;
  if (err === undefined) return [];
  return [faultFrom('log', err.type, err.message, err.stack, logged.msg ?? '')];
}
