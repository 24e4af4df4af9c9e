import type { ClauseAddress, Plan } from '@nonet/language';
import { type Lookup, lookUp } from '../reference/lookup.ts';
import { type Actor, mayAct } from '../reference/actor.ts';
import { Remembered } from '../reference/remembered.ts';
import { World } from '../reference/world.ts';
import type { Case } from '../run/case.ts';
import type { Drafting } from '../search/draft.ts';
import { type Random, randomFrom } from '../search/random.ts';
import { type MentionedValues, mentionedValuesOf } from '../search/mentioned-values.ts';
import { termsOf } from './constants/terms.ts';
import { Trials } from './constants/trials.ts';
import type { Account } from './records/accounts.ts';
import type { Fixture } from './records/fixture.ts';

/** Why nothing proves a clause: the whole list. */
export const REASONS = {
  prose: 'It is prose: no request can show it.',
  open: 'It is left open as a whole: it states nothing that a request could show.',
  gap: 'It needs something that the document does not show.',
  'not found': 'No record was found that would show it.',
  'given up': 'The search for a record that would show it reached its limit of steps.',
  'not tried': 'It was not tried: the run covered only a part, or ended before.',
  clock: "The product's clock can't be moved from here.",
  receiver: 'Nothing receives the calls that the product makes from here.',
  'too large': 'It would take more requests or bytes than a test should send.',
  'no browser': 'Only a browser shows it, and none has opened it.',
  elsewhere: 'Only the derived API or a browser shows it, which another server need not have.',
  entered: 'The form asks for it only after another input, and a test opens the form and enters nothing.',
  'no answer': 'It is the message for a refused timer, which nobody receives.',
  given: 'It hangs on a function or a page that the document is given, which nothing proves.',
  fault: 'It is the message for a fault of the product, which no request causes.',
} as const;
export type Reason = keyof typeof REASONS;

/** The abilities of the tests beyond sending requests. */
export interface Capabilities {
  readonly clock: boolean;
  readonly receiver: boolean;
  readonly accounts: boolean;
  readonly browser: boolean;
  /** Whether the product answers the derived API; false if it answers only the exact calls of point 7. */
  readonly derived: boolean;
}

export interface DerivationContextOptions {
  readonly plan: Plan;
  readonly seed: number;
  readonly now: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly capabilities: Capabilities;
}

/** The results of the searches so far. */
export interface Found {
  readonly world: World;
  readonly fixtures: ReadonlyMap<string, readonly Fixture[]>;
  readonly reasons: ReadonlyMap<string, Reason>;
  readonly unreached: ReadonlyMap<string, number>;
  readonly serial: number;
  /** Searches that broke down: they are reported once. */
  readonly broken: DerivationContext['broken'];
}

/**
 * The context of derivations: the world as the product has it by now, the accounts, and the known facts about the
 * document.
 */
export class DerivationContext {
  readonly seed: number;
  readonly lookup: Lookup;
  readonly plan: Plan;
  readonly mentionedValues: MentionedValues;
  readonly random: Random;
  readonly capabilities: Capabilities;
  readonly reasons = new Map<string, Reason>();
  /** Searches that broke down since the last look: faults of the tests, not of the product. */
  readonly broken: { readonly what: string; readonly error: unknown }[] = [];
  readonly accounts: Account[] = [];
  /** People who do not act, but to whom records may refer. */
  readonly reserve: Account[] = [];
  /**
   * Records whose ids the tests do not know: those of the document that nobody may read at first, and those that an
   * answer of an exact call does not name and that nobody finds in a list.
   */
  readonly unidentified = new Set<string>();
  /** The symbol of each account's session token. */
  readonly tokens = new Map<string, string>();
  /** Fixtures that worked, by entity and state: a search for a similar one begins with them. */
  readonly fixtures = new Map<string, readonly Fixture[]>();
  /** How often a search has ended without even one record in the state that it sought, by entity and state. */
  readonly unreached = new Map<string, number>();
  /** The terms that each clause uses: a case that shows the clause shows them. */
  readonly terms: ReadonlyMap<ClauseAddress, readonly ClauseAddress[]>;
  readonly trials: Trials;
  /**
   * The context before the first derivation, with which this one shares what depends on the plan alone; null: with
   * none.
   */
  readonly first: DerivationContext | null;
  world: World;
  /** Whether new records get a value in every file field. */
  fillsFiles = false;
  #serial = 100;
  readonly #actors = new Remembered<readonly Actor[]>();
  readonly #options: DerivationContextOptions;

  constructor(options: DerivationContextOptions, first: DerivationContext | null = null) {
    this.#options = options;
    this.seed = options.seed;
    this.plan = options.plan;
    this.first = first;
    this.lookup = first?.lookup ?? lookUp(options.plan, options.environment);
    this.mentionedValues = first?.mentionedValues ?? mentionedValuesOf(options.plan);
    this.terms = first?.terms ?? termsOf(options.plan);
    this.trials = new Trials(this.lookup);
    this.random = randomFrom(options.seed);
    this.capabilities = options.capabilities;
    this.world = first?.world ?? new World(this.lookup, options.now);
    this.accounts.push(...(first?.accounts ?? []));
    this.reserve.push(...(first?.reserve ?? []));
    for (const id of first?.unidentified ?? []) this.unidentified.add(id);
  }

  /** The context of another derivation that begins in the same state as this one. */
  again(seed: number): DerivationContext {
    return new DerivationContext({ ...this.#options, seed }, this);
  }

  /** The results so far. This hands the failures in `broken` over, and empties the list. */
  found(): Found {
    const { world, fixtures, reasons, unreached, broken } = this;
    const serial = this.#serial;
    return {
      world,
      fixtures: new Map(fixtures),
      reasons: new Map(reasons),
      unreached: new Map(unreached),
      serial,
      broken: broken.splice(0),
    };
  }

  /** Goes on from what another search has found in the same world. */
  learn({ world, fixtures, reasons, unreached, serial, broken }: Found): void {
    this.world = world;
    for (const [key, times] of unreached) this.unreached.set(key, times);
    for (const [key, known] of fixtures) this.fixtures.set(key, known);
    for (const [clause, reason] of reasons) this.reasons.set(clause, reason);
    this.#serial = Math.max(this.#serial, serial);
    this.broken.push(...broken.splice(0));
  }

  /** All who can act: every account that still opens something, and null for the actor who is not signed in. */
  get actors(): readonly Actor[] {
    return this.#actors.of(this.world, this.accounts.map(({ id }) => id).join(), () => {
      const all = [...this.accounts.map(({ id }) => id), null];
      return all.filter((actor) => mayAct(this.world, actor));
    });
  }

  /** The maximum number of records on one page. */
  get mostListed(): number {
    return Math.min(100, this.plan.settings.maximumPageSize);
  }

  /** The address of the largest page of an entity's records. */
  listOf(entity: string): string {
    return `/api/${this.lookup.entity(entity).path}?limit=${this.mostListed}`;
  }

  /** A number that nothing else has. */
  serial(): number {
    return (this.#serial += 1);
  }

  drafting(actor: Actor, world = this.world): Drafting {
    return {
      world,
      actor,
      mentionedValues: this.mentionedValues,
      random: this.random,
      fillsFiles: this.fillsFiles,
      serial: () => this.serial(),
    };
  }

  /** Records why nothing proves a clause. */
  cannot(reason: Reason, ...clauses: readonly string[]): void {
    const given = reason === 'not found' && this.lookup.workBudget.wasGivenUp ? 'given up' : reason;
    for (const clause of clauses) if (clause in this.plan.clauses) this.reasons.set(clause, given);
  }
}

export type Cases = Generator<Case, void, void>;
