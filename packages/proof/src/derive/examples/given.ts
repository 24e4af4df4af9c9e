import { conjuncts, type Example, type GivenRecord } from '@nonet/language';
import type { Lookup } from '../../reference/lookup.ts';
import type { Body } from '../../reference/body.ts';
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

/** The given records except for the last one, and the steps that have made them. */
export interface OtherGiven {
  readonly ids: readonly string[];
  readonly steps: readonly Step[];
}

/**
 * The given records except for the last one: existing ones, or new ones; if the example does not say in which state, then
 * also in each of its states, because the last one may need them there (an enrolment in a week that is open). The world
 * of the context has them when they are yielded.
 */
export function* otherGiven(
  context: DerivationContext,
  example: Example,
  ids: readonly string[] = [],
): Generator<OtherGiven, void, void> {
  const given = ids.length < example.given.length - 1 ? example.given[ids.length] : undefined;
  if (given === undefined) {
    yield { ids, steps: [] };
    return;
  }
  const exampleCase = {
    context,
    example: { ...example, given: example.given.slice(0, ids.length + 1) },
    otherIds: ids,
  };
  const costOf = (world: World, id: string) =>
    Math.min(...context.actors.map((as) => givenDistance(exampleCase, world, id, as)));
  const before = context.world;
  const known = before.living(given.entity).find(({ id }) => costOf(before, id) === 0);
  if (known !== undefined) yield* otherGiven(context, example, [...ids, known.id]);
  for (const state of statesFor(context.lookup, given)) {
    context.world = before;
    if (known !== undefined && state === null) continue;
    const found = reach(context, { entity: given.entity, state, about: [given.condition], want: costOf });
    if (found === null) continue;
    const { world, steps } = found.builder;
    context.world = world;
    for (const more of otherGiven(context, example, [...ids, found.id]))
      yield { ids: more.ids, steps: [...steps, ...more.steps] };
  }
  context.world = before;
}

/** The states in which a given record is made, one after the other: first in any, if its condition names none. */
function statesFor(lookup: Lookup, given: GivenRecord): readonly (string | null)[] {
  const stated = statesIn(lookup, given);
  const all = lookup.workflow(given.entity)?.states.map(({ name }) => name) ?? [];
  return stated.includes(null) ? [null, ...all] : stated;
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

/** The references to other given records that a condition asks of the example's subject (`week == w`). */
export function referencesGiven({ example, otherIds }: ExampleCase): Body {
  const subject = example.given.at(-1);
  const others = new Map(example.given.slice(0, -1).map(({ variable }, place) => [variable, otherIds[place]]));
  const given: Record<string, unknown> = {};
  for (const part of subject === undefined || subject.condition === null ? [] : conjuncts(subject.condition)) {
    if (part.kind !== 'binary' || part.operator !== '==') continue;
    for (const [own, other] of [[part.left, part.right] as const, [part.right, part.left] as const]) {
      const id = other.kind === 'variable' ? others.get(other.name) : undefined;
      const isOwn = own.kind === 'field' && own.of.kind === 'variable' && own.of.name === subject?.variable;
      if (id !== undefined && isOwn) given[own.field] = id;
    }
  }
  return given;
}
