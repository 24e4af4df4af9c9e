import type { Plan } from '@nonet/language';
import { DerivationContext } from '../derive/derivation-context.ts';
import type { Account } from '../derive/records/accounts.ts';
import { begin, type SeededRecord } from '../derive/records/begin.ts';
import type { Case } from './case.ts';
import { because, type FailureReason } from './failure-reason.ts';
import { type Fault, faultOf } from './fault.ts';
import type { Host } from './host.ts';
import { identify, introduce } from './introduce.ts';
import type { Result } from './result.ts';
import { Runner } from './case-runner.ts';
import { TIMEOUTS, type Timeouts, within } from './timeouts.ts';

/** A product to be tried, and how. */
export interface Trial {
  readonly plan: Plan;
  readonly host: Host;
  readonly seed: number;
  /** The start of the product's clock, RFC 3339. */
  readonly now: string;
  /** The values that `env` and `secret` constants have in the product. */
  readonly environment: Readonly<Record<string, string>>;
  /** The longest waits for the product. */
  readonly timeouts?: Timeouts;
}

/** The context of derivations, with the document's own records. */
export interface Begun {
  readonly context: DerivationContext;
  readonly seeded: readonly SeededRecord[];
  /** Whether timers of some of them are due at the start. */
  readonly isOverdue: boolean;
  /** The accounts at the start; derivations add those who sign up. */
  readonly people: readonly Account[];
}

/** The findings of a first start: each record of the document, and each account of the tests. */
export interface Started {
  readonly runner: Runner;
  readonly found: readonly { readonly derived: Case; readonly result: Result }[];
}

/** The product can't be put back: nothing more can be tried. */
export class ProductLost extends Error {}

/** By trial, the state with which every derivation begins. */
const firsts = new WeakMap<Trial, Begun>();

/** The context of a derivation, as at the product's first start. */
export function beginDerivation(trial: Trial, seed: number): Begun {
  const first = firsts.get(trial) ?? beginFirst(trial);
  firsts.set(trial, first);
  return { ...first, context: first.context.again(seed) };
}

function beginFirst({ plan, host, seed, now, environment }: Trial): Begun {
  const capabilities = {
    clock: host.setTime !== null,
    receiver: host.receiver !== null,
    accounts: host.addAccount !== null,
    browser: host.browser !== null,
    derived: host.derived,
  };
  const context = new DerivationContext({ plan, seed, now, environment, capabilities });
  const begun = begin(context);
  // In another server the actors sign up first, by the document's own calls.
  if (!host.derived) context.accounts.length = context.reserve.length = 0;
  return { context, ...begun, people: [...context.accounts, ...context.reserve] };
}

/**
 * Puts the product back, and learns who is who in it.
 * @throws {ProductLost} if it can't be put back.
 */
export async function startProduct(trial: Trial, { context, seeded, isOverdue, people }: Begun): Promise<Started> {
  const { plan, host, now, timeouts = TIMEOUTS } = trial;
  host.setTime?.(now);
  try {
    const reset = host.reset?.() ?? Promise.resolve();
    await within(timeouts.start, because`The product is not back in the state of its first start`, reset);
    // A fault here makes the first case fail that waits for the product to carry out what is due.
    if (isOverdue) await within(timeouts.rest, because`work that is due is not done`, settled(host));
  } catch (error) {
    throw new ProductLost(error instanceof Error ? error.message : String(error), { cause: error });
  }
  const runner = new Runner(host, plan, now, timeouts);
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
        result: failed(['3.User'], because`the product refuses the account: ${error.message}`, faultOf(error)),
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
        result: failed([clause], because`the product has no record as the document states it`),
      })),
    ],
  };
}

async function settled(host: Host): Promise<void> {
  try {
    await host.settle?.();
  } catch {
    // The error is thrown again by each later call, so a case will report it.
  }
}

function recordCase(clause: string, clauses: readonly string[]): Case {
  return { clauses, title: `The record ${clause} is there`, steps: [] };
}

function failed(clauses: readonly string[], reason: FailureReason, fault?: Fault): Result {
  return {
    passed: false,
    clauses,
    reason,
    request: null,
    answer: null,
    ...(fault === undefined ? {} : { fault }),
  };
}
