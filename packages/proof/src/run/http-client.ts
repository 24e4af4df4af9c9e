import type { Bindings } from './bindings.ts';
import type { Deadline } from './deadline.ts';
import { because } from './failure-reason.ts';
import type { Host } from './host.ts';
import { type Timeouts, within } from './timeouts.ts';

/** The longest wait, in seconds, that a test accepts when too many requests were sent. */
const MOST_WAIT_SECONDS = 60;

/**
 * Turns of the event loop: in the first one a product in this thread closes connections, in the next ones the client
 * learns it.
 */
const TURNS = 3;

/** Sends requests to a product, as the people of the tests, at the time that a case has. */
export class Sender {
  readonly #host: Host;
  readonly #bindings: Bindings;
  readonly #timeouts: Timeouts;
  readonly #cookies = new Map<string, string>();
  #time = '';
  /** Requests sent so far. */
  sent = 0;
  /** The deadline of the case that is carried out. */
  deadline: Deadline | null = null;

  constructor(host: Host, bindings: Bindings, timeouts: Timeouts) {
    this.#host = host;
    this.#bindings = bindings;
    this.#timeouts = timeouts;
  }

  /**
   * Lets the client notice the connections that the product has closed. While cases were derived, this thread had no
   * time for that, and a request on such a connection would get no answer.
   */
  async noticeClosedConnections(): Promise<void> {
    for (let turn = 0; turn < TURNS; turn += 1) await new Promise((resolve) => setImmediate(resolve));
  }

  /** If there were too many requests, sends the request once more: after the count has restarted, or after a wait. */
  async send(path: string, as: string | null, init: RequestInit): Promise<Response> {
    const headers = new Headers(init.headers);
    if (as !== null) headers.set('cookie', await this.cookieOf(as));
    const request: RequestInit = { ...init, headers };
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

  /** Its answer comes whole within the time that a request has, or is interrupted. */
  #fetch(path: string, init: RequestInit): Promise<Response> {
    const late = AbortSignal.timeout(this.#timeouts.request * 1000);
    const signal = this.deadline === null ? late : AbortSignal.any([late, this.deadline.signal]);
    return fetch(`${this.#host.url}${path}`, { ...init, redirect: 'manual', signal });
  }

  async cookieOf(account: string): Promise<string> {
    const known = this.#cookies.get(account);
    if (known !== undefined) return known;
    const real = this.#bindings.get(account);
    if (typeof real !== 'string') throw new Error(`${account} has no account.`);
    const cookie = await within(this.#timeouts.request, because`${account} is not signed in`, this.#host.signIn(real));
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
