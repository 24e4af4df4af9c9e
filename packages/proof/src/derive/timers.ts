import { dueAt, timersOf, waits } from '../reference/advance.ts';
import { mayDo } from '../reference/permissions.ts';
import { focusConstants } from './constants.ts';
import { reach } from './reach.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 4: each timer, a second before its time and at it. */
export function* deriveTimers(stage: Stage): Cases {
  for (const timer of timersOf(stage.world)) {
    const { entity, row, event, actor } = timer;
    const expression = actor.kind === 'after' ? actor.duration : actor.at;
    const clauses = [row.clause, ...focusConstants(stage, [expression])];
    if (!stage.powers.clock) {
      stage.cannot('clock', ...clauses);
      continue;
    }
    let shown = false;
    for (const state of Array.isArray(row.from) ? (row.from as readonly string[]) : [null]) {
      const found = reach(stage, {
        entity,
        state,
        about: [row.when, expression],
        want: (world, id) => {
          const record = world.get(id);
          const due = record === null ? null : dueAt(world, timer, record);
          return due !== null && Date.parse(due) - 5000 > Date.parse(world.now) ? 0 : 0.5;
        },
      });
      if (found === null) continue;
      const { scene, id } = found;
      const record = scene.world.get(id);
      const due = record === null || !waits(scene.world, timer, record) ? null : dueAt(scene.world, timer, record);
      if (due === null) continue;
      const reader = stage.readers.find((one) => {
        const view = scene.world.view(id);
        return view !== null && one !== null && mayDo(one, 'read', view);
      });
      if (reader === undefined) continue;
      scene.wait(new Date(Date.parse(due) - 1000).toISOString(), clauses);
      scene.see(reader, id, clauses);
      scene.wait(due, clauses);
      scene.see(reader, id, clauses);
      shown = true;
      yield scene.done(`${event.label} of ${entity}${state === null ? '' : ` from ${state}`}, in its time`, clauses);
    }
    if (!shown) stage.cannot('not found', row.clause);
  }
}
