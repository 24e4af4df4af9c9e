import { advance, isOverdue, isTimerDue } from '../reference/advance.ts';
import type { ExpectedCall } from '../reference/expected-call.ts';
import { entityOf } from '../reference/evaluate.ts';
import { mayReadFile } from '../reference/files.ts';
import { type Outcome, perform, type Request } from '../reference/perform.ts';
import { type Actor, mayAct } from '../reference/actor.ts';
import { mayDo } from '../reference/permissions.ts';
import { project } from '../reference/project.ts';
import { hidden, type Refused, refuse, saysNumber, wordsOf } from '../reference/refusal.ts';
import { storedOf } from '../reference/record-view.ts';
import type { World } from '../reference/world.ts';
import type { Answer, AskStep, Case, RefusedWith, Step, WaitStep } from '../run/case.ts';
import type { FailureReason } from '../run/failure-reason.ts';
import { withFiles } from '../search/draft.ts';
import { answerOf } from './constants/trials.ts';
import type { DerivationContext } from './derivation-context.ts';
import { affectedRecords, createdRecords } from './effects.ts';
import { mayUpload } from './roles/possible.ts';

/** For each language, a region whose numbers look different from most others. */
const REGIONS: Readonly<Partial<Record<string, string>>> = { de: 'de-CH', en: 'en-ZA', es: 'es-MX' };

/** A file that nobody has sent, for a body where nobody may send one. */
const NO_FILE = '@file:0';

/** Writes one case. Each step is taken in the world first, which says what the product must answer. */
/** The steps of a request that is sent otherwise than alone: `CaseBuilder.takeRequest`. */
export interface TakenRequest {
  readonly before: readonly Step[];
  readonly asked: AskStep | null;
  readonly after: readonly Step[];
}

export class CaseBuilder {
  readonly context: DerivationContext;
  readonly steps: Step[] = [];
  readonly calls: ExpectedCall[] = [];
  /** The number of calls that were queued before the last change. */
  callsBefore = 0;
  /** The further clauses that its answers have proven: errors of the catalogue, and their form. */
  readonly #shown = new Set<string>();
  world: World;
  /** The last request, where it was refused. */
  #refused: { readonly as: Actor; readonly request: Request; readonly codes: readonly string[] } | null = null;

  constructor(context: DerivationContext) {
    this.context = context;
    this.world = context.world.fork();
  }

  /** Asks for a change, and expects what the document states about it. `sent`: the request, where it is not the change’s own. */
  act(
    as: Actor,
    request: Request,
    clauses: readonly string[] = clausesOf(request),
    confirmed: readonly string[] = [],
    sent: ((outcome: Outcome) => Omit<AskStep, 'kind' | 'at' | 'clauses'>) | null = null,
  ): Outcome {
    const asked = 'body' in request ? { ...request, body: this.upload(as, request.body) } : request;
    this.tick();
    const before = this.world;
    const outcome = perform(this.world, as, asked, confirmed);
    const others = [...outcome.transaction.touched.values()].flatMap(({ id, entity }) =>
      id === outcome.id || outcome.refused !== null ? [] : [entity],
    );
    this.shows(
      ...this.context.trials.shownBy(before, [asked.entity, ...others], (world) => {
        const other = perform(world, as, asked, confirmed);
        const answer = answerOf(as, other);
        return others.length === 0 || other.refused !== null ? answer : [answer, this.#onOthers(before, other)];
      }),
    );
    this.world = outcome.world.fork();
    this.world.now = outcome.transaction.world.now;
    this.#queue(outcome.calls);
    if (outcome.refused !== null) this.raised(outcome.refused);
    this.#refused = outcome.refused === null ? null : { as, request: asked, codes: outcome.refused.confirm };
    const { method, path } = addressOf(this.context, asked);
    if (sent !== null) this.ask({ ...sent(outcome), clauses });
    else
      this.ask({
        as,
        method,
        path: confirmed.length === 0 ? path : `${path}?confirm=${confirmed.join(',')}`,
        ...(method === 'POST' || method === 'PATCH' ? { body: bodyOf(asked) } : {}),
        ...(method === 'PATCH' || method === 'DELETE' || asked.kind === 'erase' || asked.kind === 'merge'
          ? { headers: { 'if-match': '*' } }
          : {}),
        clauses,
        expect: outcome.refused === null ? this.#done(as, asked, outcome) : refusal(outcome.refused),
      });
    if (outcome.refused === null) {
      this.#settle(outcome);
      this.lookAtOtherRecords(before, outcome.id, clauses);
    }
    return outcome;
  }

  /**
   * Takes out the steps of `act` since the place `from`, to send the request otherwise. `before` has uploads, and waits
   * for what became due; `after` waits for what the change makes due at once, and looks at other records.
   */
  takeRequest(from: number): TakenRequest {
    const steps = this.steps.splice(from);
    const place = steps.findIndex(({ kind }) => kind === 'ask');
    const asked = steps[place];
    if (asked?.kind !== 'ask') return { before: steps, asked: null, after: [] };
    return { before: steps.slice(0, place), asked, after: steps.slice(place + 1) };
  }

  /** Repeats a request that only warnings refused, with the warnings confirmed, and reads the result (5). */
  confirm(clauses: readonly string[]): void {
    if (this.#refused === null || this.#refused.codes.length === 0) return;
    const { as, request, codes } = this.#refused;
    const { id, refused } = this.act(as, request, clauses, codes);
    if (refused === null && id !== null) this.see(as, id, clauses);
  }

  /**
   * Repeats a refused request from another region: the answer is the same, with its numbers in the form of that region.
   */
  askFromAnotherRegion(entity: string): void {
    const { lookup } = this.context;
    const [own] = lookup.plan.settings.locale.split('-');
    const last = this.steps.at(-1);
    const region = REGIONS[own ?? ''];
    if (region === undefined || last?.kind !== 'ask' || last.expect.problem === undefined) return;
    const { problem } = last.expect;
    const [code = problem.code, ...others] = problem.errors.map((error) => error.code);
    if (problem.words === null || others.length > 0 || !saysNumber(lookup, code)) return;
    const words = wordsOf(lookup, code, entity, region);
    const headers = { ...last.headers, 'accept-language': region };
    this.ask({ ...last, headers, expect: { ...last.expect, problem: { ...problem, words } } });
  }

  /** A refusal proves the errors of point 8 that it contains, and which rule raises which. */
  raised({ code, errors }: Pick<Refused, 'code' | 'errors'>): void {
    this.shows(...[code, ...errors.map((error) => error.code)].map((raised) => `8.${raised}`));
    this.shows(...errors.flatMap(({ clause }) => (clause === undefined ? [] : [`${clause}.error`])));
  }

  shows(...clauses: readonly string[]): void {
    for (const clause of clauses) this.#shown.add(clause);
  }

  /** Reads an address, and expects this answer. */
  look(as: Actor, path: string, answer: Answer | Refused, clauses: readonly string[], headers = {}): void {
    if (answer instanceof Error) this.raised(answer);
    const expect = answer instanceof Error ? refusal(answer) : { status: 200, answer };
    this.ask({ as, method: 'GET', path, headers, clauses, expect });
  }

  /** Reads a record, and expects what its reader may read of it. */
  see(as: Actor, id: string, clauses: readonly string[]): void {
    if (!mayAct(this.world, as)) return;
    const record = this.world.view(id);
    const path = recordPath(this.context, id);
    if (record !== null && this.reads(as, id)) {
      const { trials } = this.context;
      this.shows(...trials.shownBy(this.world, [entityOf(id)], (world) => project(as, world.view(id) ?? record)));
    }
    if (record !== null && this.reads(as, id))
      this.look(as, path, { kind: 'record', record: project(as, record) }, clauses);
    else this.look(as, path, hidden(this.context.lookup, as, entityOf(id)), clauses);
  }

  reads(as: Actor, id: string): boolean {
    const [record, stored] = [this.world.view(id), this.world.get(id)];
    return record !== null && stored !== null && this.world.isLiving(stored) && mayDo(as, 'read', record);
  }

  ask(step: Omit<AskStep, 'kind' | 'at'>): void {
    this.steps.push({ kind: 'ask', at: this.world.now, ...step });
  }

  /** Reports why the document contradicts an example; null: it does not. */
  deny(reason: FailureReason | null, clauses: readonly string[]): void {
    if (reason !== null) this.steps.push({ kind: 'denial', reason, clauses });
  }

  /** Uploads the files that a body names by their type. */
  upload(as: Actor, body: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
    return withFiles(body, (type) => {
      // An actor who may not use files anywhere can't send one, so another actor sends it for them.
      const by = [as, ...this.context.actors].find((actor) => mayUpload(this.context, actor));
      if (by === undefined) return NO_FILE;
      const id = this.world.addFile({ type, by });
      this.steps.push({ kind: 'upload', at: this.world.now, as: by, type, id, clauses: [] });
      return id;
    });
  }

  /** Requests a file. Only actors who may read its field get it. */
  download(as: Actor, id: string, clauses: readonly string[]): void {
    const upload = this.world.upload(id);
    if (upload === null) throw new Error(`${id} was not uploaded.`);
    const { type, size, paper } = upload;
    const reads = mayReadFile(this.world, as, id);
    this.steps.push({
      kind: 'download',
      at: this.world.now,
      as,
      id,
      type,
      clauses,
      ...(size === undefined ? {} : { size }),
      ...(paper !== undefined && { isPaper: true as const }),
      ...(reads ? {} : { refused: refusedWith(refuse(this.context.lookup, 'NOT_FOUND')) }),
    });
  }

  /** Moves the clock on: what is due by then happens, here and in the product. */
  wait(until: string, clauses: readonly string[], sessions: Pick<WaitStep, 'keepsSessions'> = {}): void {
    const before = this.world;
    const { world, calls } = advance(before, until);
    this.world = world.fork();
    this.#queue(calls);
    this.steps.push({ kind: 'wait', until, clauses, ...sessions });
    this.lookAtOtherRecords(before, null, clauses);
  }

  #queue(calls: readonly ExpectedCall[]): void {
    this.callsBefore = this.calls.length;
    this.calls.push(...calls);
  }

  /**
   * Carries out everything that a change makes overdue. Waits for the product to do the same, if the tests control its
   * clock.
   */
  #settle(outcome: Outcome): void {
    if (this.context.capabilities.clock && isOverdue(this.world, outcome.transaction.touched.keys())) this.#fireDue();
  }

  /** Carries out everything that is due, here and in the product. */
  #fireDue(): void {
    const { world, calls } = advance(this.world, this.world.now);
    this.world = world.fork();
    this.#queue(calls);
    this.steps.push({ kind: 'wait', until: this.world.now, clauses: [] });
  }

  /** Looks at other records that a change has made or changed. */
  lookAtOtherRecords(before: World, known: string | null, clauses: readonly string[]): void {
    this.findCreated(before, new Set(known === null ? [] : [known]), clauses);
    for (const { as, id, clauses: reached } of affectedRecords(this.context, before, this.world, known)) {
      this.see(as, id, [...clauses, ...reached]);
      this.shows(...reached);
    }
  }

  /** Finds records that a change has made, except for those in `known`; answers which ones are known from then on. */
  findCreated(before: World, known: ReadonlySet<string>, clauses: readonly string[]): ReadonlySet<string> {
    const created = createdRecords(this.context, before, this.world, known);
    for (const { as, path, answer } of created) this.look(as, path, answer, clauses);
    return new Set(created.flatMap(({ answer }) => answer.records.map(({ id }) => String(id))));
  }

  /** The other records that a change affects, as `lookAtOtherRecords` looks at them. */
  #onOthers(before: World, { world, id }: Outcome): unknown {
    const changed = affectedRecords(this.context, before, world, id).map((record) => {
      const view = world.view(record.id);
      return view === null || !mayDo(record.as, 'read', view) ? null : project(record.as, view);
    });
    const known = new Set(id === null ? [] : [id]);
    return [createdRecords(this.context, before, world, known).map(({ answer }) => answer), changed];
  }

  /** Moves the time on by a second, so that later changes have later times. */
  tick(seconds = 1): void {
    this.world.now = new Date(Date.parse(this.world.now) + seconds * 1000).toISOString();
    if (this.context.capabilities.clock && isTimerDue(this.world)) this.#fireDue();
  }

  /** Ends a case that later ones depend on. */
  prepared(title: string, clauses: readonly string[]): Case {
    return { ...this.done(title, clauses), prepares: true };
  }

  /** Ends the case. Its changes stay: later cases find them. */
  done(title: string, clauses: readonly string[]): Case {
    this.context.world = this.world;
    return { title, clauses: withParts(this.context, [...clauses, ...this.#shown]), steps: this.steps };
  }

  #done(as: Actor, request: Request, outcome: Outcome): AskStep['expect'] {
    if (request.kind === 'delete') return { status: 204 };
    const creates = request.kind === 'create' || (request.kind === 'fire' && request.id === null);
    const status = creates ? 201 : 200;
    const record = outcome.world.view(outcome.id);
    if (record === null) return { status };
    // An event may have deleted its record.
    const readable = outcome.world.isLiving(storedOf(record)) && mayDo(as, 'read', record);
    return {
      status,
      answer: { kind: 'record', record: readable ? project(as, record) : { id: record.id, _title: '' } },
    };
  }
}

/** A row or an entity is proven by its parts; a rule's error is proven by a refusal. */
const PARTS = /^(?:4\..*\.(?:when|by|from|to|asks|then|error)|5\.[^.]+\.(?:must_hold|on)|3\.[^.]+\.settings\.[^.]+)$/;

function withParts(context: DerivationContext, clauses: readonly string[]): string[] {
  const shown = new Set(clauses.filter((clause) => clause in context.plan.clauses));
  const owner = (part: string) => part.replace(/\.settings\.[^.]+$|\.[^.]+$/, '');
  const parts = Object.keys(context.plan.clauses).filter((clause) => PARTS.test(clause) && shown.has(owner(clause)));
  const stated = [...shown, ...parts];
  return [...new Set([...stated, ...stated.flatMap((clause) => context.terms.get(clause) ?? [])])];
}

export function refusal(refused: Refused): AskStep['expect'] {
  const { status, ...problem } = refusedWith(refused);
  return { status, problem };
}

export function refusedWith({ status, code, clause, errors, words, confirm }: Refused): RefusedWith {
  return { status, code, ...(clause === undefined ? {} : { clause }), errors, words, confirm };
}

/** The path of a record's collection. */
export function collection(context: DerivationContext, entity: string): string {
  return `/api/${context.lookup.entity(entity).path}`;
}

export function recordPath(context: DerivationContext, id: string): string {
  return `${collection(context, entityOf(id))}/${id}`;
}

function bodyOf(request: Request): Readonly<Record<string, unknown>> {
  if (request.kind === 'merge') return { from: { id: request.from }, take: request.take };
  return 'body' in request ? request.body : {};
}

function addressOf(context: DerivationContext, request: Request): Pick<AskStep, 'method' | 'path'> {
  switch (request.kind) {
    case 'create':
      return { method: 'POST', path: collection(context, request.entity) };
    case 'update':
      return { method: 'PATCH', path: recordPath(context, request.id) };
    case 'delete':
      return { method: 'DELETE', path: recordPath(context, request.id) };
    case 'restore':
      return { method: 'POST', path: `${recordPath(context, request.id)}/restore` };
    case 'erase':
      return { method: 'POST', path: `${recordPath(context, request.id)}/erase` };
    case 'merge':
      return { method: 'POST', path: `${recordPath(context, request.id)}/merge-with` };
    case 'fire': {
      const base = request.id === null ? collection(context, request.entity) : recordPath(context, request.id);
      return { method: 'POST', path: `${base}/${request.event}` };
    }
  }
}

/** The clauses on which a request depends by its kind alone. */
function clausesOf(request: Request): string[] {
  if (request.kind === 'fire') return [`4.${request.entity}.${request.event}`];
  return [`6.${request.entity}.${request.kind}`];
}
