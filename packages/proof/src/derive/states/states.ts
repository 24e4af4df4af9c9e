import { type Event, type Expression, type Transition, type Workflow, walk } from '@nonet/language';
import { fits } from '../../reference/fire.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { type Actor, mayDo } from '../../reference/permissions.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { type Route, routesTo } from '../../search/routes.ts';
import { expressionsOf } from '../../search/mentioned-values.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { longestLast, type Part } from '../longest-last.ts';
import { actorFor, bodiesFor, creatorsOf, plainBody, relationsOf } from '../records/plain-fixtures.ts';
import { type Reached, reach } from '../records/reach.ts';
import { clausesOf, entityOfRow, firing } from './firing.ts';
import { guarded, keptOut } from './guards.ts';

/** Point 4: each row taken and refused, each guard both ways, each event where it is not stated, each pair of rows. */
export function* deriveStates(context: DerivationContext): Cases {
  for (const workflow of context.plan.states) {
    yield* longestLast(context, partsOf(context, workflow));
    yield* pairs(context, workflow);
  }
}

function* partsOf(context: DerivationContext, workflow: Workflow): Generator<Part, void, void> {
  for (const event of workflow.events) {
    for (const row of event.transitions) {
      if (row.open.length > 0) yield () => refusedAsOpen(context, workflow, event, row);
      else if (row.from === 'new') yield () => created(context, workflow, event, row);
      else if (isPersonal(row)) {
        for (const state of row.from ?? [null]) yield () => taken(context, workflow, event, row, state);
        yield () => answeredOtherwise(context, workflow, event, row);
        yield () => guarded(context, workflow, event, row);
      }
    }
    yield () => elsewhere(context, workflow, event);
  }
}

/** An event from a state where its row starts: all actors whom it doesn't fit are refused, then one takes it. */
function* taken(
  context: DerivationContext,
  workflow: Workflow,
  event: Event,
  row: Transition,
  state: string | null,
): Cases {
  const { entity } = workflow;
  const found = reach(context, {
    entity,
    state,
    about: [row.when, ...relationsOf(context, entity, row)],
    want: (world, id) => takingCost(context, world, id, event, row),
  });
  if (found === null) {
    context.cannot('not found', row.clause);
    return;
  }
  const { builder, id } = found;
  const view = builder.world.view(id);
  const acting = actorFor(context, builder.world, id, row);
  if (view === null || acting === undefined) return;
  const body = plainBody(context, entity, row, acting);
  const clauses = clausesOf(workflow, row, state);
  const others = context.actors.filter(
    (actor) => !fits({ world: builder.world, lookup: context.lookup, actor }, row, view),
  );
  for (const other of others) builder.act(other, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
  for (const ask of row.asks)
    if (ask.required) {
      const { [ask.kind === 'input' ? ask.name : ask.field]: _left, ...rest } = body;
      builder.act(acting, { kind: 'fire', entity, id, event: event.name, body: rest }, clauses);
    }
  builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
  if (workflow.field !== null && row.to !== 'same' && row.to !== state)
    // The same event is not possible in the new state.
    builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
  seeEverywhere(context, found, clauses);
  yield builder.done(`${event.label} of ${entity}${state === null ? '' : ` from ${state}`}`, clauses);
}

/** The maximum number of other answers for one event. */
const MOST_ANSWERS = 4;

/** An event whose effects depend on what is asked (`if priority == "urgent" then … else …`), with other answers than the plainest. */
function* answeredOtherwise(context: DerivationContext, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  const decisive = decidingAsked(row);
  if (decisive.length === 0) return;
  const [state = null] = typeof row.from === 'string' ? [] : (row.from ?? []);
  const bodies = (acting: Actor) => bodiesFor(context, entity, row, acting, decisive).slice(1, 1 + MOST_ANSWERS);
  const about = [row.when, ...relationsOf(context, entity, row)];
  for (let place = 0; place < MOST_ANSWERS; place += 1) {
    const want = (world: World, id: string) => takingCost(context, world, id, event, row);
    const found = reach(context, { entity, state, about, want });
    const acting = found === null ? undefined : actorFor(context, found.builder.world, found.id, row);
    if (found === null || acting === undefined) return;
    const { builder, id } = found;
    const body = bodies(acting)[place];
    if (body === undefined) return;
    const clauses = clausesOf(workflow, row, state);
    builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    builder.see(acting, id, clauses);
    yield builder.done(`${event.label} of ${entity}, answered otherwise (${place + 1})`, clauses);
  }
}

/** The conditions in a row's effects that read what is asked. */
function decidingAsked({ asks, effects }: Transition): Expression[] {
  const asked = new Set(asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
  const conditions: Expression[] = [];
  for (const expression of expressionsOf(effects))
    walk(expression, (node) => {
      if (node.kind === 'conditional') conditions.push(node.condition);
    });
  for (const effect of effects) if (effect.condition !== null) conditions.push(effect.condition);
  return conditions.filter((condition) => {
    let reads = false;
    walk(condition, (node) => {
      reads ||= (node.kind === 'field' && asked.has(node.field)) || (node.kind === 'variable' && asked.has(node.name));
    });
    return reads;
  });
}

/** Reads the results of an event as every kind of actor. */
function seeEverywhere(context: DerivationContext, { builder, id }: Reached, clauses: readonly string[]): void {
  const seen = new Set<string>();
  for (const actor of context.actors) {
    const view = builder.world.view(id);
    if (view === null || actor === null) continue;
    const kind = `${mayDo(actor, 'read', view)} ${context.accounts.find((account) => account.id === actor)?.roles.join()}`;
    if (seen.has(kind)) continue;
    seen.add(kind);
    builder.see(actor, id, clauses);
  }
}

/** An event from `new`. */
function* created(context: DerivationContext, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  if (event.name === 'create') {
    const found = reach(context, {
      entity,
      state: row.to === 'same' ? null : row.to,
      about: [row.when],
      want: (world, id) =>
        world.history(id).some(({ clause }) => clause === row.clause) ||
        row.when === null ||
        creatorsOf(context, entity).length > 0
          ? 0
          : 0.9,
    });
    if (found === null) context.cannot('not found', row.clause);
    else yield found.builder.done(`Creating ${entity}`, clausesOf(workflow, row, null));
    return;
  }
  const found = reach(context, { entity, state: null, route: [{ event: event.name, row }], about: [row.when] });
  if (found === null) context.cannot('not found', row.clause);
  else yield found.builder.done(`${event.label} of ${entity}`, clausesOf(workflow, row, null));
  yield* keptOut(context, workflow, event, row);
}

/** An event from each state where it is not stated. */
function* elsewhere(context: DerivationContext, workflow: Workflow, event: Event): Cases {
  const { entity } = workflow;
  const stated = new Set(event.transitions.flatMap((row) => (Array.isArray(row.from) ? row.from : [])));
  const personal = event.transitions.filter((row) => isPersonal(row) && row.from !== 'new');
  for (const state of workflow.states.filter(({ name }) => !stated.has(name))) {
    if (personal.length === 0 && event.transitions.every((row) => row.from === 'new')) continue;
    const found = reach(context, {
      entity,
      state: state.name,
      want: (world, id) =>
        personal.length === 0 || personal.some((row) => actorFor(context, world, id, row) !== undefined) ? 0 : 0.5,
      nearest: 0.5,
      budget: 30,
    });
    if (found === null) continue;
    const { builder, id } = found;
    const clauses = [...event.transitions.map(({ clause }) => clause), state.clause];
    for (const actor of whoTries(context, builder.world, id, personal))
      builder.act(actor, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
    builder.see(context.actors.find((actor) => builder.reads(actor, id)) ?? null, id, clauses);
    yield builder.done(`${event.label} of ${entity} from ${state.name}, where it is not stated`, clauses);
  }
}

function whoTries(context: DerivationContext, world: World, id: string, rows: readonly Transition[]): Actor[] {
  const acting = rows.flatMap((row) => actorFor(context, world, id, row) ?? []);
  const reading = context.actors.find((actor) => {
    const view = world.view(id);
    return view !== null && actor !== null && mayDo(actor, 'read', view);
  });
  return [...new Set([...acting, ...(acting.length === 0 && reading !== undefined ? [reading] : []), null])];
}

/** The maximum number of steps to find records for the pairs of rows of one entity. */
const MOST_STEPS_FOR_PAIRS = 1_000_000;

/** Each row after each other that leads to where it starts. */
function* pairs(context: DerivationContext, workflow: Workflow): Cases {
  const { entity } = workflow;
  const moves = workflow.events.flatMap((event) =>
    event.transitions
      .filter((row) => isPersonal(row) && row.open.length === 0)
      .map((row) => ({ event: event.name, row })),
  );
  const from = context.lookup.workBudget.steps;
  for (const first of moves) {
    const { from: starts } = first.row;
    if (starts === null || starts === 'new' || first.row.to === 'same') continue;
    for (const second of moves) {
      // Many rows make more pairs than need be tried: each row is taken by itself anyway.
      if (context.lookup.workBudget.steps - from > MOST_STEPS_FOR_PAIRS) return;
      if (!Array.isArray(second.row.from) || !second.row.from.includes(first.row.to)) continue;
      const [way] = starts.flatMap((state): Route[] =>
        routesTo(context.lookup, entity, state).filter((route) => !route.some(({ row }) => row === first.row)),
      );
      if (way === undefined) continue;
      const route = [...way, first, second];
      const state = second.row.to === 'same' ? first.row.to : second.row.to;
      const found = reach(context, { entity, state, route, budget: 80 });
      const clauses = [first.row.clause, second.row.clause];
      if (found !== null) yield found.builder.done(`${first.event}, then ${second.event} of ${entity}`, clauses);
    }
  }
}

/** A row of which something is not shown refuses as NOT_SPECIFIED. */
function* refusedAsOpen(context: DerivationContext, workflow: Workflow, event: Event, row: Transition): Cases {
  const { entity } = workflow;
  const [state = null] = row.from === null || row.from === 'new' ? [] : row.from;
  const found = reach(context, { entity, state, budget: 30 });
  if (found === null) return;
  const { builder, id } = found;
  const clauses = [...clausesOf(workflow, row, state), ...row.open];
  for (const actor of whoTries(context, builder.world, id, [row]))
    builder.act(actor, { kind: 'fire', entity, id, event: event.name, body: {} }, clauses);
  yield builder.done(`${event.label} of ${entity}, of which something is not shown`, clauses);
}

/** The distance between a record and one on which an actor takes this row. */
function takingCost(context: DerivationContext, world: World, id: string, event: Event, row: Transition): number {
  const acting = actorFor(context, world, id, row);
  if (acting === undefined) return 0.99;
  const outcome = firing(context, world, id, event, row, acting);
  if (outcome.refused === null) return outcome.transaction.touched.get(id)?.clause === row.clause ? 0 : 0.6;
  const names = { ...namesAt(outcome.transaction, id), user: world.view(acting), input: {} };
  const guard = row.when === null ? 0 : distance(outcome.transaction.world, row.when, names, true);
  const rules = context.plan.rules.filter(
    (rule) => rule.entity === entityOfRow(row) && outcome.refused?.errors.some(({ clause }) => clause === rule.clause),
  );
  const broken = rules.map((rule) =>
    rule.condition === null
      ? 0
      : distance(outcome.transaction.world, rule.condition, namesAt(outcome.transaction, id), true),
  );
  const sum = guard + broken.reduce((total, part) => total + part, 0);
  return 0.1 + 0.8 * (sum / (sum + 1));
}
