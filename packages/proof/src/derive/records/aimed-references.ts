import type { Expression } from '@nonet/language';
import type { World } from '../../reference/world.ts';
import { settable } from '../../search/draft.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { findFixture } from './find-fixture.ts';
import type { Fixture } from './fixture.ts';

/** How many changes of another record's fixture are tried. */
const TRIES = 60;
/** A record that leaves less than this share of the distance ends the search for it. */
const FAR_ENOUGH = 0.2;

export interface Aimed {
  readonly made: Fixture;
  readonly referring: (id: string) => Fixture;
}

/**
 * Another record for a reference of a refused fixture, in the state and with the values with which the fixture is refused
 * least: conditions may read it through computed fields (`day_count <= allocation.remaining`).
 *
 * @param about The conditions that refuse the fixture. @param focus The fields on which that depends.
 * @param cost The cost of a fixture in a world, as `from` is now.
 */
export function aimedReference(
  context: DerivationContext,
  fixture: Fixture,
  about: readonly (Expression | null)[],
  focus: ReadonlySet<string>,
  from: number,
  cost: (world: World, fixture: Fixture) => number,
): Aimed | null {
  const { entity, creator, route, origin } = fixture;
  if (origin !== undefined || route[0]?.row.from === 'new') return null;
  const { lookup } = context;
  for (const { name, type } of settable(context.drafting(creator), entity)) {
    if (type.kind !== 'reference' || type.entity === entity || type.entity === 'User') continue;
    const isRead = [...focus].some((key) => key.startsWith(`${type.entity}.`));
    if (!focus.has(`${entity}.${name}`) || !isRead) continue;
    const referring = (id: string): Fixture => ({ ...fixture, draft: { ...fixture.draft, [name]: id } });
    const states = lookup.workflow(type.entity)?.states.map((state) => state.name) ?? [null];
    for (const state of states) {
      if (lookup.workBudget.isSpent) return null;
      const made = findFixture(context, {
        entity: type.entity,
        state,
        under: [],
        about,
        budget: TRIES,
        nearest: FAR_ENOUGH,
        accept: 0.99,
        want: (world, id) => Math.min(1, cost(world, referring(id)) / from),
      });
      if (made !== null) return { made, referring };
    }
  }
  return null;
}
