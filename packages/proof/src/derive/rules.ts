import type { Expression, Rule, Transition } from '@nonet/language';
import { isPersonal } from '../reference/lookup.ts';
import { type Outcome, perform, type Request } from '../reference/perform.ts';
import { mayDo, mayUpdateField, type Reader } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import type { Body } from '../reference/body.ts';
import { candidates, mutated, settable, withFiles } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { kindOf } from './cells.ts';
import { focusConstants } from './constants.ts';
import { crowded } from './crowded.ts';
import { costOf } from './rule-cost.ts';
import { actorFor, bodiesFor, creatorsOf, plainPlot } from './plots.ts';
import { type Reached, reach } from './reach.ts';
import { countsRecords, createdAgain } from './repeated.ts';
import { Scene } from './scene.ts';
import type { Cases, Stage } from './stage.ts';

const BUDGET = 220;
const CLIMBS = 8;
/** As many records that are there already are changed. */
const MOST_EXISTING = 6;
/** One unit apart. */
const TOUCHING = 0.04;
const FAR = 0.45;

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
        const found = search(() =>
          cause === 'create'
            ? onCreate(stage, rule, condition, holding)
            : cause === 'update'
              ? onUpdate(stage, rule, condition, holding)
              : onEvent(stage, rule, condition, holding, cause),
        );
        if (found === null) continue;
        if (!holding) {
          shown += 1;
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
function search<Found>(climbing: () => Found | null): Found | null {
  for (let turn = 0; turn < CLIMBS; turn += 1) {
    const found = climbing();
    if (found !== null) return found;
  }
  return null;
}

function clausesOf(stage: Stage, rule: Rule, holding: boolean): string[] {
  const constants = focusConstants(stage, [rule.condition]);
  if (holding) return [rule.clause, ...constants];
  const errors = stage.plan.errors.filter(({ code }) => code === rule.error).map(({ clause }) => clause);
  return [rule.clause, `${rule.clause}.error`, ...errors, ...constants].filter(
    (clause) => clause in stage.plan.clauses,
  );
}

/** The entity whose requests lead to records of this one: the owner of an owned child. */
function rootOf(stage: Stage, entity: string): string {
  const { owner } = stage.lookup.entity(entity);
  return owner === null ? entity : rootOf(stage, owner.entity);
}

/** What a rule depends on, and what else is judged with it. */
function conditionsWith(stage: Stage, rule: Rule, cause: string): Expression[] {
  const beside = stage.plan.rules.filter((other) => other === rule || other.on.includes(cause));
  return beside.flatMap(({ condition }) => (condition === null ? [] : [condition]));
}

interface Draft {
  readonly as: Reader;
  readonly body: Body;
}

/** Climbs from drafts to the one with the least cost. */
function climb(
  start: readonly Draft[],
  measure: (draft: Draft) => number,
  change: (draft: Draft) => Draft,
): { draft: Draft; cost: number } | null {
  let best: { draft: Draft; cost: number } | null = null;
  const consider = (draft: Draft) => {
    const found = measure(draft);
    if (best === null || found <= best.cost) best = { draft, cost: found };
  };
  for (const draft of start) consider(draft);
  for (let tries = 0; tries < BUDGET; tries += 1) {
    const found = best as { draft: Draft; cost: number } | null;
    if (found === null || found.cost <= TOUCHING) break;
    consider(change(found.draft));
  }
  return best;
}

function trying(world: World, as: Reader, request: (body: Body) => Request, body: Body): Outcome {
  const copy = world.fork();
  return perform(copy, as, request(withFiles(body, (type) => copy.addFile({ type, by: as }))));
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

function onUpdate(stage: Stage, rule: Rule, condition: Expression, holding: boolean): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const focus = focusOf(stage.lookup, conditionsWith(stage, rule, 'update'));
  const states = stage.lookup.workflow(entity)?.states.map(({ name }) => name) ?? [null];
  const named = [...focus].filter((key) => key.startsWith(`${entity}.`)).map((key) => key.slice(entity.length + 1));
  /** Whoever may change something that the rule reads. */
  const updaters = (world: World, id: string): Reader[] => {
    const view = world.view(id);
    const may = (reader: Reader) =>
      view !== null &&
      mayDo(reader, 'read', view) &&
      (mayDo(reader, 'update', view) || named.some((name) => mayUpdateField(reader, view, name)));
    const able = stage.readers.filter(may);
    const kinds = Map.groupBy(able, (reader) => (view === null ? '' : kindOf(stage, world, reader, view)));
    return [...kinds.values()].flatMap(([first]) => (first === undefined ? [] : [first]));
  };
  for (const state of states.length === 0 ? [null] : states) {
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
  as: Reader,
  { scene, id, draft }: Pick<Reached, 'scene' | 'id' | 'draft'>,
  { focus, named }: { readonly focus: ReadonlySet<string>; readonly named: readonly string[] },
): Scene | null {
  const entity = rootOf(stage, rule.entity);
  const names = new Set(settable(stage.drafting(as, scene.world), entity, false).map(({ name }) => name));
  const fit = (body: Body): Body => Object.fromEntries(Object.entries(body).filter(([key]) => names.has(key)));
  const request = (body: Body): Request => ({ kind: 'update', entity, id, body: fit(body) });
  const searched = (world: World) =>
    climb(
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
  as: Reader,
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
