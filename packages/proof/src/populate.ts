import type { Plan } from '@nonet/language';
import { begin } from './derive/records/begin.ts';
import type { Account } from './derive/records/accounts.ts';
import { deriveRecordVariants } from './derive/records/record-variants.ts';
import { DerivationContext } from './derive/derivation-context.ts';
import type { World } from './reference/world.ts';
import type { Host } from './run/host.ts';
import { identify, introduce } from './run/introduce.ts';
import { Runner } from './run/runner.ts';
import { candidates } from './search/draft.ts';

export interface PopulateOptions {
  readonly plan: Plan;
  readonly host: Host;
  readonly seed: number;
  /** Where the product's clock begins, RFC 3339. */
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
 * Fills a product through its own endpoints: records of every entity in every state, made by people of every kind, and on
 * which each condition of point 6 holds and doesn't. Throws where the product answers otherwise than the document says.
 */
export async function populate({ plan, host, seed, now, environment }: PopulateOptions): Promise<Populated> {
  const powers = {
    clock: host.setTime !== null,
    receiver: host.receiver !== null,
    accounts: host.addAccount !== null,
    browser: host.browser !== null,
    derived: true,
  };
  const context = new DerivationContext({ plan, seed, now, environment, powers });
  const runner = new Runner(host, plan, now);
  host.setTime?.(now);
  const { seeded } = begin(context);
  await introduce(host, runner.bindings, context.accounts, seeded);
  await identify(host, runner.bindings, seeded, (entity) => context.listOf(entity));
  for (const derived of deriveRecordVariants(context)) {
    const result = await runner.run(derived);
    if (!result.passed) throw new Error(`${derived.title}: ${result.reason}`);
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
