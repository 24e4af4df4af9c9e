import type { Event, Transition, Workflow } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { namesAt } from '../reference/act.ts';
import type { Outcome } from '../reference/perform.ts';
import type { Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { distance, margin } from '../search/distance.ts';
import { focusConstants } from './constants.ts';
import { clausesOf, firing } from './firing.ts';
import { actorsFor, beginnersOf, bodiesFor } from './plots.ts';
import { reach } from './reach.ts';
import { causedAgain, causedOnOne, countsRecords } from './repeated.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

/** An event from `new` whose guard doesn't hold. */
export function* keptOut(stage: Stage, workflow: Workflow, event: Event, row: Transition): Cases {
  if (row.when === null) return;
  const { entity } = workflow;
  const errors = stage.plan.errors.filter(({ code }) => code === row.error).map(({ clause }) => clause);
  for (const as of beginnersOf(stage, entity, [{ event: event.name, row }]))
    for (const body of bodiesFor(stage, entity, row, as, [row.when])) {
      const outcome = firing(stage, stage.world.fork(), null, event, row, as, body);
      if (outcome.refused?.clause !== row.clause || !isGuard(outcome, row)) continue;
      const scene = new Scene(stage);
      const clauses = [...clausesOf(workflow, row, null), ...focusConstants(stage, [row.when]), ...errors];
      scene.act(as, { kind: 'fire', entity, id: null, event: event.name, body }, clauses);
      yield scene.done(`${event.label} of ${entity} where its guard doesn't hold`, clauses);
      return;
    }
  stage.cannot('not found', ...errors);
}

/** A guard that doesn't hold, as near to holding as can be found. */
export function* guarded(stage: Stage, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  const { when } = row;
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  if (when === null) return;
  const errors = stage.plan.errors.filter(({ code }) => code === row.error).map(({ clause }) => clause);
  for (const holding of [false, true]) {
    const measure = (world: World, id: string, acting: Actor, body: Body): number => {
      const outcome = firing(stage, world, id, event, row, acting, body);
      const decided = holding
        ? outcome.refused === null
        : outcome.refused?.clause === row.clause && isGuard(outcome, row);
      const record = world.view(id);
      const names = { ...namesAt(outcome.act, id), input: {}, user: world.view(acting), old: record, this: record };
      return decided ? margin(world, when, names) / 3 : 0.5 + distance(world, when, names, holding) / 2.1;
    };
    /** Who comes nearest to it, by which answers to what is asked. */
    const nearest = (world: World, id: string) =>
      actorsFor(stage, world, id, row)
        .flatMap((acting) =>
          bodiesFor(stage, entity, row, acting, [when]).map((body) => {
            return { acting, body, cost: measure(world, id, acting, body) };
          }),
        )
        .toSorted((one, other) => one.cost - other.cost)[0];
    const found = reach(stage, {
      entity,
      state,
      about: [when],
      nearest: 0.04,
      accept: 0.4,
      budget: 120,
      want: (world, id) => Math.min(0.99, nearest(world, id)?.cost ?? 1),
    });
    const clauses = [...clausesOf(workflow, row, state), ...focusConstants(stage, [when]), ...(holding ? [] : errors)];
    if (found === null) {
      if (holding) continue;
      const again = countsRecords(when) ? causedAgain(stage, workflow, event, row, clauses) : null;
      const onOne = again === null ? causedOnOne(stage, workflow, event, row, clauses) : null;
      const title = `${event.label} of ${entity}, on one record ${again === null ? 'again and again' : 'after the other'} until its guard refuses`;
      const scene = again ?? onOne;
      if (scene === null) stage.cannot('not found', ...errors);
      else yield scene.done(title, clauses);
      continue;
    }
    const { scene, id } = found;
    const best = nearest(scene.world, id);
    if (best === undefined) continue;
    scene.act(best.acting, { kind: 'fire', entity, id, event: event.name, body: best.body }, clauses);
    yield scene.done(`${event.label} of ${entity} where its guard ${holding ? 'just holds' : "doesn't hold"}`, clauses);
  }
}

function isGuard({ refused }: Outcome, row: Transition): boolean {
  return refused?.code === (row.error ?? 'INVALID_TRANSITION');
}
