import type { Problem } from '@nonet/client';
import { answerDifference } from './answers.ts';
import { callsDifference } from './calls.ts';
import type { AskStep, BurstStep, CallsStep, Case, Expect, ExpectedProblem, Step, UploadStep } from './case.ts';
import { Bindings } from './compare.ts';
import { contentOf } from './files.ts';
import type { Host } from './host.ts';

/** What came of a case. */
export type Result =
  | { readonly passed: true }
  | {
      readonly passed: false;
      /** The clauses behind the step that went otherwise. */
      readonly clauses: readonly string[];
      readonly reason: string;
      readonly request: Sent | null;
      readonly answer: { readonly status: number; readonly body: string } | null;
    };

/** A request as it went out, for a report. */
export interface Sent {
  readonly method: string;
  readonly path: string;
  readonly as: string | null;
  readonly body: unknown;
}

/** Carries derived cases out against a running product. It knows HTTP, and nothing of the document. */
export class Runner {
  readonly bindings = new Bindings();
  readonly #host: Host;
  #cookies = new Map<string, string>();
  #time = '';
  /** The last request of the case, and its answer. */
  #last: Pick<Extract<Result, { passed: false }>, 'request' | 'answer'> = { request: null, answer: null };
  /** Requests sent so far. */
  asked = 0;

  constructor(host: Host) {
    this.#host = host;
  }

  async run(derived: Case): Promise<Result> {
    this.#last = { request: null, answer: null };
    for (const step of derived.steps) {
      const result = await this.#take(step);
      if (!result.passed) return result;
    }
    return { passed: true };
  }

  async #take(step: Step): Promise<Result> {
    switch (step.kind) {
      case 'ask':
        return this.#ask(step);
      case 'upload':
        return this.#upload(step);
      case 'wait':
        this.#setTime(step.until);
        // A session may have ended meanwhile.
        this.#cookies.clear();
        await this.#host.settle?.();
        return { passed: true };
      case 'calls':
        return this.#calls(step);
      case 'burst':
        return this.#burst(step);
      case 'denial':
        return { passed: false, clauses: step.clauses, reason: step.reason, ...this.#last };
    }
  }

  async #ask(step: AskStep): Promise<Result> {
    this.#setTime(step.at);
    const path = this.bindings.resolve(step.path);
    const body = step.body === undefined ? undefined : this.bindings.resolveAll(step.body);
    const response = await this.#send(path, step.as, {
      method: step.method,
      headers: {
        accept: 'application/json',
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...step.headers,
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    const text = await response.text();
    const reason =
      headerDifference(step.expect, response.headers) ??
      stepDifference(this.bindings, step.expect, response.status, text);
    const request = { method: step.method, path, as: step.as, body: body ?? null };
    const answer = { status: response.status, body: text };
    this.#last = { request, answer };
    return reason === null ? { passed: true } : { passed: false, clauses: step.clauses, reason, request, answer };
  }

  async #upload(step: UploadStep): Promise<Result> {
    this.#setTime(step.at);
    const { bytes, name } = contentOf(step.type, step.size ?? null);
    const form = new FormData();
    form.append('file', new Blob([bytes]), name);
    const response = await this.#send('/api/-/files', step.as, { method: 'POST', body: form });
    const text = await response.text();
    const request = { method: 'POST', path: '/api/-/files', as: step.as, body: name };
    const answer = { status: response.status, body: text };
    const expect: Expect =
      step.refused === undefined ? { status: 201 } : { status: step.refused.status, problem: step.refused };
    const tolerant = step.refused === undefined && response.ok ? { ...expect, status: response.status } : expect;
    const reason = stepDifference(this.bindings, tolerant, response.status, text);
    if (reason !== null) return { passed: false, clauses: step.clauses, reason, request, answer };
    if (step.refused === undefined) this.bindings.bind(step.id, (JSON.parse(text) as { id: string }).id);
    return { passed: true };
  }

  async #calls(step: CallsStep): Promise<Result> {
    const { receiver, settle } = this.#host;
    if (receiver === null) return { passed: true };
    this.#setTime(step.at);
    await settle?.();
    const received = receiver.take();
    const reason = step.expect === null ? null : callsDifference(this.bindings, step.expect, received);
    if (step.answers !== undefined) receiver.answer(step.answers);
    return reason === null
      ? { passed: true }
      : { passed: false, clauses: step.clauses, reason, request: null, answer: null };
  }

  async #burst(step: BurstStep): Promise<Result> {
    const headers: Record<string, string> = step.body === undefined ? {} : { 'content-type': 'application/json' };
    if (step.as !== null) headers.cookie = await this.#cookieOf(step.as);
    const init = {
      method: step.method,
      headers,
      ...(step.body === undefined ? {} : { body: JSON.stringify(step.body) }),
    };
    for (let time = 1; time <= step.times; time += 1) {
      const response = await fetch(`${this.#host.url}${step.path}`, init);
      const text = await response.text();
      this.asked += 1;
      const wanted = time === step.times ? step.last : step.status;
      if (response.status === wanted) continue;
      const reason = `request ${time} of ${step.times} is answered ${response.status}, not ${wanted}`;
      const request = { method: step.method, path: step.path, as: step.as, body: step.body ?? null };
      return { passed: false, clauses: step.clauses, reason, request, answer: { status: response.status, body: text } };
    }
    return { passed: true };
  }

  async #send(path: string, as: string | null, init: RequestInit): Promise<Response> {
    this.asked += 1;
    const headers = new Headers(init.headers);
    if (as !== null) headers.set('cookie', await this.#cookieOf(as));
    const response = await fetch(`${this.#host.url}${path}`, { ...init, headers, redirect: 'manual' });
    if (response.status !== 429) return response;
    const wait = Number(response.headers.get('retry-after') ?? 1);
    if (wait > 60) return response;
    await new Promise((resolve) => setTimeout(resolve, wait * 1000 + 50));
    return fetch(`${this.#host.url}${path}`, { ...init, headers, redirect: 'manual' });
  }

  async #cookieOf(account: string): Promise<string> {
    const known = this.#cookies.get(account);
    if (known !== undefined) return known;
    const real = this.bindings.get(account);
    if (real === null) throw new Error(`${account} has no account.`);
    const cookie = await this.#host.signIn(real);
    this.#cookies.set(account, cookie);
    return cookie;
  }

  #setTime(at: string): void {
    if (at === this.#time) return;
    this.#time = at;
    this.#host.setTime?.(at);
  }
}

function stepDifference(bindings: Bindings, expect: Expect, status: number, text: string): string | null {
  if (status !== expect.status) return `the answer is ${status}${codeIn(text)}, not ${expect.status}${wanted(expect)}`;
  if (expect.problem !== undefined) return problemDifference(expect.problem, text);
  return expect.answer === undefined ? null : answerDifference(bindings, expect.answer, text);
}

function headerDifference({ headers = {} }: Expect, found: Headers): string | null {
  const wrong = Object.entries(headers).find(([name, part]) => found.get(name)?.includes(part) !== true);
  return wrong === undefined ? null : `the header ${wrong[0]} is ${found.get(wrong[0])}, without ${wrong[1]}`;
}

function wanted({ problem }: Expect): string {
  return problem === undefined ? '' : ` ${problem.code}`;
}

function codeIn(text: string): string {
  const code = /"code":"([A-Z_]+)"/.exec(text)?.[1];
  return code === undefined ? '' : ` ${code}`;
}

function problemDifference(expected: ExpectedProblem, text: string): string | null {
  const problem = JSON.parse(text) as Problem;
  if (problem.code !== expected.code) return `the code is ${problem.code}, not ${expected.code}`;
  if (expected.clause !== undefined && problem.clause !== expected.clause)
    return `the clause is ${problem.clause}, not ${expected.clause}`;
  const told = (problem.errors ?? []).map(({ code, clause }) => ({ code, clause }));
  for (const error of expected.errors) {
    const place = told.findIndex(
      ({ code, clause }) => code === error.code && (error.clause === undefined || clause === error.clause),
    );
    if (place < 0 && (expected.errors.length > 1 || told.length > 0))
      return `the error ${error.code}${error.clause ? ` of ${error.clause}` : ''} is missing`;
    if (place >= 0) told.splice(place, 1);
  }
  const [extra] = told;
  if (extra !== undefined && expected.errors.length > 0)
    return `there is an error ${extra.code} of ${extra.clause} besides`;
  return wordsFit(expected.words, problem.detail) ? null : `the words are ${JSON.stringify(problem.detail)}`;
}

function wordsFit(words: ExpectedProblem['words'], text: string): boolean {
  if (words === null) return true;
  let place = 0;
  for (const [index, part] of words.entries()) {
    if (part === null) continue;
    const found = text.indexOf(part, place);
    if (found < 0 || (index === 0 && found > 0)) return false;
    place = found + part.length;
  }
  return words.at(-1) === null || place === text.length;
}
