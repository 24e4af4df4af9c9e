import type { ClauseAddress, Plan } from '@nonet/language';
import { type Lookup, lookUp } from '../reference/lookup.ts';
import type { Actor } from '../reference/permissions.ts';
import { World } from '../reference/world.ts';
import type { Case } from '../run/case.ts';
import type { Drafting } from '../search/draft.ts';
import { type Random, randomFrom } from '../search/random.ts';
import { type MentionedValues, mentionedValuesOf } from '../search/values.ts';
import type { Account } from './records/accounts.ts';
import type { Fixture } from './records/fixture.ts';
import { termsOf } from './constants/terms.ts';
import { Trials } from './constants/trials.ts';

/** Why nothing proves a clause: the whole list. */
export const REASONS = {
  prose: 'It is prose: it says nothing that a request could show.',
  open: 'It is left open as a whole: nothing is stated that a request could show.',
  'not found': 'No record was found that would show it.',
  'given up': 'The search for a record that would show it took more steps than a search may, and was given up.',
  'not tried': 'It was not tried: only a part was asked for, or it ended before.',
  clock: "The product's clock can't be moved from here.",
  receiver: 'Nothing receives the calls that the product makes from here.',
  'too large': 'It would take more requests or bytes than a test should send.',
  'no browser': 'It shows in a browser alone, and none has opened it.',
  elsewhere: 'It shows in the derived API or in a browser, which a server of somebody else need not have.',
  entered: 'It is asked for only when something else has been entered, and a test opens the form and enters nothing.',
  fault: 'It says how a fault of the product is told, which no request brings about.',
} as const;
export type Reason = keyof typeof REASONS;

/** What can be done with the product besides asking it. */
export interface Powers {
  readonly clock: boolean;
  readonly receiver: boolean;
  readonly accounts: boolean;
  readonly browser: boolean;
  /** Whether it answers the derived API, and not the exact calls of point 7 alone. */
  readonly derived: boolean;
}

export interface DerivationContextOptions {
  readonly plan: Plan;
  readonly seed: number;
  readonly now: string;
  readonly environment: Readonly<Record<string, string>>;
  readonly powers: Powers;
}

/** Where cases are derived: the world as the product has it by now, who acts in it, and what is known of the document. */
export class DerivationContext {
  readonly lookup: Lookup;
  readonly plan: Plan;
  readonly mentionedValues: MentionedValues;
  readonly random: Random;
  readonly powers: Powers;
  readonly reasons = new Map<string, Reason>();
  /** Searches that broke down since the last look: faults of the tests, not of the product. */
  readonly broken: { readonly what: string; readonly error: unknown }[] = [];
  readonly accounts: Account[] = [];
  /** By account, the symbol of the token of their session. */
  readonly tokens = new Map<string, string>();
  /** Plots that worked, by entity and state: where a search for a like one begins. */
  readonly fixtures = new Map<string, readonly Fixture[]>();
  /** By clause, the terms that stand there: what it shows of them is shown. */
  readonly terms: ReadonlyMap<ClauseAddress, readonly ClauseAddress[]>;
  readonly trials: Trials;
  world: World;
  /** Whether what is created holds every file that it might hold. */
  fillsFiles = false;
  #serial = 100;

  constructor(options: DerivationContextOptions) {
    this.plan = options.plan;
    this.lookup = lookUp(options.plan, options.environment);
    this.mentionedValues = mentionedValuesOf(options.plan);
    this.terms = termsOf(options.plan);
    this.trials = new Trials(this.lookup);
    this.random = randomFrom(options.seed);
    this.powers = options.powers;
    this.world = new World(this.lookup, options.now);
  }

  /** All actors: every account, and null for who is not signed in. Somebody whose account is deleted can't ask. */
  get actors(): readonly Actor[] {
    const living = this.accounts.filter(({ id }) => {
      const account = this.world.get(id);
      return account !== null && this.world.isLiving(account);
    });
    return [...living.map(({ id }) => id), null];
  }

  /** How many records one page may hold. */
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
    const given = reason === 'not found' && this.lookup.effort.wasGivenUp ? 'given up' : reason;
    for (const clause of clauses) if (clause in this.plan.clauses) this.reasons.set(clause, given);
  }
}

export type Cases = Generator<Case, void, void>;
