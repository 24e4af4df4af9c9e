import type { ClauseAddress, Plan } from '@nonet/language';
import { begin, type SeededRecord } from './derive/begin.ts';
import type { Account } from './derive/cast.ts';
import { deriveBrowser } from './derive/browser.ts';
import { DERIVATIONS } from './derive/derivations.ts';
import { deriveAnswered } from './derive/exact/answered.ts';
import { Stage } from './derive/stage.ts';
import type { Case } from './run/case.ts';
import type { Host } from './run/host.ts';
import { identify, introduce } from './run/introduce.ts';
import { PATIENCE, type Patience, within } from './run/patience.ts';
import type { Result } from './run/result.ts';
import { Runner } from './run/runner.ts';

export interface ProveOptions {
  readonly plan: Plan;
  readonly host: Host;
  /** What a command that repeats it says besides: where the product runs already, and with which browser. */
  readonly like?: readonly string[];
  /** Why no screen is opened in a browser, and what to do about it: the rest of a sentence. */
  readonly unopened?: string;
  readonly seed: number;
  /** Where the product's clock begins, RFC 3339. */
  readonly now: string;
  /** What `env` and `secret` constants read in the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** Only cases of these clauses, and what is below them. */
  readonly only?: readonly ClauseAddress[];
  /** Ends after so many failures. */
  readonly most?: number;
  /** Hears of each case before it is carried out. */
  readonly progress?: (done: Progress) => void;
  /** How long the product is waited for. */
  readonly patience?: Patience;
  /** Ends at once where it is aborted, with what was found until then. */
  readonly signal?: AbortSignal;
}

export interface Progress {
  /** How many have been carried out. */
  readonly cases: number;
  readonly requests: number;
  readonly failures: number;
  /** Of the case that is under way. */
  readonly title: string;
}

export interface Failure {
  readonly derived: Case;
  readonly result: Extract<Result, { passed: false }>;
}

/** What the derived cases have shown. */
export interface Proof {
  readonly plan: Plan;
  readonly seed: number;
  /** What a command that repeats it says besides. */
  readonly like: readonly string[];
  /** Why no screen was opened in a browser, and what to do about it: the rest of a sentence; null: they were. */
  readonly unopened: string | null;
  readonly cases: readonly Case[];
  readonly failures: readonly Failure[];
  /** By clause, why nothing proves it. */
  readonly reasons: ReadonlyMap<ClauseAddress, string>;
  /** Who acted. */
  readonly accounts: readonly Account[];
  /** Whether only some clauses were asked for. */
  readonly isPart: boolean;
  /** Whether it ended before all was tried: after so many failures, or because it was stopped. */
  readonly isCut: boolean;
  readonly isStopped: boolean;
  readonly requests: number;
  readonly milliseconds: number;
}

/**
 * Derives the tests of a document, and carries them out against a running product.
 * @throws {Unanswered} Where the product does not come to stand as at its first start.
 */
export async function prove(options: ProveOptions): Promise<Proof> {
  const { plan, host, seed, most = 20, signal } = options;
  const isStopped = () => signal?.aborted === true;
  const started = performance.now();
  const cases: Case[] = [];
  const failures: Failure[] = [];
  const reasons = new Map<ClauseAddress, string>();
  let requests = 0;
  let accounts: readonly Account[] = [];
  /** A product that can't be put back goes on as the last derivation has left it. */
  let kept: Kept | null = null;

  for (const [number, derive] of inOrder(host)) {
    if (!host.derived && derive !== deriveAnswered) continue;
    if (failures.length >= most || isStopped()) break;
    const tried = new Set<string>();
    // After a failure the product may be in another state than it should be: the rest goes on from the start.
    for (let again = true; again && failures.length < most && !isStopped(); ) {
      again = false;
      const begun: Begun = kept ?? stageFor(options, seed + number);
      const { stage, seeded } = begun;
      const before = stage.world;
      const asked = kept?.runner.asked ?? 0;
      // Who is there at first: a derivation adds those who sign up.
      const people = [...stage.accounts];
      ({ accounts } = stage);
      let { world } = stage;
      const times = new Map<string, number>();
      let runner: Runner | null = null;
      /** What only prepares others, and has none of them yet. */
      const waiting: Named[] = [];
      const carryOut = async () => {
        runner ??= kept?.runner ?? (await start(options, stage, { people, seeded }, failures, cases));
        for (let next = waiting.shift(); next !== undefined && !again && !isStopped(); next = waiting.shift()) {
          const { name, derived } = next;
          tried.add(name);
          options.progress?.({
            cases: cases.length,
            requests: requests + runner.asked - asked,
            failures: failures.length,
            title: derived.title,
          });
          const result = await unlessStopped(runner.run(derived), signal);
          if (result === null) break;
          cases.push(derived);
          if (result.passed) continue;
          failures.push({ derived, result });
          again = host.reset !== null && !onlyLooks(derived);
        }
        return runner;
      };
      for (const derived of derive(stage)) {
        const time = (times.get(derived.title) ?? 0) + 1;
        times.set(derived.title, time);
        const name = `${derived.title} ${time}`;
        if (tried.has(name) || !(derived.prepares === true || isAsked(derived, options.only))) {
          // What is not carried out has not happened.
          stage.world = world;
          continue;
        }
        ({ world } = stage);
        waiting.push({ name, derived });
        if (runner === null && derived.prepares === true && !isNamed(derived, options.only)) continue;
        runner = await carryOut();
        if (again || isStopped()) break;
      }
      if (runner === null && waiting.some(({ derived }) => isAlone(derived, cases)) && !isSome(options.only))
        runner = await carryOut();
      const last = cases.at(-1);
      if (runner !== null && last !== undefined && !again) {
        const result = await unlessStopped(runner.settle(last), signal);
        if (result !== null && !result.passed) failures.push({ derived: last, result });
      }
      if (runner !== null) requests += runner.asked - asked;
      if (host.reset === null && runner !== null) kept = { ...begun, runner };
      // What was only thought of has not happened.
      else stage.world = before;
      for (const [clause, reason] of stage.reasons) reasons.set(clause, reason);
    }
  }
  if (!host.derived) notAsked(plan, reasons);
  return {
    plan,
    seed,
    like: options.like ?? [],
    unopened: options.unopened ?? null,
    cases,
    failures,
    reasons,
    accounts,
    isPart: isSome(options.only),
    isCut: failures.length >= most || isStopped(),
    isStopped: isStopped(),
    requests,
    milliseconds: performance.now() - started,
  };
}

/** What comes of the work; null where it is stopped before. */
async function unlessStopped(work: Promise<Result>, signal: AbortSignal | undefined): Promise<Result | null> {
  if (signal === undefined) return work;
  if (signal.aborted) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  const stop = () => resolve(null);
  signal.addEventListener('abort', stop, { once: true });
  try {
    return await Promise.race([work, promise]);
  } finally {
    signal.removeEventListener('abort', stop);
  }
}

/**
 * The derivations by their numbers. Where nothing is put back, screens are opened while they list few records, and exact
 * calls, after which not all that is there is known, come last.
 */
function inOrder({ reset }: Host): [number, Derivation][] {
  const all = [...DERIVATIONS.entries()];
  const rank = (derive: Derivation) => (derive === deriveBrowser ? 0 : derive === deriveAnswered ? 2 : 1);
  return reset === null ? all.toSorted(([, one], [, other]) => rank(one) - rank(other)) : all;
}

type Derivation = (typeof DERIVATIONS)[number];

/** A case, by its title and which of those it is. */
interface Named {
  readonly name: string;
  readonly derived: Case;
}

/** Puts the product back, and says who is who in it. */
async function start(
  { plan, host, now, patience = PATIENCE }: ProveOptions,
  stage: Stage,
  { people, seeded }: { readonly people: readonly Account[]; readonly seeded: readonly SeededRecord[] },
  failures: Failure[],
  cases: Case[],
): Promise<Runner> {
  host.setTime?.(now);
  const reset = host.reset?.() ?? Promise.resolve();
  await within(patience.start, 'The product does not stand as at its first start again', reset);
  const runner = new Runner(host, plan, now, patience);
  if (!host.derived) return runner;
  await introduce(host, runner.bindings, people, seeded);
  const { found, missing } = await identify(host, runner.bindings, seeded, (entity) => stage.listOf(entity));
  if (cases.length === 0 && failures.length === 0) {
    for (const { clause } of found) {
      const clauses = Object.keys(plan.clauses).filter((each) => each === clause || each.startsWith(`${clause}.`));
      cases.push({ clauses, title: `The record ${clause} is there`, steps: [] });
    }
    for (const { clause } of missing) {
      const derived: Case = { clauses: [clause], title: `The record ${clause} is there`, steps: [] };
      const reason = 'no record of the product is as the document states it';
      failures.push({ derived, result: { passed: false, clauses: [clause], reason, request: null, answer: null } });
    }
  }
  return runner;
}

/** A stage of a product that goes on, and what is known of its records. */
type Kept = Begun & { readonly runner: Runner };

/** A stage with the document's own records. */
interface Begun {
  readonly stage: Stage;
  readonly seeded: readonly SeededRecord[];
}

function stageFor({ plan, host, now, environment }: ProveOptions, seed: number): Begun {
  const powers = {
    clock: host.setTime !== null,
    receiver: host.receiver !== null,
    accounts: host.addAccount !== null,
    browser: host.browser !== null,
    derived: host.derived,
  };
  const stage = new Stage({ plan, seed, now, environment, powers });
  const { seeded } = begin(stage);
  // Elsewhere who acts signs up first, by the document's own calls.
  if (!host.derived) stage.accounts.length = 0;
  return { stage, seeded };
}

function isSome(only: readonly ClauseAddress[] | undefined): only is readonly ClauseAddress[] {
  return only !== undefined && only.length > 0;
}

function isAsked(derived: Case, only: readonly ClauseAddress[] | undefined): boolean {
  return !isSome(only) || isNamed(derived, only);
}

function isNamed({ clauses, about = [] }: Case, only: readonly ClauseAddress[] = []): boolean {
  return [...clauses, ...about].some((clause) =>
    only.some((asked) => clause === asked || clause.startsWith(`${asked}.`)),
  );
}

/** Whether it leaves the product as it was, whatever came of it. */
function onlyLooks({ steps }: Case): boolean {
  return steps.every(({ kind }) => kind === 'open');
}

/** Whether a case shows a clause that none of others does. */
function isAlone({ clauses }: Case, others: readonly Case[]): boolean {
  return clauses.some((clause) => !others.some((other) => other.clauses.includes(clause)));
}

/** What is not asked of somebody else's server, and why. */
function notAsked({ clauses, calls }: Plan, reasons: Map<ClauseAddress, string>): void {
  const isMade = (clause: string) =>
    calls.some((call) => clause === call.clause || clause.startsWith(`${call.clause}.`));
  for (const clause of Object.keys(clauses)) {
    if (reasons.has(clause)) continue;
    if (isMade(clause)) reasons.set(clause, 'receiver');
    else if (clause.startsWith('1.')) reasons.set(clause, 'prose');
    else if (!clause.startsWith('7.')) reasons.set(clause, 'elsewhere');
  }
}
