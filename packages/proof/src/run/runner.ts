import type { Plan } from '@nonet/language';
import { fireBurst } from './burst.ts';
import { callsDifference } from './calls.ts';
import type { AskStep, CallsStep, Case, Step, TogetherStep } from './case.ts';
import type { ExpectedCall } from '../reference/calls.ts';
import { ORIGIN } from '../reference/exact/request.ts';
import { Bindings, isSymbol } from './bindings.ts';
import { changesProduct, leavesUntouched } from './changes.ts';
import { Deadline } from './deadline.ts';
import { expectedText } from './expected.ts';
import { fetchFile, sendFile } from './files.ts';
import type { Host } from './host.ts';
import { readPages } from './pages.ts';
import { isRefused, PATIENCE, type Patience, secondsFor, Unanswered, whyUnanswered, within } from './patience.ts';
import type { FailedResult, Result } from './result.ts';
import { openScreen } from './screen.ts';
import { Sender } from './sender.ts';
import { Tags, unchangedDifference } from './tags.ts';
import { headerDifference, stepDifference } from './verdict.ts';

/** Carries derived cases out against a running product. It knows HTTP, and nothing of the document. */
export class Runner {
  readonly bindings: Bindings;
  readonly #host: Host;
  readonly #plan: Plan;
  readonly #sender: Sender;
  readonly #patience: Patience;
  readonly #tags = new Tags();
  /** Under which Idempotency-Key each outbound call has come. */
  readonly #keys = new Map<ExpectedCall, string>();
  /** The last request of the case, and its answer. */
  #last: Pick<Extract<Result, { passed: false }>, 'request' | 'answer'> = { request: null, answer: null };
  /** @param begun Where the test's own clock begins, RFC 3339. */
  constructor(host: Host, plan: Plan, begun: string, patience = PATIENCE) {
    this.#host = host;
    this.#plan = plan;
    this.#patience = patience;
    this.bindings = new Bindings(numberedIn(plan), host.setTime === null ? Date.parse(begun) : null);
    this.bindings.bind(ORIGIN, host.url);
    this.#sender = new Sender(host, this.bindings, patience);
  }

  /** Requests sent so far. */
  get asked(): number {
    return this.#sender.sent;
  }

  /**
   * Carries a case out, up to its first step that goes otherwise. It never throws: whatever breaks down fails the case.
   * @param onRequest Hears of each step, by what it asks for.
   * @param waits Hears how long the test is going to wait on purpose, in milliseconds.
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
    const deadline = new Deadline(secondsFor(this.#patience, derived.steps.length), waits);
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

  /** What is not answered in time, or breaks the test down, fails like a wrong answer: nothing is waited for without an end. */
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
      const reason = deadline.isOver ? deadline.reason : whyUnanswered(error, this.#patience);
      const failed: FailedResult = {
        passed: false,
        clauses: asked?.clauses ?? [],
        reason: reason ?? `the test itself broke down: ${error instanceof Error ? error.message : String(error)}`,
        request:
          request === null
            ? null
            : { method: request.method, path: request.path, as: request.as, body: request.body ?? null },
        answer: null,
        ...(isRefused(error) ? { isGone: true } : {}),
        ...(reason === null && error instanceof Error ? { fault: error.stack ?? error.message } : {}),
      };
      return this.#withFault(failed);
    }
  }

  /** With what the product has logged of a fault of its own meanwhile. */
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

  /** What the product does by itself at last has been done, too; it breaks down for nobody, and is reported with a case. */
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
        this.#sender.forgetSessions();
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
          this.#patience,
          step,
          (clause) => clause in this.#plan.clauses,
        );
      case 'denial':
        return { passed: false, clauses: step.clauses, reason: step.reason, ...this.#last };
    }
  }

  /** What the product does by itself has been done; what it breaks down at fails what waits for it. */
  async #settle(clauses: readonly string[]): Promise<Result> {
    try {
      const { rest } = this.#patience;
      await within(rest, 'what the product does by itself is not done', this.#host.settle?.() ?? Promise.resolve());
      return { passed: true };
    } catch (error) {
      if (error instanceof Unanswered)
        return { passed: false, clauses, reason: error.message, request: null, answer: null };
      const reason = `what the product does by itself broke down: ${error instanceof Error ? error.message : String(error)}`;
      return { passed: false, clauses, reason, request: null, answer: null };
    }
  }

  async #ask(step: AskStep): Promise<Result> {
    const sent = await this.#send(step);
    return this.#judge(step, sent);
  }

  async #send(step: AskStep): Promise<Sent> {
    this.#sender.setTime(step.at);
    const path = this.bindings.resolve(step.path);
    const body = step.body === undefined ? undefined : this.bindings.resolveAll(step.body);
    const headers: Record<string, string> = {
      accept: 'application/json',
      ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      ...(this.bindings.resolveAll(step.headers ?? {}) as Record<string, string>),
      ...(await this.#credentials(step)),
    };
    // What is no JSON says so, and is sent as it stands.
    const content =
      typeof body === 'string' && headers['content-type'] !== 'application/json' ? body : JSON.stringify(body);
    const init = { method: step.method, headers, ...(body === undefined ? {} : { body: content }) };
    const response = await this.#sender.send(path, null, init);
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

  /** The first of them that is answered otherwise. */
  async #askTogether({ asks, areAlike }: TogetherStep): Promise<Result> {
    // Who asks is signed in before: that they ask in one moment is what matters.
    for (const { as, token } of asks) if (as !== null && token === undefined) await this.#sender.cookieOf(as);
    const sent = await Promise.all(asks.map((step) => this.#send(step)));
    const inOrder = areAlike === true ? byStatus(sent, ({ response }) => response.status) : sent;
    const expected = areAlike === true ? byStatus(asks, ({ expect }) => expect.status) : asks;
    for (const [place, answered] of inOrder.entries()) {
      const result = await this.#judge(expected[place] as AskStep, answered);
      if (!result.passed) return result;
    }
    return { passed: true };
  }

  /** Who asks: by the product's own session, or for an exact call as the document says (7). */
  async #credentials({ as, token, headers }: AskStep): Promise<Record<string, string>> {
    if (token === undefined) return as === null ? {} : { cookie: await this.#sender.cookieOf(as) };
    const { answered } = this.#plan;
    // Who has signed up by a call that failed has no session: what follows fails too, and is reported.
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
    if (step.answers !== undefined) receiver.answer(step.answers);
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
