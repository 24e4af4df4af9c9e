import type { Plan } from '@nonet/language';
import { prepareGivenCalls } from './reference/given-calls.ts';
import { DerivationContext } from './derive/derivation-context.ts';
import type { Account } from './derive/records/accounts.ts';
import { begin } from './derive/records/begin.ts';
import { deriveRecordVariants } from './derive/records/record-variants.ts';
import type { World } from './reference/world.ts';
import type { Host } from './run/host.ts';
import { identify, introduce } from './run/introduce.ts';
import { Runner } from './run/case-runner.ts';
import { candidates } from './search/draft.ts';

export interface PopulateOptions {
  readonly plan: Plan;
  readonly host: Host;
  readonly seed: number;
  /** The start of the product's clock, RFC 3339. */
  readonly now: string;
  readonly environment: Readonly<Record<string, string>>;
}

/** A running product with records in it, and the reference's own reading of them. */
export interface Populated {
  readonly world: World;
  readonly accounts: readonly Account[];
  /** The product's id of a symbolic one. */
  realId(symbolic: string): string;
  /** Plausible values of a field in the wire's form; references as symbolic ids. */
  valuesOf(entity: string, field: string): readonly unknown[];
}

/**
 * Fills a product through its own endpoints with records of every entity in every state, made by people of every kind.
 * Each condition of point 6 holds on some of them and fails on others. Throws if an answer of the product contradicts
 * the document.
 */
export async function populate({ plan, host, seed, now, environment }: PopulateOptions): Promise<Populated> {
  const capabilities = {
    clock: host.setTime !== null,
    receiver: host.receiver !== null,
    accounts: host.addAccount !== null,
    browser: host.browser !== null,
    derived: true,
  };
  await prepareGivenCalls(plan);
  const context = new DerivationContext({ plan, seed, now, environment, capabilities });
  const runner = new Runner(host, plan, now);
  host.setTime?.(now);
  const { seeded, isOverdue } = begin(context);
  if (isOverdue) await host.settle?.();
  await introduce(host, runner.bindings, [...context.accounts, ...context.reserve], seeded);
  await identify(host, runner.bindings, seeded, (entity) => context.listOf(entity));
  for (const derived of deriveRecordVariants(context)) {
    const result = await runner.run(derived);
    if (!result.passed) throw new Error(`${derived.title}: ${result.reason.text}`);
  }
  return {
    world: context.world,
    accounts: context.accounts,
    realId: (symbolic) => runner.bindings.resolve(symbolic),
    valuesOf: (entity, name) => {
      const field = context.lookup.field(entity, name);
      return field === null ? [] : candidates(context.drafting(null), field);
    },
  };
}
