import type { Bindings } from './bindings.ts';
import type { Deadline } from './deadline.ts';
import type { Host } from './host.ts';
import { type Patience, within } from './patience.ts';

/** Longer than so many seconds nobody waits for a request to be let in. */
const MOST_WAIT_SECONDS = 60;

/** Turns of the event loop: in the first one a product in this thread closes connections, in the next ones the client learns it. */
const TURNS = 3;

/** Sends requests to a product, as the people of the tests, at the time that a case has. */
export class Sender {
  readonly #host: Host;
  readonly #bindings: Bindings;
  readonly #patience: Patience;
  readonly #cookies = new Map<string, string>();
  #time = '';
  /** Requests sent so far. */
  sent = 0;
  /** Of the case that is carried out. */
  deadline: Deadline | null = null;

  constructor(host: Host, bindings: Bindings, patience: Patience) {
    this.#host = host;
    this.#bindings = bindings;
    this.#patience = patience;
  }

  /**
   * Lets the client notice which of its connections the product has closed: while cases were derived, this thread had no
   * time for them, and a request on such a connection would not be answered.
   */
  async noticeClosedConnections(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** Where there were too many requests, it is sent once more: when they are not counted any more, or after a wait. */
  async send(path: string, as: string | null, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (as !== null) headers.set('cookie', await this.cookieOf(as));
    const request: RequestInit = { ...init, headers, redirect: 'manual' };
    const first = await this.sendOnce(path, request);
    if (first.status !== 429) return first;
    this.#host.forgetRequests?.();
    const response = this.#host.forgetRequests === undefined ? first : await this.#fetch(path, request);
    if (response.status !== 429) return response;
    const wait = Number(response.headers.get('retry-after') ?? 1);
    if (wait > MOST_WAIT_SECONDS) return response;
    const milliseconds = wait * 1000 + 50;
    this.deadline?.extend(milliseconds);
    await new Promise((resolve) => setTimeout(resolve, milliseconds));
    return this.#fetch(path, request);
  }

  sendOnce(path: string, init: RequestInit): Promise<Response> {
    this.sent += 1;
    return this.#fetch(path, init);
  }

  /** Its answer comes whole within the time that a request has, or is broken off. */
  #fetch(path: string, init: RequestInit): Promise<Response> {
    const late = AbortSignal.timeout(this.#patience.request * 1000);
    const signal = this.deadline === null ? late : AbortSignal.any([late, this.deadline.signal]);
    return fetch(`${this.#host.url}${path}`, { ...init, signal });
  }

  async cookieOf(account: string): Promise<string> {
    const known = this.#cookies.get(account);
    if (known !== undefined) return known;
    const real = this.#bindings.get(account);
    if (typeof real !== 'string') throw new Error(`${account} has no account.`);
    const cookie = await within(this.#patience.request, `${account} is not signed in`, this.#host.signIn(real));
    this.#cookies.set(account, cookie);
    return cookie;
  }

  forgetSessions(): void {
    this.#cookies.clear();
  }

  setTime(at: string): void {
    if (at === this.#time) return;
    this.#time = at;
    this.#host.setTime?.(at);
  }
}
