import { setTimeout as pause } from 'node:timers/promises';
import { pathOf, type Plan } from '@nonet/language';
import { type Confirmed, newRecord, pastDay } from '../writer.ts';
import type { ServingProcess } from './serving-process.ts';

/** A process that a balancer knows, with the document that it serves. */
export interface Member {
  readonly process: ServingProcess;
  readonly plan: Plan;
  /** The last answer to the balancer. */
  isReady: boolean;
  /** Whether the deployment is about to stop it: it gets no new requests. */
  isLeaving: boolean;
  underWay: number;
  answered: number;
}

export interface Answers {
  /** Failed requests: their number, by request and answer. */
  readonly failed: Map<string, number>;
  /** Requests that a rule of the document refused, or for whose data a later version has no place. */
  readonly refused: Map<string, number>;
  answered: number;
  readonly confirmed: Confirmed[];
}

export interface VisitorsOptions {
  readonly product: 'expenses' | 'shop';
  /** The records that writers refer to. */
  readonly other: string;
  readonly people: readonly Visitor[];
  /** Fields in which they name themselves. */
  readonly ownNames: readonly string[];
}

/** A writer: an id, and its API token. */
export interface Visitor {
  readonly id: string;
  readonly token: string;
}

const VISITORS = 3;
const LOOK_MILLISECONDS = 100;
/** Leaves the machine to the processes that start meanwhile. */
const BETWEEN_REQUESTS = 150;

/** People who use a product behind a balancer while its processes are replaced, each process by its own document. */
export class Visitors {
  readonly members: Member[] = [];
  readonly answers: Answers = { failed: new Map(), refused: new Map(), answered: 0, confirmed: [] };
  readonly #options: VisitorsOptions;
  readonly #until = new AbortController();
  readonly #work: Promise<unknown>;
  #turn = 0;

  constructor(options: VisitorsOptions) {
    this.#options = options;
    this.#work = Promise.all([this.#look(), ...Array.from({ length: VISITORS }, () => this.#visit())]);
  }

  join(process: ServingProcess, plan: Plan): Member {
    const member = { process, plan, isReady: true, isLeaving: false, underWay: 0, answered: 0 };
    this.members.push(member);
    return member;
  }

  /** Removes a process from the balancer, and stops it after its last answer. */
  async leave(member: Member): Promise<void> {
    member.isLeaving = true;
    while (member.underWay > 0) await pause(5);
    await member.process.stop();
    this.members.splice(this.members.indexOf(member), 1);
  }

  /** Waits until each process has answered this number of further requests, or is not ready any more. */
  async use(requests: number): Promise<void> {
    const from = new Map(this.members.map((member) => [member, member.answered]));
    while (this.members.some((member) => member.isReady && member.answered < (from.get(member) ?? 0) + requests))
      await pause(20);
  }

  async stop(): Promise<void> {
    this.#until.abort();
    await this.#work;
  }

  async #look(): Promise<void> {
    while (!this.#until.signal.aborted) {
      for (const member of this.members) if (!member.isLeaving) member.isReady = await member.process.isReady();
      await pause(LOOK_MILLISECONDS);
    }
  }

  async #visit(): Promise<void> {
    while (!this.#until.signal.aborted) {
      const ready = this.members.filter(({ isReady, isLeaving }) => isReady && !isLeaving);
      const turn = (this.#turn += 1);
      const member = ready[turn % Math.max(ready.length, 1)];
      if (member === undefined) {
        if (this.members.length > 0) this.#note(this.answers.failed, 'no process is ready');
      } else await this.#visitOne(member, turn);
      await pause(BETWEEN_REQUESTS);
    }
  }

  /** Writes a record, reads it, changes it, and looks at a list. */
  async #visitOne(member: Member, turn: number): Promise<void> {
    const { product, other, ownNames } = this.#options;
    const day = pastDay(new Date().toISOString());
    const more = Object.fromEntries(ownNames.map((name) => [name, this.#visitor(turn).id]));
    const { was, entity, body, written } = newRecord(member.plan, product, { other, day }, turn, more);
    const path = `/api/${pathOf(entity)}`;
    if (!member.plan.entities.some(({ name }) => name === entity)) return;
    await this.#ask(member, turn, 'GET', `${path}?limit=5`);
    const made = await this.#ask(member, turn, 'POST', path, body);
    const id = made?.['id'];
    if (typeof id !== 'string') return;
    this.answers.confirmed.push({ entity: was, id, values: written });
    await this.#ask(member, turn, 'GET', `${path}/${id}`);
    const [key, value] = Object.entries(body).find(([, each]) => typeof each === 'string') ?? [];
    if (key !== undefined) await this.#ask(member, turn, 'PATCH', `${path}/${id}`, { [key]: value });
    // Another process reads the record.
    const reader = this.members.find((each) => each !== member && each.isReady && !each.isLeaving);
    if (reader === undefined) return;
    const there = newRecord(reader.plan, product, { other, day }, turn).entity;
    if (reader.plan.entities.some(({ name }) => name === there))
      await this.#ask(reader, turn, 'GET', `/api/${pathOf(there)}/${id}`);
  }

  #visitor(turn: number): Visitor {
    const { people } = this.#options;
    const visitor = people[turn % people.length];
    if (visitor === undefined) throw new Error('Nobody visits.');
    return visitor;
  }

  async #ask(
    member: Member,
    turn: number,
    method: string,
    path: string,
    body?: object,
  ): Promise<Record<string, unknown> | null> {
    const { answers } = this;
    member.underWay += 1;
    try {
      const answer = await fetch(`${member.process.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${this.#visitor(turn).token}`,
          ...(body === undefined ? {} : { 'content-type': 'application/json' }),
          ...(method === 'PATCH' ? { 'if-match': '*' } : {}),
        },
        ...(body === undefined ? {} : { body: JSON.stringify(body) }),
        signal: AbortSignal.timeout(30_000),
      });
      const text = await answer.text();
      answers.answered += 1;
      member.answered += 1;
      const what = `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…').replace(/\?.*/, '')}: ${answer.status} ${reasonOf(text)}`;
      if (answer.status >= 500) this.#note(answers.failed, what);
      else if (answer.status >= 400) this.#note(answers.refused, what);
      else return JSON.parse(text) as Record<string, unknown>;
    } catch (error) {
      this.#note(
        answers.failed,
        `${method} ${path.replaceAll(/[0-9a-f-]{36}/g, '…')}: ${error instanceof Error ? error.message : String(error)}`,
      );
    } finally {
      member.underWay -= 1;
    }
    return null;
  }

  #note(counts: Map<string, number>, what: string): void {
    counts.set(what, (counts.get(what) ?? 0) + 1);
  }
}

/** A problem document in short. */
function reasonOf(text: string): string {
  try {
    const { code, detail, errors } = JSON.parse(text) as {
      code?: string;
      detail?: string;
      errors?: readonly { field: string | null; message?: string }[];
    };
    const first = errors?.[0];
    return `${code ?? ''} ${first === undefined ? (detail ?? '') : `${first.field}: ${first.message}`}`;
  } catch {
    return text.slice(0, 80);
  }
}
