import { dueAt, type Timer, timersOf, waits } from '../reference/advance.ts';
import { holds } from '../reference/evaluate.ts';
import { mayDo } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { focusConstants } from './constants.ts';
import { reach } from './reach.ts';
import type { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 4: each timer, a second before its time and at it; one that comes again, twice, and where its guard doesn't hold. */
export function* deriveTimers(stage: Stage): Cases {
  for (const timer of timersOf(stage.world)) {
    const { row, actor } = timer;
    const expression = actor.kind === 'at' ? actor.at : actor.duration;
    const clauses = [row.clause, ...focusConstants(stage, [expression])];
    if (!stage.powers.clock) {
      stage.cannot('clock', ...clauses);
      continue;
    }
    let shown = false;
    const guards = actor.kind === 'every' && row.when !== null ? [true, false] : [null];
    for (const guard of guards)
      for (const state of Array.isArray(row.from) ? (row.from as readonly string[]) : [null]) {
        const scene = inItsTime(stage, timer, state, guard, clauses);
        if (scene === null) continue;
        shown ||= guard !== false;
        yield scene.done(titleOf(timer, state, guard), clauses);
      }
    if (!shown) stage.cannot('not found', row.clause);
  }
}

function titleOf({ entity, event }: Timer, state: string | null, guard: boolean | null): string {
  const from = state === null ? '' : ` from ${state}`;
  return `${event.label} of ${entity}${from}, in its time${guard === false ? ", where its guard doesn't hold" : ''}`;
}

/** `guard`: what the row's guard must be when the time comes; null where it is not looked at. */
function inItsTime(
  stage: Stage,
  timer: Timer,
  state: string | null,
  guard: boolean | null,
  clauses: readonly string[],
): Scene | null {
  const { entity, row, actor } = timer;
  const due = (world: World, id: string) => {
    const record = world.get(id);
    return record === null || !waits(world, timer, record) ? null : dueAt(world, timer, record);
  };
  const isGuarded = (world: World, id: string, at: string) => {
    if (guard === null || row.when === null) return true;
    const then = world.fork();
    then.now = at;
    return holds(then, row.when, { this: then.view(id), user: null }) === guard;
  };
  const found = reach(stage, {
    entity,
    state,
    about: [row.when, actor.kind === 'at' ? actor.at : actor.duration],
    want: (world, id) => {
      const at = due(world, id);
      if (at === null || Date.parse(at) - 5000 <= Date.parse(world.now)) return 0.5;
      return isGuarded(world, id, at) ? 0 : 0.5;
    },
  });
  if (found === null) return null;
  const { scene, id } = found;
  const reader = stage.readers.find((one) => {
    const view = scene.world.view(id);
    return view !== null && one !== null && mayDo(one, 'read', view);
  });
  const first = due(scene.world, id);
  if (reader === undefined || first === null || !isGuarded(scene.world, id, first)) return null;
  let at: string | null = first;
  for (let time = 1; at !== null && time <= (actor.kind === 'every' ? 2 : 1); time += 1) {
    scene.wait(new Date(Date.parse(at) - 1000).toISOString(), clauses);
    scene.see(reader, id, clauses);
    scene.wait(at, clauses);
    scene.see(reader, id, clauses);
    at = due(scene.world, id);
  }
  return scene;
}
