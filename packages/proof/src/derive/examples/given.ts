import { conjuncts, type Example, type GivenRecord } from '@nonet/language';
import type { Lookup } from '../../reference/lookup.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Step } from '../../run/case.ts';
import { distance } from '../../search/distance.ts';
import { reach } from '../records/reach.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { namesIn, type ExampleCase } from './example-case.ts';

/** The distance between the records and the example's `given`, for the best actor: 0 if they fit. */
export function givenDistance(exampleCase: ExampleCase, world: World, about: string, as: Actor): number {
  const { given } = exampleCase.example;
  const ids = [...exampleCase.otherIds, about];
  const parts = given.map(({ condition, variable }, index) => {
    if (condition === null) return 0;
    const names = { ...namesIn(exampleCase, world, about, as), [variable]: world.view(ids[index] ?? null) };
    return distance(world, condition, names, true);
  });
  return parts.reduce((sum, part) => sum + part, 0) / Math.max(1, parts.length);
}

/** The given records except for the last one: existing ones, or new ones. Null if one can't be found. */
export function otherGiven(
  context: DerivationContext,
  example: Example,
): { ids: readonly string[]; steps: readonly Step[] } | null {
  const ids: string[] = [];
  const steps: Step[] = [];
  for (const [index, given] of example.given.slice(0, -1).entries()) {
    const exampleCase = { context, example: { ...example, given: example.given.slice(0, index + 1) }, otherIds: ids };
    const costOf = (world: World, id: string) =>
      Math.min(...context.actors.map((as) => givenDistance(exampleCase, world, id, as)));
    const known = context.world.living(given.entity).find(({ id }) => costOf(context.world, id) === 0);
    if (known !== undefined) {
      ids.push(known.id);
      continue;
    }
    const made = madeSo(context, given, costOf);
    if (made === null) return null;
    ids.push(made.id);
    steps.push(...made.steps);
  }
  return { ids, steps };
}

function madeSo(context: DerivationContext, given: GivenRecord, want: (world: World, id: string) => number) {
  for (const state of statesIn(context.lookup, given)) {
    const found = reach(context, { entity: given.entity, state, about: [given.condition], want });
    if (found === null) continue;
    context.world = found.builder.world;
    return { id: found.id, steps: found.builder.steps };
  }
  return null;
}

/** The states that a given record may be in, where its condition says so plainly; null: in any. */
export function statesIn(lookup: Lookup, { entity, variable, condition }: GivenRecord): readonly (string | null)[] {
  const field = lookup.workflow(entity)?.field ?? null;
  if (field === null || condition === null) return [null];
  for (const part of conjuncts(condition)) {
    if (part.kind !== 'binary' || (part.operator !== '==' && part.operator !== 'in')) continue;
    const { left, right } = part;
    if (left.kind !== 'field' || left.field !== field || left.of.kind !== 'variable' || left.of.name !== variable)
      continue;
    const named = right.kind === 'list' ? right.items : [right];
    const states = named.flatMap((each) => (each.kind === 'literal' ? [String(each.value)] : []));
    if (states.length === named.length && states.length > 0) return states;
  }
  return [null];
}
