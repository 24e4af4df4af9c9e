import type { Body } from '../reference/body.ts';
import type { World } from '../reference/world.ts';
import { attempt, endOf } from './attempt.ts';
import { BUDGET, findPlot, type Near, nearestPlot } from './find-plot.ts';
import { type Goal, isAccepted } from './goal.ts';
import type { Plot } from './plot.ts';
import { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { type Support, supportsOf, supportsWhereRefused } from './support.ts';
import { play } from './walk.ts';

export interface Reached {
  readonly scene: Scene;
  readonly id: string;
  readonly plot: Plot;
  /** What it was made of. */
  readonly draft: Body;
}

/** As many steps one search takes: records that are found at all are found in far fewer. */
const MOST_STEPS = 120_000;
/** Goals for which fewer tries are enough are not worth another record. */
const LEAST_BUDGET = 60;
/** As many records may be needed beside the one that is sought. */
const MOST_NEEDED = 3;
/** As many kinds of records are tried for one that is needed, each as often. */
const MOST_KINDS = 8;
const TRIES = 40;

/**
 * A new record in a state that fits the goal, with the steps that make it, and those that make what conditions look for
 * beside it; null where the search found none. A search that breaks down finds none, and is kept to be told
 * (`stage.broken`): the other cases are derived all the same.
 */
export function reach(stage: Stage, goal: Goal): Reached | null {
  try {
    return stage.lookup.effort.within(MOST_STEPS, () => search(stage, goal));
  } catch (error) {
    const state = goal.state === null ? '' : ` in ${goal.state}`;
    stage.broken.push({ what: `Looking for a record of ${goal.entity}${state}`, error });
    return null;
  }
}

function search(stage: Stage, goal: Goal): Reached | null {
  const scene = new Scene(stage);
  let sought = goal;
  for (let needed = 0; ; needed += 1) {
    const nearest = standing(stage, scene.world, () => nearestPlot(stage, sought));
    if (nearest === null) return null;
    const { plot, tried } = nearest;
    if (isAccepted(goal, tried)) {
      const id = play(scene, plot);
      return id === null ? null : { scene, id, plot, draft: plot.draft };
    }
    if ((goal.budget ?? BUDGET) < LEAST_BUDGET || needed === MOST_NEEDED) return null;
    const near = helped(scene, goal, nearest);
    if (near === null) return surrounded(scene, goal, plot);
    sought = { ...goal, near };
  }
}

/** Makes a record without which a plot is refused on its way; the plot with it, or null where none helps. */
function helped(scene: Scene, goal: Goal, { plot, tried }: Near): Plot | null {
  const { stage, world } = scene;
  const end = endOf(stage, world, plot);
  const outcome = end.refused?.outcome ?? null;
  if (outcome === null) return null;
  for (const support of differing(supportsWhereRefused(stage, world, outcome, end.id))) {
    const found = standing(stage, world, () => plotOf(stage, support));
    const made = found === null ? null : endOf(stage, world, found);
    if (found === null || made === null || made.id === null) continue;
    const named = naming(plot, support, made.id);
    const { cost } = standing(stage, made.world, () => attempt(stage, goal, named));
    if (cost >= tried.cost) continue;
    const id = play(scene, found);
    return id === null ? null : naming(plot, support, id);
  }
  return null;
}

/** A record that a plot leads to, and beside it then another one for which the goal's conditions look. */
function surrounded(scene: Scene, goal: Goal, plot: Plot): Reached | null {
  const { stage } = scene;
  if (goal.isLast === true || endOf(stage, scene.world, plot).refused !== null) return null;
  const id = play(scene, plot);
  if (id === null) return null;
  const { world } = scene;
  const record = world.view(id);
  const supports = stage.actors.flatMap((actor) =>
    supportsOf(world, goal.about ?? [], { this: record, old: record, user: world.view(actor), input: {} }),
  );
  for (const support of differing(supports)) {
    const found = standing(stage, world, () => plotOf(stage, support));
    const made = found === null ? null : endOf(stage, world, found);
    if (found === null || made === null || made.refused !== null) continue;
    const cost = goal.want?.(made.world, id, plot) ?? 0;
    if (!isAccepted(goal, { cost }) || play(scene, found) === null) continue;
    return { scene, id, plot, draft: plot.draft };
  }
  return null;
}

/** Does something as if the product stood like this. */
function standing<Found>(stage: Stage, world: World, work: () => Found): Found {
  const before = stage.world;
  stage.world = world;
  try {
    return work();
  } finally {
    stage.world = before;
  }
}

function plotOf(stage: Stage, { entity, state, given, where, distance }: Support): Plot | null {
  return findPlot(stage, { entity, state, given, about: [where], budget: TRIES, want: distance });
}

/** One of each kind, and not too many. */
function differing(supports: readonly Support[]): Support[] {
  const seen = new Set<string>();
  return supports
    .filter(({ entity, state, given }) => {
      const kind = JSON.stringify([entity, state, given]);
      return !seen.has(kind) && seen.add(kind);
    })
    .slice(0, MOST_KINDS);
}

/** The plot, naming the record where one of its own fields looks for it. */
function naming(plot: Plot, { field }: Support, id: string): Plot {
  if (field === null) return plot;
  return { ...plot, draft: { ...plot.draft, [field.name]: field.type.kind === 'many' ? [id] : id } };
}
