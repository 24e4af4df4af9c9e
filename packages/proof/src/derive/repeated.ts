import { type Event, type Expression, type Transition, type Workflow, walk } from '@nonet/language';
import type { Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { findPlot, fresh } from './find-plot.ts';
import { actorFor, plainBody, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import { Scene } from './scene.ts';
import type { Stage } from './stage.ts';
import { play } from './walk.ts';

/** More records than this, one after the other, no test makes to reach a limit. */
const MOST = 130;

/** Whether a condition depends on how many records there are. */
export function countsRecords(condition: Expression): boolean {
  let counts = false;
  walk(condition, (node) => {
    counts ||= node.kind === 'query' && node.source.kind === 'entity' && (node.form === 'count' || node.form === 'sum');
  });
  return counts;
}

/** Creates records of one person until a rule refuses: at the limit it admitted one, above it none. */
export function createdAgain(stage: Stage, entity: string, rule: string, clauses: readonly string[]): Scene | null {
  const plot = findPlot(stage, { entity, state: null, route: [], budget: 40 });
  if (plot === null) return null;
  const scene = new Scene(stage);
  for (let count = 0; count < MOST; count += 1) {
    const { draft } = plainPlot(stage, entity, [], plot.creator);
    const { refused } = scene.act(plot.creator, { kind: 'create', entity, body: draft }, clauses);
    if (refused !== null) return refused.errors.some(({ clause }) => clause === rule) ? scene : null;
  }
  return null;
}

/** As often something happens to one record until its guard refuses. */
const MOST_ON_ONE = 24;

/** Lets one person cause an event on one record again and again, until its guard refuses. */
export function causedOnOne(
  stage: Stage,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
): Scene | null {
  if (row.to !== 'same') return null;
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  const want = (world: World, id: string) => (actorFor(stage, world, id, row) === undefined ? 0.9 : 0);
  const found = reach(stage, { entity, state, want });
  if (found === null) return null;
  const { scene, id } = found;
  for (let count = 0; count < MOST_ON_ONE; count += 1) {
    const acting = actorFor(stage, scene.world, id, row);
    if (acting === undefined) return null;
    const body = plainBody(stage, entity, row, acting);
    const { refused } = scene.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return refused.clause === row.clause ? scene : null;
  }
  return null;
}

/** Lets one person cause an event on one record after the other, until its guard refuses. */
export function causedAgain(
  stage: Stage,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
): Scene | null {
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  const plot = findPlot(stage, {
    entity,
    state,
    budget: 40,
    want: (world, id) => (actorFor(stage, world, id, row) === undefined ? 0.9 : 0),
  });
  if (plot === null) return null;
  const scene = new Scene(stage);
  let acting: Actor | undefined;
  for (let count = 0; count < MOST; count += 1) {
    const id = play(scene, fresh(stage, plot));
    if (id === null) return null;
    acting ??= actorFor(stage, scene.world, id, row);
    if (acting === undefined) return null;
    const body = plainBody(stage, entity, row, acting);
    const { refused } = scene.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return refused.clause === row.clause ? scene : null;
  }
  return null;
}
