import type { Actor } from '../reference/permissions.ts';
import { candidates, mutated, renewed, settable } from '../search/draft.ts';
import { focusOf } from '../search/focus.ts';
import { type Route, routesTo } from '../search/routes.ts';
import { attempt } from './attempt.ts';
import { type Goal, isAccepted, type Tried } from './goal.ts';
import type { Plot } from './plot.ts';
import { beginnersOf, inputField, latestPlot, plainChild, plainPlot } from './plots.ts';
import type { Stage } from './stage.ts';

/** A plot, and how near it leads. */
export interface Near {
  readonly plot: Plot;
  readonly tried: Tried;
}

/** As many changes of a plot are tried where a goal does not say. */
export const BUDGET = 160;

/** The plot of a new record in a state that fits the goal; null where the search found none. */
export function findPlot(stage: Stage, goal: Goal): Plot | null {
  const nearest = nearestPlot(stage, goal);
  return nearest === null || !isAccepted(goal, nearest.tried) ? null : nearest.plot;
}

/** The plot that came nearest to the goal, whether that is near enough or not; null where nobody could begin one. */
export function nearestPlot(stage: Stage, goal: Goal): Near | null {
  const key = `${goal.entity} ${goal.route?.map(({ row }) => row.clause).join(' ') ?? goal.state}`;
  const known = stage.plots.get(key) ?? [];
  // What has come into other states, or here on another way.
  const like = [...stage.plots].flatMap(([other, plots]) =>
    other === key || !other.startsWith(`${goal.entity} `) ? [] : plots,
  );
  let best: Near | null = null;
  const good = (tried: Tried): boolean => tried.cost <= (goal.nearest ?? 0);
  const base = focusOf(stage.lookup, goal.about ?? []);
  const consider = (plot: Plot) => {
    const tried = attempt(stage, goal, plot, base);
    if (best === null || tried.cost <= best.tried.cost) best = { plot, tried };
    return tried;
  };
  if (goal.near !== undefined) consider(fresh(stage, goal.near));
  const { effort } = stage.lookup;
  for (const plot of known) {
    if (effort.isSpent) break;
    if (goal.creators !== undefined && !goal.creators.includes(plot.creator)) continue;
    // What is unique is not so twice.
    if (good(consider(fresh(stage, plot)))) break;
  }
  // What somebody has reached another may reach too, and stand differently to it.
  for (const plot of known.slice(0, 2)) {
    if (best === null || goal.creators !== undefined) break;
    for (const creator of beginnersOf(stage, goal.entity)) {
      if (effort.isSpent || good((best as { tried: Tried }).tried)) break;
      consider(fresh(stage, { ...plot, creator }));
    }
  }
  for (const route of goal.route === undefined ? routesTo(stage.lookup, goal.entity, goal.state) : [goal.route]) {
    const found = best as Near | null;
    if (effort.isSpent || (found !== null && good(found.tried))) break;
    climb(stage, goal, route, like.slice(-12), consider);
  }
  const found = best as Near | null;
  if (found !== null && isAccepted(goal, found.tried) && !known.includes(found.plot) && known.length < 5)
    stage.plots.set(key, [...known, found.plot]);
  return found;
}

function climb(stage: Stage, goal: Goal, route: Route, like: readonly Plot[], consider: (plot: Plot) => Tried): void {
  const able = beginnersOf(stage, goal.entity, route);
  const creators = goal.creators?.filter((creator) => able.includes(creator)) ?? able;
  let best: Near | null = null;
  /** Whether the search is at its end: here it is, or no more may be tried. */
  const tryOut = (plot: Plot): boolean => {
    const tried = consider(plot);
    if (best === null || tried.cost <= best.tried.cost) best = { plot, tried };
    return tried.cost <= (goal.nearest ?? 0) || stage.lookup.effort.isSpent;
  };
  for (const creator of creators) if (tryOut(plainPlot(stage, goal.entity, route, creator, goal.given))) return;
  for (const creator of creators) if (tryOut(latestPlot(stage, goal.entity, route, creator, goal.given))) return;
  for (const { creator, draft, asked } of like) {
    const plain = plainPlot(stage, goal.entity, route, creator, goal.given);
    const alike = { ...plain, draft: { ...draft, ...goal.given }, asked: { ...plain.asked, ...asked } };
    if (creators.includes(creator) && tryOut(fresh(stage, alike))) return;
  }
  const nearest = best as Near | null;
  if (nearest === null) return;
  let swept = 0;
  for (const plot of sweep(stage, nearest.plot, nearest.tried.focus)) {
    if (tryOut(plot)) return;
    swept += 1;
    if (swept === (goal.budget ?? BUDGET)) break;
  }
  for (let tries = 0; tries < (goal.budget ?? BUDGET); tries += 1) {
    const from = best as Near | null;
    if (from === null || tryOut(changed(stage, from.plot, from.tried.focus, creators))) return;
  }
}

/** The same plot with each value of each field that decides, one at a time. */
function* sweep(stage: Stage, plot: Plot, focus: ReadonlySet<string>): Generator<Plot, void, void> {
  const drafting = stage.drafting(plot.creator);
  for (const field of settable(drafting, plot.entity)) {
    if (!focus.has(`${plot.entity}.${field.name}`) || field.type.kind === 'children') continue;
    for (const value of candidates(drafting, field)) yield { ...plot, draft: { ...plot.draft, [field.name]: value } };
  }
}

function changed(stage: Stage, plot: Plot, focus: ReadonlySet<string>, creators: readonly Actor[]): Plot {
  const dice = stage.random.below(10);
  if (dice < 2 && creators.length > 1) {
    const creator = stage.random.pick(creators) ?? plot.creator;
    return { ...plot, creator };
  }
  const asking = plot.route.filter(({ row }) => row.asks.length > 0);
  if (dice < 4 && asking.length > 0) {
    const chosen = stage.random.pick(asking);
    const ask = stage.random.pick(chosen?.row.asks ?? []);
    if (chosen === undefined || ask === undefined) return plot;
    const answered = (name: string, value: unknown): Plot => ({
      ...plot,
      asked: { ...plot.asked, [chosen.event]: { ...plot.asked[chosen.event], [name]: value } },
    });
    if (ask.kind === 'child') return answered(ask.field, plainChild(stage, ask, plot.creator));
    const field = ask.kind === 'field' ? stage.lookup.field(plot.entity, ask.field) : inputField(ask);
    const name = ask.kind === 'field' ? ask.field : ask.name;
    const value = field === null ? null : stage.random.pick(candidates(stage.drafting(plot.creator), field));
    return answered(name, value ?? null);
  }
  return { ...plot, draft: mutated(stage.drafting(plot.creator), plot.entity, plot.draft, focus) };
}

/** The same plot with other unique values. */
export function fresh(stage: Stage, plot: Plot): Plot {
  return { ...plot, draft: renewed(stage.drafting(plot.creator), plot.entity, plot.draft) };
}
