import type { Expression, Rule } from '@nonet/language';
import type { Body } from '../reference/body.ts';
import { perform, type Request } from '../reference/perform.ts';
import { mayDo, mayUpdateField, type Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { candidates, mutated, settable } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { kindOf } from './cells.ts';
import { clausesOf, climb, conditionsWith, FAR, rootOf, trying } from './judging.ts';
import { type Reached, reach } from './reach.ts';
import { costOf } from './rule-cost.ts';
import { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

/** As many records that are there already are changed. */
const MOST_EXISTING = 6;

/** A change that a rule just admits or refuses, by whoever may make it. */
export function onUpdate(stage: Stage, rule: Rule, condition: Expression, holding: boolean): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const focus = focusOf(stage.lookup, conditionsWith(stage, rule, 'update'));
  const states = stage.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [null];
  const named = [...focus].filter((key) => key.startsWith(`${entity}.`)).map((key) => key.slice(entity.length + 1));
  /** Whoever may change something that the rule reads. */
  const updaters = (world: World, id: string): Actor[] => {
    const view = world.view(id);
    const may = (actor: Actor) =>
      view !== null &&
      mayDo(actor, 'read', view) &&
      (mayDo(actor, 'update', view) || named.some((name) => mayUpdateField(actor, view, name)));
    const able = stage.actors.filter(may);
    const kinds = Map.groupBy(able, (actor) => (view === null ? '' : kindOf(stage, world, actor, view)));
    return [...kinds.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  };
  for (const state of states.length === 0 ? [null] : states) {
    if (stage.lookup.effort.isSpent) break;
    const goal = {
      entity,
      state,
      budget: 20,
      want: (world: World, id: string) => (updaters(world, id).length === 0 ? 0.9 : 0),
    };
    const made = reach(stage, goal);
    const tried = new Set<string>();
    for (const one of [...(made === null ? [] : [made]), ...existing(stage, entity, state)]) {
      const { world } = one.scene;
      const record = world.view(one.id);
      for (const as of updaters(world, one.id)) {
        // Whom it concerns otherwise is tried on one that is there already.
        const kind = record === null ? '' : kindOf(stage, world, as, record);
        if (tried.has(kind)) continue;
        tried.add(kind);
        const scene = updatedBy(stage, rule, condition, holding, as, one, { focus, named });
        if (scene !== null) return scene;
      }
    }
  }
  return null;
}

/** One change of a record by somebody, after another one where that is needed. */
function updatedBy(
  stage: Stage,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  as: Actor,
  { scene, id, draft }: Pick<Reached, 'scene' | 'id' | 'draft'>,
  { focus, named }: { readonly focus: ReadonlySet<string>; readonly named: readonly string[] },
): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const names = new Set(settable(stage.drafting(as, scene.world), entity, false).map(({ name }) => name));
  const fit = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([key]) => names.has(key)));
  const request = (body: Body): Request => ({ kind: 'update', entity, id, body: fit(body) });
  const searched = (world: World) =>
    climb(
      stage,
      [{ as, body: draft }],
      ({ body }) => costOf(trying(world, as, request, body), rule, condition, holding),
      ({ body }) => ({ as, body: mutated(stage.drafting(as, world), entity, body, focus) }),
    );
  const isFound = (found: ReturnType<typeof climb>) => found !== null && found.cost <= FAR;
  let found = searched(scene.world);
  if (!isFound(found)) {
    // What is asked of a change (`old`) may ask for something to have been there before it.
    const drafting = stage.drafting(as, scene.world);
    const given = settable(drafting, entity, false).flatMap((field): [string, unknown][] => {
      const values = candidates(drafting, field).filter((value) => value !== null);
      return named.includes(field.name) && values.length > 0 ? [[field.name, values[values.length >> 1]]] : [];
    });
    const before = request(Object.fromEntries(given));
    const prepared = given.length === 0 ? null : perform(scene.world.fork(), as, before);
    if (prepared === null || prepared.refused !== null) return null;
    found = searched(prepared.world);
    if (!isFound(found)) return null;
    scene.act(as, before, []);
  }
  if (found === null) return null;
  scene.act(as, request(found.draft.body), clausesOf(stage, rule, holding));
  return scene;
}

/** The latest records that are there already: people may make none of their kind, or stand otherwise to these. */
function existing(stage: Stage, entity: string, state: string | null): Pick<Reached, 'scene' | 'id' | 'draft'>[] {
  const field = stage.lookup.workflow(entity)?.field ?? null;
  const found = stage.world.living(entity).filter(({ values }) => field === null || values[field] === state);
  return found.slice(-MOST_EXISTING).map(({ id }) => ({ scene: new Scene(stage), id, draft: {} }));
}
