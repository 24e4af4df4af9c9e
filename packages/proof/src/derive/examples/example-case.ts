import type { Example, GivenRecord } from '@nonet/language';
import type { Variables } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { DerivationContext } from '../derivation-context.ts';

/** An example while its case is written. */
export interface ExampleCase {
  readonly context: DerivationContext;
  readonly example: Example;
  /** The given records except for the subject, by their ids, in the order of the document. */
  readonly otherIds: readonly string[];
}

/** The given record that an example is about; null if nothing is given. */
export function subjectOf({ given }: Example): GivenRecord | null {
  return given.at(-1) ?? null;
}

/** The names in an example's expressions: the given records, `this` (which may be a new record), and the actor. */
export function namesIn({ example, otherIds }: ExampleCase, world: World, about: string | null, as: Actor): Variables {
  const ids = [...otherIds, about];
  const named = example.given.map(({ variable }, index) => [variable, world.view(ids[index] ?? null)] as const);
  return { ...Object.fromEntries(named), this: world.view(about), user: world.view(as) };
}
