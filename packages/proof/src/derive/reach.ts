import type { Expression } from '@nonet/language';
import { namesAt } from '../reference/act.ts';
import { type Outcome, perform } from '../reference/perform.ts';
import type { Reader } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import type { Body } from '../reference/body.ts';
import { distance } from '../search/distance.ts';
import { candidates, mutated, renewed, withFiles } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { type Route, routesTo } from '../search/routes.ts';
import type { Plot } from './plot.ts';
import { actorFor, beginnersOf, inputField, latestPlot, plainPlot, play, relationsOf, requestsOf } from './plots.ts';
import { Scene } from './scene.ts';
import type { Stage } from './stage.ts';

export interface Goal {
  readonly entity: string;
  readonly state: string | null;
  /** How far a record that came so far is from what is sought, 0 where it is that; from 0 to 1. */
  readonly want?: (world: World, id: string, plot: Plot) => number;
  /** What `want` depends on. */
  readonly about?: readonly (Expression | null)[];
  readonly creators?: readonly Reader[];
  /** What the search begins with beside what is required. */
  readonly given?: Body;
  /** The only way to go; otherwise any that leads to the state. */
  readonly route?: Route;
  readonly budget?: number;
  /** Good enough to end the search; what is nearer than `accept` will do when the budget is spent. */
  readonly nearest?: number;
  readonly accept?: number;
}

export interface Reached {
  readonly scene: Scene;
  readonly id: string;
  readonly plot: Plot;
  /** What it was made of. */
  readonly draft: Body;
}

interface Tried {
  readonly cost: number;
  readonly focus: ReadonlySet<string>;
}

const BUDGET = 160;

/** A new record in a state that fits the goal, with the steps that make it; null where the search found none. */
export function reach(stage: Stage, goal: Goal): Reached | null {
  const plot = findPlot(stage, goal);
  if (plot === null) return null;
  const scene = new Scene(stage);
  const id = play(scene, plot);
  return id === null ? null : { scene, id, plot, draft: plot.draft };
}

export function findPlot(stage: Stage, goal: Goal): Plot | null {
  const key = `${goal.entity} ${goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state}`;
  const known = stage.plots.get(key) ?? [];
  const like = [...stage.plots].flatMap(([other, plots]) =>
    goal.route === undefined || other === key || !other.startsWith(`${goal.entity} `) ? [] : plots,
  );
  let best: { plot: Plot; tried: Tried } | null = null;
  const good = (tried: Tried): boolean => tried.cost <= (goal.nearest ?? 0);
  const base = focusOf(stage.lookup, goal.about ?? []);
  const consider = (plot: Plot) => {
    const tried = attempt(stage, goal, plot, base);
    if (best === null || tried.cost <= best.tried.cost) best = { plot, tried };
    return tried;
  };
  for (const plot of known) {
    if (goal.creators !== undefined && !goal.creators.includes(plot.creator)) continue;
    // What is unique is not so twice.
    if (good(consider(fresh(stage, plot)))) break;
  }
  // What somebody has reached another may reach too, and stand differently to it.
  for (const plot of known.slice(0, 2)) {
    if (best === null || goal.creators !== undefined) break;
    for (const creator of beginnersOf(stage, goal.entity)) {
      if (good((best as { tried: Tried }).tried)) break;
      consider(fresh(stage, { ...plot, creator }));
    }
  }
  for (const plot of like.slice(-12)) {
    const { route, entity } = { route: goal.route ?? [], entity: goal.entity };
    const plain = plainPlot(stage, entity, route, plot.creator);
    if (best !== null && good((best as { tried: Tried }).tried)) break;
    consider(fresh(stage, { ...plain, draft: plot.draft }));
  }
  for (const route of goal.route === undefined ? routesTo(stage.lookup, goal.entity, goal.state) : [goal.route]) {
    const found = best as { plot: Plot; tried: Tried } | null;
    if (found !== null && good(found.tried)) break;
    climb(stage, goal, route, consider);
  }
  const found = best as { plot: Plot; tried: Tried } | null;
  if (found === null || found.tried.cost > (goal.accept ?? goal.nearest ?? 0)) return null;
  if (!known.includes(found.plot) && known.length < 5) stage.plots.set(key, [...known, found.plot]);
  return found.plot;
}

function climb(stage: Stage, goal: Goal, route: Route, consider: (plot: Plot) => Tried): void {
  const able = beginnersOf(stage, goal.entity, route);
  const creators = goal.creators?.filter((creator) => able.includes(creator)) ?? able;
  let best: { plot: Plot; tried: Tried } | null = null;
  const tryOut = (plot: Plot): boolean => {
    const tried = consider(plot);
    if (best === null || tried.cost <= best.tried.cost) best = { plot, tried };
    return tried.cost <= (goal.nearest ?? 0);
  };
  for (const creator of creators) if (tryOut(plainPlot(stage, goal.entity, route, creator, goal.given))) return;
  for (const creator of creators) if (tryOut(latestPlot(stage, goal.entity, route, creator, goal.given))) return;
  for (let tries = 0; tries < (goal.budget ?? BUDGET); tries += 1) {
    const from = best as { plot: Plot; tried: Tried } | null;
    if (from === null || tryOut(changed(stage, from.plot, from.tried.focus, creators))) return;
  }
}

function changed(stage: Stage, plot: Plot, focus: ReadonlySet<string>, creators: readonly Reader[]): Plot {
  const dice = stage.random.below(10);
  if (dice < 2 && creators.length > 1) {
    const creator = stage.random.pick(creators) ?? plot.creator;
    return { ...plot, creator };
  }
  const asking = plot.route.filter(({ row }) => row.asks.length > 0);
  if (dice < 4 && asking.length > 0) {
    const chosen = stage.random.pick(asking);
    const ask = stage.random.pick(chosen?.row.asks ?? []);
    if (chosen === undefined || ask === undefined || ask.kind === 'child') return plot;
    const field = ask.kind === 'field' ? stage.lookup.field(plot.entity, ask.field) : inputField(ask);
    const name = ask.kind === 'field' ? ask.field : ask.name;
    const value = field === null ? null : stage.random.pick(candidates(stage.drafting(plot.creator), field));
    return {
      ...plot,
      asked: { ...plot.asked, [chosen.event]: { ...plot.asked[chosen.event], [name]: value ?? null } },
    };
  }
  return { ...plot, draft: mutated(stage.drafting(plot.creator), plot.entity, plot.draft, focus) };
}

/** The same plot with other unique values. */
export function fresh(stage: Stage, plot: Plot): Plot {
  return { ...plot, draft: renewed(stage.drafting(plot.creator), plot.entity, plot.draft) };
}

function attempt(stage: Stage, goal: Goal, plot: Plot, base: ReadonlySet<string>): Tried {
  let world = stage.world.fork();
  let id: string | null = null;
  let left = plot.route.length + 2;
  for (const { as, request, clauses } of requestsOf(plot, () => ({ world, id }), stage)) {
    left -= 1;
    const asked =
      'body' in request
        ? { ...request, body: withFiles(request.body, (type) => world.addFile({ type, by: as })) }
        : request;
    const outcome = perform(world, as, asked);
    if (outcome.refused !== null) return missed(stage, outcome, left, id, clauses);
    world = outcome.world.fork();
    world.now = new Date(Date.parse(world.now) + 1000).toISOString();
    id = outcome.id;
  }
  if (id === null) return { cost: 1000, focus: base };
  const field = stage.lookup.workflow(goal.entity)?.field ?? null;
  const state = field === null ? null : world.view(id)?.[field];
  if (goal.state !== null && state !== goal.state) return { cost: 1.9, focus: base };
  return { cost: goal.want?.(world, id, plot) ?? 0, focus: base };
}

function missed(stage: Stage, outcome: Outcome, left: number, id: string | null, asked: readonly string[]): Tried {
  const { act, refused } = outcome;
  const clauses = new Set([refused?.clause, ...(refused?.errors ?? []).map(({ clause }) => clause)]);
  const conditions: Expression[] = [];
  let cost = 0;
  const note = (condition: Expression | null, id: string) => {
    if (condition === null || act.world.get(id) === null) return;
    conditions.push(condition);
    cost += distance(act.world, condition, namesAt(act, id, { input: {} }), true);
  };
  for (const rule of stage.lookup.plan.rules.filter(({ clause }) => clauses.has(clause)))
    for (const touched of act.touched.values()) if (touched.entity === rule.entity) note(rule.condition, touched.id);
  for (const workflow of stage.plan.states)
    for (const row of workflow.events.flatMap(({ transitions }) => transitions)) {
      if (id !== null && clauses.has(row.clause)) note(row.when, id);
      // Nobody may take it on this record.
      if (id === null || !asked.includes(row.clause) || actorFor(stage, act.before, id, row) !== undefined) continue;
      const relations = relationsOf(stage, workflow.entity, row);
      conditions.push(...relations);
      cost += Math.min(1, ...relations.map((relation) => fromAnybody(stage, act.before, id, relation)));
    }
  const fields = stage.plan.entities.flatMap((entity) => entity.fields.filter(({ clause }) => clauses.has(clause)));
  const focus = focusOf(stage.lookup, conditions);
  for (const field of fields) focus.add(`${field.clause.split('.')[1]}.${field.name}`);
  return { cost: 2 + 4 * left + Math.min(3, cost + 0.5 * fields.length), focus };
}

/** How far a record is from one to which somebody stands so. */
function fromAnybody(stage: Stage, world: World, id: string, relation: Expression): number {
  const record = world.view(id);
  return Math.min(
    1,
    ...stage.accounts.map((account) => distance(world, relation, { this: record, user: world.view(account.id) }, true)),
  );
}
