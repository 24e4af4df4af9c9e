import type { Expression, Rule, Transition } from '@nonet/language';
import { isPersonal } from '../reference/lookup.ts';
import type { Request } from '../reference/perform.ts';
import type { Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import type { Body } from '../reference/body.ts';
import { mutated } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { crowded } from './crowded.ts';
import { BUDGET, clausesOf, climb, conditionsWith, FAR, rootOf, TOUCHING, trying } from './judging.ts';
import { costOf } from './rule-cost.ts';
import { onUpdate } from './rules-on-update.ts';
import { actorFor, bodiesFor, creatorsOf, plainPlot } from './plots.ts';
import { reach } from './reach.ts';
import { countsRecords, createdAgain } from './repeated.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

const CLIMBS = 3;
/** As many steps are taken to find one record that a rule admits or refuses. */
const MOST_STEPS = 240_000;

/** Point 5: the nearest record that a rule admits and the nearest that it refuses, wherever it is judged. */
export function* deriveRules(stage: Stage): Cases {
  for (const rule of stage.plan.rules) {
    const { condition } = rule;
    if (condition === null) {
      stage.cannot('open', rule.clause, ...['on', 'must_hold', 'error'].map((part) => `${rule.clause}.${part}`));
      continue;
    }
    let shown = 0;
    for (const cause of [...rule.on, ...addingEvents(stage, rule)]) {
      for (const holding of [true, false]) {
        const found = search(stage, () =>
          cause === 'create'
            ? onCreate(stage, rule, condition, holding)
            : cause === 'update'
              ? onUpdate(stage, rule, condition, holding)
              : onEvent(stage, rule, condition, holding, cause),
        );
        if (found === null) continue;
        if (!holding) {
          shown += 1;
          found.tellElsewhere(rule.entity);
          found.confirm(clausesOf(stage, rule, false));
        }
        const title = `${rule.name} on ${rule.entity} ${cause}: ${holding ? 'just admitted' : 'just refused'}`;
        yield found.done(title, clausesOf(stage, rule, holding));
      }
    }
    if (countsRecords(condition) && rule.on.includes('create')) {
      const scene = createdAgain(stage, rootOf(stage, rule.entity), rule.clause, clausesOf(stage, rule, false));
      if (scene !== null) {
        shown += 1;
        yield scene.done(
          `${rule.name}: one record after the other, up to the limit and beyond`,
          clausesOf(stage, rule, false),
        );
      }
    }
    const crowd = shown > 0 ? null : crowded(stage, rule, condition, clausesOf(stage, rule, false));
    if (crowd !== null) {
      shown += 1;
      yield crowd.done(`${rule.name}: as many at once as there may be, and one more`, clausesOf(stage, rule, false));
    }
    if (shown === 0) stage.cannot('not found', ...clausesOf(stage, rule, false));
  }
}

/** A climb may end beside what is there: it begins anew a few times. */
function search<Found>({ lookup: { effort } }: Stage, climbing: () => Found | null): Found | null {
  return effort.within(MOST_STEPS, () => {
    for (let turn = 0; turn < CLIMBS && !effort.isSpent; turn += 1) {
      const found = climbing();
      if (found !== null) return found;
    }
    return null;
  });
}

function onCreate(stage: Stage, rule: Rule, condition: Expression, holding: boolean): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const focus = focusOf(stage.lookup, conditionsWith(stage, rule, 'create'));
  const request = (body: Body): Request => ({ kind: 'create', entity, body });
  const creators = creatorsOf(stage, entity);
  const starts = [
    ...creators.slice(0, 6).map((as) => ({ as, body: plainPlot(stage, entity, [], as).draft })),
    ...[...stage.plots].flatMap(([key, plots]) =>
      key.startsWith(`${entity} `) ? plots.map((plot) => ({ as: plot.creator, body: plot.draft })) : [],
    ),
  ];
  const found = climb(
    stage,
    starts,
    ({ as, body }) => costOf(trying(stage.world, as, request, body), rule, condition, holding),
    ({ as, body }) =>
      stage.random.below(8) === 0
        ? { as: stage.random.pick(creators) ?? as, body }
        : { as, body: mutated(stage.drafting(as), entity, body, focus) },
  );
  if (found === null || found.cost > FAR) return null;
  const scene = new Scene(stage);
  scene.act(found.draft.as, request(found.draft.body), clausesOf(stage, rule, holding));
  return scene;
}

function onEvent(stage: Stage, rule: Rule, condition: Expression, holding: boolean, name: string): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const event = stage.lookup.event(entity, name);
  for (const row of event?.transitions.filter(isPersonal) ?? []) {
    if (row.from === 'new') continue;
    for (const state of row.from ?? [null]) {
      const found = reach(stage, {
        entity,
        state,
        about: [...conditionsWith(stage, rule, name), row.when],
        nearest: TOUCHING,
        accept: FAR,
        budget: BUDGET,
        want: (world, id) => {
          const as = actorFor(stage, world, id, row);
          if (as === undefined) return 0.99;
          return nearest(stage, world, id, as, name, row, rule, condition, holding).cost;
        },
      });
      const as = found === null ? undefined : actorFor(stage, found.scene.world, found.id, row);
      if (found === null || as === undefined) continue;
      const { body } = nearest(stage, found.scene.world, found.id, as, name, row, rule, condition, holding);
      found.scene.act(as, { kind: 'fire', entity, id: found.id, event: name, body }, clausesOf(stage, rule, holding));
      return found.scene;
    }
  }
  return null;
}

/** The events that add a record of an owned entity: it is created with them (4: `asks`). */
function addingEvents(stage: Stage, rule: Rule): string[] {
  if (!rule.on.includes('create') || stage.lookup.entity(rule.entity).owner === null) return [];
  const events = stage.lookup.workflow(rootOf(stage, rule.entity))?.events ?? [];
  return events
    .filter(({ transitions }) =>
      transitions.some(({ asks }) => asks.some((ask) => ask.kind === 'child' && ask.entity === rule.entity)),
    )
    .map(({ name }) => name);
}

/** The answers to what an event asks that come nearest to what is sought. */
function nearest(
  stage: Stage,
  world: World,
  id: string | null,
  as: Actor,
  event: string,
  row: Transition,
  rule: Rule,
  condition: Expression,
  holding: boolean,
): { readonly body: Body; readonly cost: number } {
  const entity = rootOf(stage, rule.entity);
  const tried = bodiesFor(stage, entity, row, as, [condition]).map((body) => {
    const request = (given: Body): Request => ({ kind: 'fire', entity, id, event, body: given });
    return { body, cost: costOf(trying(world, as, request, body), rule, condition, holding) };
  });
  return tried.reduce((one, other) => (other.cost < one.cost ? other : one));
}
