import { type Example, type GivenRecord, walk } from '@nonet/language';
import { entityOf } from '../../reference/evaluate.ts';
import { mayDo, type Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import type { Body } from '../../reference/body.ts';
import { mutated } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { candidatesIn, plainest } from './candidates.ts';
import { laterBy, refutation } from './consequence.ts';
import { entityIn, requestOf, tryOut } from './action.ts';
import { givenDistance, otherGiven, referencesGiven, statesIn } from './given.ts';
import { subjectOf, type ExampleCase } from './example-case.ts';
import { creatorsOf, plainFixture } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** An example is about one case, which a person found worth writing down: it is looked for longer than others. */
const BUDGET = 1200;
/** In how many ways the other given records are made. */
const MOST_WAYS = 5;
/** Nearer than this everything is as it is given, and what follows is not yet as the example has it. */
const GIVEN = 0.4;

/**
 * Points 4 and 5, `### Examples`: makes the given records, does the action, and checks the result. Chooses everything
 * that an example leaves open so that the example comes true, if the document allows that at all.
 */
export function* deriveExamples(context: DerivationContext): Cases {
  context.cannot('open', ...Object.keys(context.plan.clauses).filter((clause) => /^[45]\.examples\./.test(clause)));
  for (const example of context.plan.examples) {
    if (example.who.kind === 'time' && !context.capabilities.clock) {
      context.cannot('clock', example.clause);
      continue;
    }
    const builder = deriveExample(context, example);
    if (builder === null) context.cannot('not found', example.clause);
    else yield builder.done(`${example.clause}: ${Object.values(example.words).join(' | ')}`, [example.clause]);
  }
}

function deriveExample(context: DerivationContext, example: Example): CaseBuilder | null {
  let ways = 0;
  for (const others of otherGiven(context, example)) {
    const exampleCase: ExampleCase = { context, example, otherIds: others.ids };
    const builder = subjectOf(example) === null ? createCase(exampleCase) : changeCase(exampleCase);
    if (builder !== null) {
      builder.steps.unshift(...others.steps);
      return builder;
    }
    ways += 1;
    if (ways === MOST_WAYS) break;
  }
  return null;
}

/** Uses a new record that fits `given`; if nobody can create one, an existing record. */
function changeCase(exampleCase: ExampleCase): CaseBuilder | null {
  const { context, example } = exampleCase;
  const subject = subjectOf(example);
  if (subject === null) return null;
  const costOf = (world: World, id: string) => nearest(exampleCase, world, id).cost;
  const about = aboutOf(exampleCase);
  const given = referencesGiven(exampleCase);
  const kept = Object.keys(given).length === 0 ? {} : ({ given, keepsGiven: true } as const);
  const search = { entity: subject.entity, about, nearest: 0, budget: BUDGET, want: costOf, ...kept };
  // One on which the example does not come true contradicts the document only if it comes true on none.
  for (const accept of [0, GIVEN])
    for (const state of statesIn(context.lookup, subject)) {
      const goal = { ...search, accept, state };
      // An example often says about the actor that they created the record.
      const own = readsUser(subject) ? candidatesIn(exampleCase, context.world, null).map(({ as }) => as) : null;
      const found = (own && reach(context, { ...goal, creators: own })) ?? reach(context, goal);
      if (found !== null) return finish(exampleCase, found.builder, found.id);
    }
  const there = context.world
    .living(subject.entity)
    .map(({ id }) => ({ id, cost: costOf(context.world, id) }))
    .toSorted((a, b) => a.cost - b.cost)[0];
  return there === undefined || there.cost > GIVEN ? null : finish(exampleCase, new CaseBuilder(context), there.id);
}

function readsUser({ condition }: GivenRecord): boolean {
  let reads = false;
  if (condition !== null) walk(condition, (part) => (reads ||= part.kind === 'variable' && part.name === 'user'));
  return reads;
}

/** The candidate who comes closest to the example on a record, and the distance; 0 if it comes true. */
function nearest(exampleCase: ExampleCase, world: World, id: string): { readonly as: Actor; readonly cost: number } {
  const candidates = candidatesIn(exampleCase, world, id).map((candidate) => ({
    ...candidate,
    cost: givenDistance(exampleCase, world, id, candidate.as),
  }));
  const least = Math.min(1, ...candidates.map(({ cost }) => cost));
  const there = plainest(candidates.filter(({ cost }) => cost === least)).map((as) => {
    if (least > 0) return { as, cost: GIVEN + 0.59 * least };
    return { as, cost: exampleCase.example.does === null ? 0 : GIVEN * tryOut(exampleCase, world, id, as, {}) };
  });
  return there.toSorted((a, b) => a.cost - b.cost)[0] ?? { as: null, cost: 0.99 };
}

function finish(exampleCase: ExampleCase, builder: CaseBuilder, id: string): CaseBuilder {
  const { example } = exampleCase;
  const before = builder.world;
  if (example.who.kind !== 'time') {
    const { as } = nearest(exampleCase, before, id);
    return carryOut(exampleCase, builder, as, id, {});
  }
  builder.wait(laterBy(before, example, id), [example.clause]);
  lookAt(exampleCase, builder, id);
  const followed = { before, after: builder.world, about: id, as: null, refused: null };
  builder.deny(refutation(exampleCase, followed), [example.clause]);
  return builder;
}

/** The example gives no record, so its action creates one. */
function createCase(exampleCase: ExampleCase): CaseBuilder | null {
  const { context, example } = exampleCase;
  const entity = entityIn(exampleCase);
  const creators = example.does?.kind === 'create' ? creatorsOf(context, entity) : context.actors;
  const candidates = plainest(candidatesIn(exampleCase, context.world, null));
  const focus = focusOf(context.lookup, aboutOf(exampleCase));
  let best: { as: Actor; open: Body; cost: number } | null = null;
  const isFound = (as: Actor, open: Body): boolean => {
    const cost = tryOut(exampleCase, context.world, null, as, open);
    if (best === null || cost < best.cost) best = { as, open, cost };
    return cost === 0;
  };
  const plain = (as: Actor): Body =>
    example.does?.kind === 'create' ? plainFixture(context, entity, [], as).draft : {};
  // The example may be about an actor who may not do it at all.
  const order = candidates.toSorted((a, b) => Number(creators.includes(b)) - Number(creators.includes(a)));
  let found = order.some((as) => isFound(as, plain(as)));
  for (let tries = 0; !found && tries < BUDGET; tries += 1) {
    const from = best as { as: Actor; open: Body } | null;
    if (from === null || example.does?.kind !== 'create') break;
    found = isFound(from.as, mutated(context.drafting(from.as), entity, from.open, focus));
  }
  const chosen = best as { as: Actor; open: Body } | null;
  return chosen && carryOut(exampleCase, new CaseBuilder(context), chosen.as, null, chosen.open);
}

function carryOut(
  exampleCase: ExampleCase,
  builder: CaseBuilder,
  as: Actor,
  id: string | null,
  open: Body,
): CaseBuilder {
  const { clause } = exampleCase.example;
  const before = builder.world;
  const outcome = builder.act(as, requestOf(exampleCase, before, id, as, open), [clause]);
  const about = outcome.id ?? id;
  const followed = { before, after: builder.world, about, as, refused: outcome.refused };
  builder.deny(refutation(exampleCase, followed), [clause]);
  if (about !== null) lookAt(exampleCase, builder, about);
  // Looks at the other records that the action changed.
  for (const touched of outcome.refused === null ? outcome.transaction.touched.keys() : [])
    if (touched !== about) lookAt(exampleCase, builder, touched);
  return builder;
}

/** A record as somebody reads it who may. */
function lookAt({ context, example }: ExampleCase, builder: CaseBuilder, id: string): void {
  const record = builder.world.view(id);
  if (context.lookup.entity(entityOf(id)).owner !== null) return;
  const actor = context.actors.find((one) => one !== null && record !== null && mayDo(one, 'read', record));
  if (actor !== undefined) builder.see(actor, id, [example.clause]);
}

/** The inputs of the search for an example: the given records, and the conditions on its action. */
function aboutOf({ context, example }: ExampleCase) {
  const { given, shows, then } = example;
  const refusing = then.kind === 'refused' ? then.errors : [];
  const rows = context.plan.states.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions));
  const judging = [...context.plan.rules, ...rows].filter(
    ({ clause, error }) => shows.includes(clause) || (error !== null && refusing.includes(error)),
  );
  return [
    ...given.map(({ condition }) => condition),
    ...judging.map((clause) => ('when' in clause ? clause.when : clause.condition)),
    ...(then.kind === 'done' ? then.conditions : []),
  ];
}
