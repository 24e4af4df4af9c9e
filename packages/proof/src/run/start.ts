import type { Plan } from '@nonet/language';
import { begin, type SeededRecord } from '../derive/records/begin.ts';
import type { Account } from '../derive/records/accounts.ts';
import { DerivationContext } from '../derive/derivation-context.ts';
import type { Case } from './case.ts';
import type { Host } from './host.ts';
import { identify, introduce } from './introduce.ts';
import { PATIENCE, type Patience, within } from './patience.ts';
import type { Result } from './result.ts';
import { Runner } from './runner.ts';

/** A product to be tried, and how. */
export interface Trial {
  readonly plan: Plan;
  readonly host: Host;
  readonly seed: number;
  /** Where the product's clock begins, RFC 3339. */
  readonly now: string;
  /** What `env` and `secret` constants read in the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** How long the product is waited for. */
  readonly patience?: Patience;
}

/** The context of derivations, with the document's own records. */
export interface Begun {
  readonly context: DerivationContext;
  readonly seeded: readonly SeededRecord[];
  /** Who is there at first: a derivation adds those who sign up. */
  readonly people: readonly Account[];
}

/** What was found at a first start: each record of the document, and each account of the tests. */
export interface Started {
  readonly runner: Runner;
  readonly found: readonly { readonly derived: Case; readonly result: Result }[];
}

/** The product can't be put back: nothing more can be tried. */
export class ProductLost extends Error {}

export function beginDerivation({ plan, host, now, environment }: Trial, seed: number): Begun {
  const powers = {
    clock: host.setTime !== null,
    receiver: host.receiver !== null,
    accounts: host.addAccount !== null,
    browser: host.browser !== null,
    derived: host.derived,
  };
  const context = new DerivationContext({ plan, seed, now, environment, powers });
  const { seeded } = begin(context);
  // Elsewhere who acts signs up first, by the document's own calls.
  if (!host.derived) context.accounts.length = 0;
  return { context, seeded, people: [...context.accounts] };
}

/**
 * Puts the product back, and learns who is who in it.
 * @throws {ProductLost} Where it can't be put back.
 */
export async function startProduct(trial: Trial, { context, seeded, people }: Begun): Promise<Started> {
  const { plan, host, now, patience = PATIENCE } = trial;
  host.setTime?.(now);
  try {
    const reset = host.reset?.() ?? Promise.resolve();
    await within(patience.start, 'The product does not stand as at its first start again', reset);
  } catch (error) {
    throw new ProductLost(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const runner = new Runner(host, plan, now, patience);
  if (!host.derived) return { runner, found: [] };
  const refused = await introduce(host, runner.bindings, people, seeded);
  const { found, missing } = await identify(host, runner.bindings, seeded, (entity) => context.listOf(entity));
  return {
    runner,
    found: [
      ...refused.map(({ account, error }) => ({
        derived: {
          clauses: ['3.User'],
          title: `An account for ${account.name ?? account.email}, who acts in the tests`,
          steps: [],
        },
        result: failed(['3.User'], `the product does not take the account: ${error.message}`, error.stack),
      })),
      ...found.map(({ clause }) => ({
        derived: recordCase(
          clause,
          Object.keys(plan.clauses).filter((each) => each === clause || each.startsWith(`${clause}.`)),
        ),
        result: { passed: true } as const,
      })),
      ...missing.map(({ clause }) => ({
        derived: recordCase(clause, [clause]),
        result: failed([clause], 'no record of the product is as the document states it'),
      })),
    ],
  };
}

function recordCase(clause: string, clauses: readonly string[]): Case {
  return { clauses, title: `The record ${clause} is there`, steps: [] };
}

function failed(clauses: readonly string[], reason: string, fault?: string): Result {
  return {
    passed: false,
    clauses,
    reason,
    request: null,
    answer: null,
    ...(fault === undefined ? {} : { fault }),
  };
}
