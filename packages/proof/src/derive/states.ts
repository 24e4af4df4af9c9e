import type { Event, Transition, Workflow } from '@nonet/language';
import { namesAt } from '../reference/act.ts';
import { fits } from '../reference/fire.ts';
import { isPersonal } from '../reference/lookup.ts';
import { mayDo, type Actor } from '../reference/permissions.ts';
import type { World } from '../reference/world.ts';
import { distance } from '../search/distance.ts';
import { type Route, routesTo } from '../search/routes.ts';
import { clausesOf, entityOfRow, firing } from './firing.ts';
import { guarded, keptOut } from './guards.ts';
import { actorFor, creatorsOf, plainBody, relationsOf } from './plots.ts';
import { type Reached, reach } from './reach.ts';
import type { Cases, Stage } from './stage.ts';

/** Point 4: each row taken and refused, each guard both ways, each event where it is not stated, each pair of rows. */
export function* deriveStates(stage: Stage): Cases {
  for (const workflow of stage.plan.states) {
    for (const event of workflow.events) {
      for (const row of event.transitions) {
        if (row.open.length > 0) yield* refusedAsOpen(stage, workflow, event, row);
        else if (row.from === 'new') yield* created(stage, workflow, event, row);
        else if (isPersonal(row)) {
          for (const state of row.from ?? [null]) yield* taken(stage, workflow, event, row, state);
          yield* guarded(stage, workflow, event, row);
        }
      }
      yield* elsewhere(stage, workflow, event);
    }
    yield* pairs(stage, workflow);
  }
}

/** An event from a state where its row starts: everybody whom it doesn't fit is refused, then somebody takes it. */
function* taken(stage: Stage, workflow: Workflow, event: Event, row: Transition, state: string | null): Cases {
  const { entity } = workflow;
  const found = reach(stage, {
    entity,
    state,
    about: [row.when, ...relationsOf(stage, entity, row)],
    want: (world, id) => takingCost(stage, world, id, event, row),
  });
  if (found === null) {
    stage.cannot('not found', row.clause);
    return;
  }
  const { scene, id } = found;
  const view = scene.world.view(id);
  const acting = actorFor(stage, scene.world, id, row);
  if (view === null || acting === undefined) return;
  const body = plainBody(stage, entity, row, acting);
  const clauses = clausesOf(workflow, row, state);
  const others = stage.actors.filter((actor) => !fits({ world: scene.world, lookup: stage.lookup, actor }, row, view));
  for (const other of others) scene.act(other, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
  for (const ask of row.asks)
    if (ask.required) {
      const { [ask.kind === 'input' ? ask.name : ask.field]: _left, ...rest } = body;
      scene.act(acting, { kind: 'fire', entity, id, event: event.name, body: rest }, clauses);
    }
  scene.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
  if (workflow.field !== null && row.to !== 'same' && row.to !== state)
    // What was possible before the move is so no more.
    scene.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
  seeEverywhere(stage, found, clauses);
  yield scene.done(`${event.label} of ${entity}${state === null ? '' : ` from ${state}`}`, clauses);
}

/** What it changed, as everybody reads it afterwards. */
function seeEverywhere(stage: Stage, { scene, id }: Reached, clauses: readonly string[]): void {
  const seen = new Set<string>();
  for (const actor of stage.actors) {
    const view = scene.world.view(id);
    if (view === null || actor === null) continue;
    const kind = `${mayDo(actor, 'read', view)} ${stage.accounts.find((account) => account.id === actor)?.roles.join()}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    scene.see(actor, id, clauses);
  }
}

/** An event from `new`. */
function* created(stage: Stage, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  if (event.name === 'create') {
    const found = reach(stage, {
      entity,
      state: row.to === 'same' ? null : row.to,
      about: [row.when],
      want: (world, id) =>
        world.history(id).some(({ clause }) => clause === row.clause) ||
        row.when === null ||
        creatorsOf(stage, entity).length > 0
          ? 0
          : 0.9,
    });
    if (found === null) stage.cannot('not found', row.clause);
    else yield found.scene.done(`Creating ${entity}`, clausesOf(workflow, row, null));
    return;
  }
  const found = reach(stage, { entity, state: null, route: [{ event: event.name, row }], about: [row.when] });
  if (found === null) stage.cannot('not found', row.clause);
  else yield found.scene.done(`${event.label} of ${entity}`, clausesOf(workflow, row, null));
  yield* keptOut(stage, workflow, event, row);
}

/** An event from each state where it is not stated. */
function* elsewhere(stage: Stage, workflow: Workflow, event: Event): Cases {
  const { entity } = workflow;
  const stated = new Set(event.transitions.flatMap((row) => (Array.isArray(row.from) ? row.from : [])));
  const personal = event.transitions.filter((row) => isPersonal(row) && row.from !== 'new');
  for (const state of workflow.states.filter(({ name }) => !stated.has(name))) {
    if (personal.length === 0 && event.transitions.every((row) => row.from === 'new')) continue;
    const found = reach(stage, {
      entity,
      state: state.name,
      want: (world, id) =>
        personal.length === 0 || personal.some((row) => actorFor(stage, world, id, row) !== undefined) ? 0 : 0.5,
      nearest: 0.5,
      budget: 30,
    });
    if (found === null) continue;
    const { scene, id } = found;
    const clauses = [...event.transitions.map(({ clause }) => clause), state.clause];
    for (const actor of whoTries(stage, scene.world, id, personal))
      scene.act(actor, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
    scene.see(stage.actors.find((actor) => scene.reads(actor, id)) ?? null, id, clauses);
    yield scene.done(`${event.label} of ${entity} from ${state.name}, where it is not stated`, clauses);
  }
}

function whoTries(stage: Stage, world: World, id: string, rows: readonly Transition[]): Actor[] {
  const acting = rows.flatMap((row) => actorFor(stage, world, id, row) ?? []);
  const reading = stage.actors.find((actor) => {
    const view = world.view(id);
    return view !== null && actor !== null && mayDo(actor, 'read', view);
  });
  return [...new Set([...acting, ...(acting.length === 0 && reading !== undefined ? [reading] : []), null])];
}

/** As many steps are taken to find records for the pairs of rows of one entity. */
const MOST_STEPS_FOR_PAIRS = 1_000_000;

/** Each row after each other that leads to where it starts. */
function* pairs(stage: Stage, workflow: Workflow): Cases {
  const { entity } = workflow;
  const moves = workflow.events.flatMap((event) =>
    event.transitions
      .filter((row) => isPersonal(row) && row.open.length === 0)
      .map((row) => ({ event: event.name, row })),
  );
  const from = stage.lookup.effort.steps;
  for (const first of moves) {
    if (!Array.isArray(first.row.from) || first.row.to === 'same') continue;
    for (const second of moves) {
      // Of many rows there are more pairs than need be tried: each row is taken by itself anyway.
      if (stage.lookup.effort.steps - from > MOST_STEPS_FOR_PAIRS) return;
      if (!Array.isArray(second.row.from) || !second.row.from.includes(first.row.to)) continue;
      const [way] = (first.row.from as readonly string[]).flatMap((state): Route[] =>
        routesTo(stage.lookup, entity, state).filter((route) => !route.some(({ row }) => row === first.row)),
      );
      if (way === undefined) continue;
      const route = [...way, first, second];
      const state = second.row.to === 'same' ? first.row.to : second.row.to;
      const found = reach(stage, { entity, state, route, budget: 80 });
      const clauses = [first.row.clause, second.row.clause];
      if (found !== null) yield found.scene.done(`${first.event}, then ${second.event} of ${entity}`, clauses);
    }
  }
}

/** A row of which something is not shown refuses as NOT_SPECIFIED. */
function* refusedAsOpen(stage: Stage, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  const [state = null] = Array.isArray(row.from) ? (row.from as readonly string[]) : [];
  const found = reach(stage, { entity, state, budget: 30 });
  if (found === null) return;
  const { scene, id } = found;
  const clauses = [...clausesOf(workflow, row, state), ...row.open];
  for (const actor of whoTries(stage, scene.world, id, [row]))
    scene.act(actor, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
  yield scene.done(`${event.label} of ${entity}, of which something is not shown`, clauses);
}

/** How far a record is from one on which somebody takes this very row. */
function takingCost(stage: Stage, world: World, id: string, event: Event, row: Transition): number {
  const acting = actorFor(stage, world, id, row);
  if (acting === undefined) return 0.99;
  const outcome = firing(stage, world, id, event, row, acting);
  if (outcome.refused === null) return outcome.act.touched.get(id)?.clause === row.clause ? 0 : 0.6;
  const names = { ...namesAt(outcome.act, id), user: world.view(acting), input: {} };
  const guard = row.when === null ? 0 : distance(outcome.act.world, row.when, names, true);
  const rules = stage.plan.rules.filter(
    (rule) => rule.entity === entityOfRow(row) && outcome.refused?.errors.some(({ clause }) => clause === rule.clause),
  );
  const broken = rules.map((rule) =>
    rule.condition === null ? 0 : distance(outcome.act.world, rule.condition, namesAt(outcome.act, id), true),
  );
  const sum = guard + broken.reduce((total, part) => total + part, 0);
  return 0.1 + 0.8 * (sum / (sum + 1));
}
