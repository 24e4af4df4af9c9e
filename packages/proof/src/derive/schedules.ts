import { holds } from '../reference/evaluate.ts';
import { nextOf, schedulesOf } from '../reference/schedules.ts';
import type { World } from '../reference/world.ts';
import { answerAll, answersFor } from './answering.ts';
import { clausesOf, seeAll } from './calls.ts';
import { reach } from './reach.ts';
import type { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

type Scheduled = ReturnType<typeof schedulesOf>[number];

/** Point 7: each call at fixed times, a second before its time and at it, for records that it is for and others. */
export function* deriveSchedules(stage: Stage): Cases {
  for (const scheduled of schedulesOf(stage.world)) {
    const { call, cause } = scheduled;
    const clauses = clausesOf(stage, call);
    if (!stage.powers.receiver || call.request?.origin.kind === 'literal' || !stage.powers.clock) {
      stage.cannot(stage.powers.clock ? 'receiver' : 'clock', ...clauses);
      continue;
    }
    const other = cause.condition === null ? null : waiting(stage, scheduled, false);
    if (other !== null) yield other.prepared(`A ${cause.entity} that ${call.name} is not for`, clauses);
    const scene = waiting(stage, scheduled, true);
    if (scene === null) {
      stage.cannot('not found', ...clauses);
      continue;
    }
    scene.steps.unshift({ kind: 'calls', at: stage.world.now, expect: null, answers: answersFor(stage), clauses: [] });
    scene.steps.push({ kind: 'calls', at: scene.world.now, expect: null, clauses: [] });
    // Each time anew.
    for (let time = 1; time <= 2; time += 1) {
      const next = nextOf(scene.world, scheduled.schedule);
      for (const until of [new Date(Date.parse(next) - 1000).toISOString(), next]) {
        const before = scene.calls.length;
        scene.wait(until, clauses);
        const made = answerAll(scene, scene.calls.slice(before));
        scene.steps.push({ kind: 'calls', at: scene.world.now, expect: made, clauses });
      }
    }
    seeAll(scene, scene.calls, clauses);
    yield scene.done(`${call.name} ${cause.event}, for each ${cause.entity} that it is for`, clauses);
  }
}

/** A record that a call will be made for at its next time, or won't be. */
function waiting(stage: Stage, { call, cause, schedule }: Scheduled, wanted: boolean): Scene | null {
  const isFor = (world: World, id: string) => {
    const then = world.fork();
    then.now = nextOf(world, schedule);
    return cause.condition === null || holds(then, cause.condition, { this: then.view(id), user: null, old: null });
  };
  const states = stage.lookup.workflow(cause.entity)?.states.map(({ name }) => name) ?? [];
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(stage, {
      entity: cause.entity,
      state,
      about: [cause.condition, call.forEach],
      want: (world, id) => (isFor(world, id) === wanted ? 0 : 0.5),
      budget: 80,
    });
    if (found === null) continue;
    // What its making has called is answered before the time comes, and may have changed it.
    answerAll(found.scene, found.scene.calls);
    if (isFor(found.scene.world, found.id) === wanted) return found.scene;
  }
  return null;
}
