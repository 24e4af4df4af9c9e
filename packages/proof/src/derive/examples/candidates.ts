import type { Role } from '@nonet/language';
import { isHeld, mightHold, rolesOf, type View, asView } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { ExampleCase } from './example-case.ts';

interface Candidate {
  readonly as: Actor;
  /** The number of roles that they hold. */
  readonly roles: number;
}

/** The actors who fit an example's `who` on a record, or before there is one. */
export function candidatesIn(
  { context, example }: ExampleCase,
  world: World,
  about: string | null,
): readonly Candidate[] {
  const { who } = example;
  if (who.kind !== 'person') return [{ as: null, roles: 0 }];
  const record = world.view(about);
  return context.accounts.flatMap(({ id }) => {
    const person = world.view(id);
    const holds = who.roles.every((name) => {
      const role = context.lookup.role(name);
      if (role === null) return false;
      return record === null ? mightHold(world, person, role) : isHeld(world, person, role, record);
    });
    const holdsFields = who.fields.every((field) => asView(record?.[field])?.id === id);
    return holds && holdsFields ? [{ as: id, roles: rolesHeld(context.plan.roles, world, person, record) }] : [];
  });
}

/** The candidates with the fewest roles: their rights follow from the roles that the example names. */
export function plainest(candidates: readonly Candidate[]): readonly Actor[] {
  const fewest = Math.min(...candidates.map(({ roles }) => roles));
  return candidates.filter(({ roles }) => roles === fewest).map(({ as }) => as);
}

function rolesHeld(roles: readonly Role[], world: World, person: View | null, record: View | null): number {
  const related = roles.filter((role) => role.given.kind === 'relationship' && isHeld(world, person, role, record));
  return rolesOf(world, person).size + related.length;
}
