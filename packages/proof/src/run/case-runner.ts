import { itemAt, type Plan, STANDARD_ERRORS } from '@nonet/language';
import type { ExpectedCall } from '../reference/expected-call.ts';
import { ORIGIN } from '../reference/exact/request.ts';
import { Bindings, isSymbol } from './bindings.ts';
import { fireBurst } from './burst.ts';
import { callsDifference } from './calls.ts';
import type { AskStep, CallsStep, Case, Step, TogetherStep } from './case.ts';
import { changesProduct, leavesUntouched } from './changes.ts';
import { Deadline } from './deadline.ts';
import { expectedText } from './expected.ts';
import { because, type FailureReason } from './failure-reason.ts';
import { faultOf } from './fault.ts';
import { fetchFile, sendFile } from './files.ts';
import type { Host } from './host.ts';
import { readPages } from './pages.ts';
import type { FailedResult, Result } from './result.ts';
import { openScreen } from './screen.ts';
import { Sender } from './http-client.ts';
import { Tags, unchangedDifference } from './tags.ts';
import { isRefused, secondsFor, TIMEOUTS, type Timeouts, Unanswered, whyUnanswered, within } from './timeouts.ts';
import { headerDifference, stepDifference } from './verdict.ts';
import { signatureHeaders } from './signing.ts';

/** Carries derived cases out against a running product. It knows HTTP, and nothing of the document. */
export class Runner {
  readonly bindings: Bindings;
  readonly #host: Host;
  readonly #plan: Plan;
  readonly #sender: Sender;
  readonly #timeouts: Timeouts;
  readonly #tags = new Tags();
  /** The Idempotency-Key of each outbound call that has been received. */
  readonly #keys = new Map<ExpectedCall, string>();
  /** The last request of the case, and its answer. */
  #last: Pick<Extract<Result, { passed: false }>, 'request' | 'answer'> = { request: null, answer: null };
  /** @param begun Where the test's own clock begins, RFC 3339. */
  constructor(host: Host, plan: Plan, begun: string, timeouts = TIMEOUTS) {
    this.#host = host;
    this.#plan = plan;
    this.#timeouts = timeouts;
    this.bindings = new Bindings(numberedIn(plan), host.setTime === null ? Date.parse(begun) : null);
    this.bindings.bind(ORIGIN, host.url);
    this.#sender = new Sender(host, this.bindings, timeouts);
  }

  /** Requests sent so far. */
  get asked(): number {
    return this.#sender.sent;
  }

  /**
   * Carries a case out, up to its first step with another result than expected. It never throws: any breakdown fails
   * the case.
   * @param onRequest Receives the request of each step.
   * @param waits Receives how long the test is going to wait on purpose, in milliseconds.
   */
  async run(
    derived: Case,
    onRequest: (request: string | null) => void = () => {},
    waits: (milliseconds: number) => void = () => {},
  ): Promise<Result> {
    this.#last = { request: null, answer: null };
    this.#host.takeFault?.();
    await this.#sender.noticeClosedConnections();
    this.#host.forgetRequests?.();
    // The reference knows no answer of a call before a step states it.
    await this.#host.receiver?.holdBack();
    const deadline = new Deadline(secondsFor(this.#timeouts, derived.steps.length), waits);
    this.#sender.deadline = deadline;
    let isChanged = false;
    try {
      for (const [place, step] of derived.steps.entries()) {
        deadline.next(`step ${place + 1} of ${derived.steps.length}`);
        onRequest(this.#requestOf(step));
        const result = await this.#answered(step, deadline);
        if (!result.passed) return { ...result, isUntouched: !isChanged && leavesUntouched(step, result) };
        isChanged ||= changesProduct(step);
      }
      return { passed: true };
    } finally {
      deadline.end();
    }
  }

  /**
   * A step without an answer in time, or with a failure of the test itself, fails like a wrong answer, so that no wait
   * is endless.
   */
  async #answered(step: Step, deadline: Deadline): Promise<Result> {
    try {
      const result = await deadline.limit(this.#take(step));
      return result.passed ? result : this.#withFault(result);
    } catch (error) {
      const asked = step.kind === 'together' ? step.asks[0] : step;
      const request =
        asked !== undefined && 'path' in asked
          ? { method: 'GET', body: null, ...asked, path: this.bindings.resolve(asked.path) }
          : null;
      const reason = deadline.isOver ? deadline.reason : whyUnanswered(error, this.#timeouts);
      const failed: FailedResult = {
        passed: false,
        clauses: asked?.clauses ?? [],
        reason: reason ?? because`the test itself broke down: ${faultOf(error).message}`,
        request:
          request === null
            ? null
            : { method: request.method, path: request.path, as: request.as, body: request.body ?? null },
        answer: null,
        ...(isRefused(error) ? { isGone: true } : {}),
        ...(reason === null && error instanceof Error ? { fault: faultOf(error) } : {}),
      };
      return this.#withFault(failed);
    }
  }

  /** Adds the fault that the product has logged meanwhile. */
  #withFault(result: FailedResult): FailedResult {
    const fault = this.#host.takeFault?.() ?? null;
    return fault === null || result.fault !== undefined ? result : { ...result, fault };
  }

  #requestOf(step: Step): string | null {
    const [first] = step.kind === 'together' ? step.asks : [step];
    if (first === undefined) return null;
    if (first.kind === 'open') return `GET ${this.bindings.resolve(first.route)}`;
    return 'path' in first ? `${'method' in first ? first.method : 'GET'} ${this.bindings.resolve(first.path)}` : null;
  }

  /**
   * Waits until the product has finished its own work. A failure of that work concerns no request, and is reported with
   * a case.
   */
  settle({ clauses }: Case): Promise<Result> {
    return this.#settle(clauses);
  }

  async #take(step: Step): Promise<Result> {
    switch (step.kind) {
      case 'ask':
        return this.#ask(step);
      case 'together':
        return this.#askTogether(step);
      case 'pages':
        return readPages(this.#sender, this.bindings, step);
      case 'upload':
        return sendFile(this.#sender, this.bindings, step);
      case 'download':
        return fetchFile(this.#sender, this.bindings, step);
      case 'wait':
        this.#sender.setTime(step.until);
        // A session may have ended meanwhile.
        if (step.keepsSessions !== true) this.#sender.forgetSessions();
        return this.#settle(step.clauses);
      case 'calls':
        return this.#calls(step);
      case 'burst':
        return fireBurst(this.#sender, this.#host, step);
      case 'open':
        return openScreen(
          this.#sender,
          this.bindings,
          this.#host,
          this.#timeouts,
          step,
          (clause) => clause in this.#plan.clauses,
        );
      case 'denial':
        return { passed: false, clauses: step.clauses, reason: step.reason, ...this.#last };
    }
  }

  /** Waits until the product has finished its own work; a failure of that work fails the step that waits. */
  async #settle(clauses: readonly string[]): Promise<Result> {
    try {
      const { rest } = this.#timeouts;
      await within(rest, because`the product’s own work is not done`, this.#host.settle?.() ?? Promise.resolve());
      return { passed: true };
    } catch (error) {
      const reason: FailureReason =
        error instanceof Unanswered
          ? error.reason
          : because`the product’s own work broke down: ${faultOf(error).message}`;
      return { passed: false, clauses, reason, request: null, answer: null };
    }
  }

  async #ask(step: AskStep): Promise<Result> {
    const sent = await this.#send(step, [step]);
    return this.#judge(step, sent);
  }

  /** @param among What it is sent with: where one of them has to be refused for their number, none is sent again. */
  async #send(step: AskStep, among: readonly AskStep[]): Promise<Sent> {
    this.#sender.setTime(step.at);
    const path = this.bindings.resolve(step.path);
    const body = step.body === undefined ? undefined : this.bindings.resolveAll(step.body);
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.bindings.resolveAll(step.headers ?? {}) as Record<string, string>),
      ...(await this.#credentials(step)),
    };
    // A body that is not JSON has its own content type, and is sent unchanged.
    const content =
      typeof body === 'string' && headers['content-type'] !== 'application/json' ? body : JSON.stringify(body);
    if (step.signed !== undefined) {
      const now = this.#host.setTime === undefined ? new Date() : new Date(step.at);
      Object.assign(headers, signatureHeaders(step.signed, content ?? '', now));
    }
    const init = { method: step.method, headers, ...(body === undefined ? {} : { body: content }) };
    const mayBeTooMany = among.some(({ expect }) => expect.status === STANDARD_ERRORS.TOO_MANY_REQUESTS.status);
    const response = await (mayBeTooMany ? this.#sender.sendOnce(path, init) : this.#sender.send(path, null, init));
    return { path, headers, body, response, text: await response.text() };
  }

  async #judge(step: AskStep, { path, headers, body, response, text }: Sent): Promise<Result> {
    const reason =
      stepDifference(this.bindings, step.expect, response.status, text) ??
      headerDifference(step.expect, response.headers) ??
      this.#tags.difference(step, path, text, response.headers) ??
      (step.expect.unchanged === true ? await unchangedDifference(this.#sender, path, headers, response) : null);
    if (reason === null) this.#learnSession(step, response.headers);
    const request = { method: step.method, path, as: step.as, body: body ?? null };
    const answer = { status: response.status, body: text };
    this.#last = { request, answer };
    if (reason === null) return { passed: true };
    const expected = expectedText(this.bindings, step.expect);
    return { passed: false, clauses: step.clauses, reason, request, answer, expected };
  }

  /** The result of the first request with a wrong answer. */
  async #askTogether({ asks, areAlike }: TogetherStep): Promise<Result> {
    // All actors sign in beforehand, so that their requests are sent at the same moment.
    for (const { as, token } of asks) if (as !== null && token === undefined) await this.#sender.cookieOf(as);
    const sent = await Promise.all(asks.map((step) => this.#send(step, asks)));
    const inOrder = areAlike === true ? byStatus(sent, ({ response }) => response.status) : sent;
    const expected = areAlike === true ? byStatus(asks, ({ expect }) => expect.status) : asks;
    for (const [place, answered] of inOrder.entries()) {
      const result = await this.#judge(itemAt(expected, place), answered);
      if (!result.passed) return result;
    }
    return { passed: true };
  }

  /** The actor's credentials: the product's own session, or those that the document states for an exact call (7). */
  async #credentials({ as, token, headers }: AskStep): Promise<Record<string, string>> {
    if (token === undefined) return as === null ? {} : { cookie: await this.#sender.cookieOf(as) };
    const { answered } = this.#plan;
    // An actor whose sign-up failed has no session: the following steps fail, too, and are reported.
    const isAccount = as !== null && this.bindings.get(as) !== null;
    if (isSymbol(token) && this.bindings.get(token) === null && isAccount)
      this.bindings.bind(token, (await this.#sender.cookieOf(as)).replace(/^[^=]*=/, ''));
    const value = this.bindings.resolve(token);
    if (answered.token !== null) return { authorization: `${answered.token} ${value}` };
    return { cookie: `${answered.cookie ?? 'nonet_session'}=${value}`, ...headers };
  }

  /** A session whose token is in a cookie alone. */
  #learnSession({ opens }: AskStep, headers: Headers): void {
    const { cookie } = this.#plan.answered;
    if (opens === undefined || cookie === null || this.bindings.get(opens) !== null) return;
    const set = headers.getSetCookie().find((line) => line.startsWith(`${cookie}=`));
    if (set !== undefined) this.bindings.bind(opens, set.slice(cookie.length + 1).split(';')[0] ?? '');
  }

  async #calls(step: CallsStep): Promise<Result> {
    const { receiver } = this.#host;
    if (receiver === null) return { passed: true };
    this.#sender.setTime(step.at);
    const settled = await this.#settle(step.clauses);
    if (!settled.passed) return settled;
    const received = receiver.take();
    const reason = step.expect === null ? null : callsDifference(this.bindings, step.expect, received, this.#keys);
    if (step.answers !== undefined) await receiver.answer(step.answers);
    return reason === null
      ? { passed: true }
      : { passed: false, clauses: step.clauses, reason, request: null, answer: null };
  }
}

/** A request as it was sent, and its answer. */
interface Sent {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly response: Response;
  readonly text: string;
}

function byStatus<T>(items: readonly T[], statusOf: (item: T) => number): T[] {
  return items.toSorted((one, other) => statusOf(one) - statusOf(other));
}

/** The entities whose ids are whole numbers. */
function numberedIn(plan: Plan): Set<string> {
  const isNumbered = ({ fields }: Plan['entities'][number]) =>
    fields.some(({ name, type }) => name === 'id' && type.kind === 'serial');
  return new Set(plan.entities.filter(isNumbered).map(({ name }) => name));
}
