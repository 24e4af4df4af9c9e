import type { Entity, Field } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import type { View } from '../reference/evaluate.ts';
import { isPersonal } from '../reference/lookup.ts';
import type { Request } from '../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../reference/permissions.ts';
import type { AskStep, Step } from '../run/case.ts';
import { candidates, settable } from '../search/draft.ts';
import { routesTo } from '../search/routes.ts';
import { findPlot } from './find-plot.ts';
import { deriveGround } from './ground.ts';
import { historyOf } from './history.ts';
import type { Plot } from './plot.ts';
import { actorFor, beginnersOf } from './plots.ts';
import { reach } from './reach.ts';
import { recordPath, Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';
import { play } from './walk.ts';

/** As many records are changed in one moment. */
const RECORDS = 6;
/** As many times an event is caused. */
const TIMES = 4;
/** As many are read by everybody. */
const MOST_READ = 3;

/**
 * What many ask for in one moment is answered to each as if they had asked alone: a product may answer several of them by one
 * statement of its database, where one that is refused is refused alone, and each reader gets what they may read.
 */
export function* deriveTogether(stage: Stage): Cases {
  const entities = stage.plan.entities.filter(
    ({ name, owner }) => owner === null && name !== 'User' && beginnersOf(stage, name).length > 0,
  );
  if (entities.length === 0) return;
  yield* deriveGround(stage);
  for (const entity of entities) {
    for (let made = stage.world.living(entity.name).length; made < RECORDS; made += 1) {
      const found = reach(stage, { entity: entity.name, state: null, budget: 25 });
      if (found === null) break;
      yield found.scene.prepared(`A ${entity.name} among others`, [entity.clause]);
    }
    yield* read(stage, entity);
    for (const field of entity.fields.filter(({ unique }) => unique !== null)) yield* changed(stage, entity, field);
    yield* caused(stage, entity);
  }
}

/** The latest records, each by everybody. */
function* read(stage: Stage, { name, clause }: Entity): Cases {
  const scene = new Scene(stage);
  const latest = stage.world.living(name).slice(-MOST_READ);
  for (const { id } of latest) for (const actor of stage.actors) scene.see(actor, id, [clause]);
  const asks = asksOf(scene);
  if (asks.length === 0) return;
  // The first time connections are made, one after the other; then all of it arrives at once.
  for (let time = 1; time <= 2; time += 1) inOneMoment(scene, asks);
  yield scene.done(`The latest ${name} as everybody reads them in one moment`, [clause]);
}

/** Every other one gets a value that another record has, and is refused. */
function* changed(stage: Stage, { name }: Entity, field: Field): Cases {
  const [keeper, ...others] = stage.world.living(name).slice(-RECORDS);
  const taken = keeper?.values[field.name] ?? null;
  const as = stage.actors.find((actor) => isChanger(stage, actor, name, field));
  if (as === undefined || taken === null) return;
  const scene = new Scene(stage);
  const begun = scene.world.now;
  const asks: AskStep[] = [];
  for (const [place, { id }] of others.entries()) {
    const [fresh] = candidates(stage.drafting(as, scene.world), field);
    const request: Request = {
      kind: 'update',
      entity: name,
      id,
      body: { [field.name]: place % 2 === 0 ? fresh : taken },
    };
    scene.world.now = begun;
    const from = scene.steps.length;
    scene.act(as, request, [field.clause]);
    // What a change does elsewhere is looked at when it is made alone.
    const [asked] = scene.steps.splice(from);
    if (asked?.kind === 'ask') asks.push(asked);
  }
  inOneMoment(scene, asks);
  for (const { id } of others) scene.see(as, id, [field.clause]);
  yield scene.done(`Several ${name} that get another ${field.name} in one moment`, [field.clause]);
}

/** An event that is caused several times over: the first makes the others impossible, and is told in the history once. */
function* caused(stage: Stage, { name, history }: Entity): Cases {
  for (const event of stage.lookup.workflow(name)?.events ?? [])
    for (const row of event.transitions.filter((one) => isPersonal(one) && one.from !== 'new' && one.to !== 'same')) {
      const goal = { entity: name, state: row.to, budget: 25 };
      const route = routesTo(stage.lookup, name, row.to).find((steps) => steps.at(-1)?.row === row);
      const plot = route === undefined ? null : findPlot(stage, { ...goal, route });
      const found = plot === null ? null : before(stage, plot);
      if (found === null) continue;
      const { scene, id, as, body } = found;
      const begun = scene.world.now;
      const asks: AskStep[] = [];
      const looks: Step[] = [];
      const request: Request = { kind: 'fire', entity: name, id, event: event.name, body };
      for (let time = 1; time <= TIMES; time += 1) {
        scene.world.now = begun;
        const from = scene.steps.length;
        scene.act(as, request, [row.clause]);
        const [asked, ...around] = scene.steps.splice(from);
        if (asked?.kind === 'ask') asks.push(asked);
        looks.push(...around);
      }
      const [first, ...others] = asks;
      if (first?.expect.status !== 200 || others.some(({ expect }) => expect.status !== 409)) continue;
      // What it makes beside its record is met afterwards: later cases know it by its id.
      scene.steps.push({ kind: 'together', asks, areAlike: true }, ...looks);
      scene.see(as, id, [row.clause]);
      const view = scene.world.view(id) as View;
      if (history === 'kept' && scene.reads(as, id) && mayDo(as, 'history', view))
        scene.look(as, `${recordPath(stage, id)}/history`, historyOf(as, view), [row.clause]);
      yield scene.done(`${event.name} of ${name}, ${TIMES} times in one moment`, [row.clause]);
    }
}

/** A record before the last event of a plot, and who causes that. */
function before(stage: Stage, plot: Plot): { scene: Scene; id: string; as: Actor; body: Body } | null {
  const last = plot.route.at(-1);
  const scene = new Scene(stage);
  const id = play(scene, { ...plot, route: plot.route.slice(0, -1) });
  if (id === null || last === undefined) return null;
  const as = actorFor(stage, scene.world, id, last.row);
  return as === undefined ? null : { scene, id, as, body: plot.asked[last.event] ?? {} };
}

function isChanger(stage: Stage, actor: Actor, entity: string, field: Field): boolean {
  if (!settable(stage.drafting(actor), entity, false).includes(field)) return false;
  const latest = stage.world.living(entity).slice(-RECORDS);
  return latest.every(({ id }) => {
    const view = stage.world.view(id);
    return view !== null && mayDo(actor, 'read', view) && mayUpdateField(actor, view, field.name);
  });
}

function asksOf(scene: Scene): AskStep[] {
  return scene.steps.splice(0).flatMap((step) => (step.kind === 'ask' ? [step] : []));
}

function inOneMoment(scene: Scene, asks: readonly AskStep[]): void {
  if (asks.length > 0) scene.steps.push({ kind: 'together', asks });
}
