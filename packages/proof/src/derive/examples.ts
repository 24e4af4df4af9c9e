import { type Example, type GivenRecord, walk } from '@nonet/language';
import { entityOf } from '../reference/evaluate.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import type { Body } from '../reference/body.ts';
import { mutated } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { candidatesIn, plainest } from './examples/candidates.ts';
import { laterBy, refutation } from './examples/consequence.ts';
import { entityIn, requestOf, tryOut } from './examples/deed.ts';
import { givenBeside, givenDistance, statesIn } from './examples/given.ts';
import { subjectOf, type Telling } from './examples/telling.ts';
import { creatorsOf, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** An example is about one case, which a person found worth writing down: it is looked for longer than others. */
const BUDGET = 1200;
/** Nearer than this everything is as it is given, and what follows is not yet as the example has it. */
const GIVEN = 0.4;

/**
 * Points 4 and 5, `### Examples`: records such as are given are made, the deed is done, and what follows is looked at.
 * What an example leaves open is chosen so that it comes out as it is written, if the document allows that at all.
 */
export function* deriveExamples(stage: Stage): Cases {
  stage.cannot('open', ...Object.keys(stage.plan.clauses).filter((clause) => /^[45]\.examples\./.test(clause)));
  for (const example of stage.plan.examples) {
    if (example.who.kind === 'time' && !stage.powers.clock) {
      stage.cannot('clock', example.clause);
      continue;
    }
    const scene = tell(stage, example);
    if (scene === null) stage.cannot('not found', example.clause);
    else yield scene.done(`${example.clause}: ${Object.values(example.words).join(' | ')}`, [example.clause]);
  }
}

function tell(stage: Stage, example: Example): Scene | null {
  const beside = givenBeside(stage, example);
  if (beside === null) return null;
  const telling: Telling = { stage, example, beside: beside.ids };
  const scene = subjectOf(example) === null ? tellNew(telling) : tellOf(telling);
  scene?.steps.unshift(...beside.steps);
  return scene;
}

/** On a new record such as is given; where nobody makes one, on one that is there. */
function tellOf(telling: Telling): Scene | null {
  const { stage, example } = telling;
  const subject = subjectOf(example);
  if (subject === null) return null;
  const costOf = (world: World, id: string) => nearest(telling, world, id).cost;
  const about = aboutOf(telling);
  const search = { entity: subject.entity, about, nearest: 0, accept: GIVEN, budget: BUDGET, want: costOf };
  for (const state of statesIn(stage.lookup, subject)) {
    // What is given of who acts is often that they made it.
    const own = readsUser(subject) ? candidatesIn(telling, stage.world, null).map(({ as }) => as) : null;
    const found = (own && reach(stage, { ...search, state, creators: own })) ?? reach(stage, { ...search, state });
    if (found !== null) return finish(telling, found.scene, found.id);
  }
  const there = stage.world
    .living(subject.entity)
    .map(({ id }) => ({ id, cost: costOf(stage.world, id) }))
    .toSorted((a, b) => a.cost - b.cost)[0];
  return there === undefined || there.cost > GIVEN ? null : finish(telling, new Scene(stage), there.id);
}

function readsUser({ condition }: GivenRecord): boolean {
  let reads = false;
  if (condition !== null) walk(condition, (part) => (reads ||= part.kind === 'variable' && part.name === 'user'));
  return reads;
}

/** Who of those who fit comes nearest to the example on a record, and how near; 0 where it comes out as written. */
function nearest(telling: Telling, world: World, id: string): { readonly as: Actor; readonly cost: number } {
  const candidates = candidatesIn(telling, world, id).map((candidate) => ({
    ...candidate,
    apart: givenDistance(telling, world, id, candidate.as),
  }));
  const least = Math.min(1, ...candidates.map(({ apart }) => apart));
  const there = plainest(candidates.filter(({ apart }) => apart === least)).map((as) => {
    if (least > 0) return { as, cost: GIVEN + 0.59 * least };
    return { as, cost: telling.example.does === null ? 0 : GIVEN * tryOut(telling, world, id, as, {}) };
  });
  return there.toSorted((a, b) => a.cost - b.cost)[0] ?? { as: null, cost: 0.99 };
}

function finish(telling: Telling, scene: Scene, id: string): Scene {
  const { example } = telling;
  const before = scene.world;
  if (example.who.kind !== 'time') {
    const { as } = nearest(telling, before, id);
    return act(telling, scene, as, id, {});
  }
  scene.wait(laterBy(before, example, id), [example.clause]);
  lookAt(telling, scene, id);
  const followed = { before, after: scene.world, about: id, as: null, refused: null };
  scene.deny(refutation(telling, followed), [example.clause]);
  return scene;
}

/** Where no record is given, one is created. */
function tellNew(telling: Telling): Scene | null {
  const { stage, example } = telling;
  const entity = entityIn(telling);
  const creators = example.does?.kind === 'create' ? creatorsOf(stage, entity) : stage.actors;
  const candidates = plainest(candidatesIn(telling, stage.world, null));
  const focus = focusOf(stage.lookup, aboutOf(telling));
  let best: { as: Actor; open: Body; cost: number } | null = null;
  const isFound = (as: Actor, open: Body): boolean => {
    const cost = tryOut(telling, stage.world, null, as, open);
    if (best === null || cost < best.cost) best = { as, open, cost };
    return cost === 0;
  };
  const plain = (as: Actor): Body => (example.does?.kind === 'create' ? plainPlot(stage, entity, [], as).draft : {});
  // Whoever may not do it at all may be what the example is about.
  const order = candidates.toSorted((a, b) => Number(creators.includes(b)) - Number(creators.includes(a)));
  let found = order.some((as) => isFound(as, plain(as)));
  for (let tries = 0; !found && tries < BUDGET; tries += 1) {
    const from = best as { as: Actor; open: Body } | null;
    if (from === null || example.does?.kind !== 'create') break;
    found = isFound(from.as, mutated(stage.drafting(from.as), entity, from.open, focus));
  }
  const chosen = best as { as: Actor; open: Body } | null;
  return chosen && act(telling, new Scene(stage), chosen.as, null, chosen.open);
}

function act(telling: Telling, scene: Scene, as: Actor, id: string | null, open: Body): Scene {
  const { clause } = telling.example;
  const before = scene.world;
  const outcome = scene.act(as, requestOf(telling, before, id, as, open), [clause]);
  const about = outcome.id ?? id;
  const followed = { before, after: scene.world, about, as, refused: outcome.refused };
  scene.deny(refutation(telling, followed), [clause]);
  if (about !== null) lookAt(telling, scene, about);
  // What it did to other records is looked at too.
  for (const touched of outcome.refused === null ? outcome.act.touched.keys() : [])
    if (touched !== about) lookAt(telling, scene, touched);
  return scene;
}

/** A record as somebody reads it who may. */
function lookAt({ stage, example }: Telling, scene: Scene, id: string): void {
  const record = scene.world.view(id);
  if (stage.lookup.entity(entityOf(id)).owner !== null) return;
  const actor = stage.actors.find((one) => one !== null && record !== null && mayDo(one, 'read', record));
  if (actor !== undefined) scene.see(actor, id, [example.clause]);
}

/** What the search for an example depends on: what is given, and what decides about its deed. */
function aboutOf({ stage, example }: Telling) {
  const { given, shows, then } = example;
  const refusing = then.kind === 'refused' ? then.errors : [];
  const rows = stage.plan.states.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions));
  const judging = [...stage.plan.rules, ...rows].filter(
    ({ clause, error }) => shows.includes(clause) || (error !== null && refusing.includes(error)),
  );
  return [
    ...given.map(({ condition }) => condition),
    ...judging.map((clause) => ('when' in clause ? clause.when : clause.condition)),
    ...(then.kind === 'done' ? then.conditions : []),
  ];
}
