import type { State, Transition, Workflow } from '@nonet/language';
import { entityOf, asView } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { isCaused, type Route, routesTo } from '../../search/routes.ts';
import { actorFor, plainBody } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The maximum number of events in a chain that ends in the state. */
const MOST_EVENTS = 3;
/** The maximum number of tries in all. */
const MOST_TRIES = 400;

interface Caused {
  readonly as: Actor;
  readonly request: Request;
  readonly world: World;
}

/**
 * Point 4: states that only effects lead to (`call on first(Reservation where …)`). A record in the state before
 * exists, and the records that it refers to go through their own events until one of them causes the step.
 */
export function* deriveNested(context: DerivationContext): Cases {
  for (const workflow of context.plan.states)
    for (const state of workflow.states) {
      const rows = workflow.events.flatMap(({ transitions }) => transitions.filter((row) => leadsTo(row, state.name)));
      const isAlone = (route: Route) => !route.some(isCaused);
      if (rows.length === 0 || routesTo(context.lookup, workflow.entity, state.name).some(isAlone)) continue;
      const reached = reach(context, { entity: workflow.entity, state: state.name });
      if (reached !== null) {
        const taken = reached.fixture.route.filter(isCaused).map(({ row }) => row.clause);
        yield reached.builder.done(titleOf(workflow, state), [...taken, state.clause]);
        continue;
      }
      for (const row of rows) {
        const [before] = Array.isArray(row.from) ? row.from : [];
        const found =
          before === undefined ? null : reach(context, { entity: workflow.entity, state: before, budget: 30 });
        const way = found === null ? null : wayTo(context, found.builder.world, found.id, workflow, state.name);
        if (found === null || way === null) continue;
        const clauses = [row.clause, state.clause];
        for (const { as, request } of way) found.builder.act(as, request, clauses);
        yield found.builder.done(titleOf(workflow, state), clauses);
        break;
      }
    }
}

function titleOf({ entity }: Workflow, { name }: State): string {
  return `${entity} reaches ${name} by events of other records`;
}

/** Whether a row leads into this state and only an effect takes it, neither a person nor a timer. */
function leadsTo({ by, to }: Transition, state: string): boolean {
  return to === state && by.every(({ kind }) => kind === 'system');
}

/** The shortest way to any record in a state, where a few events are one. */
function wayTo(
  context: DerivationContext,
  world: World,
  id: string,
  { entity, field }: Workflow,
  state: string,
): Caused[] | null {
  let ways: { readonly world: World; readonly way: readonly Caused[] }[] = [{ world, way: [] }];
  let tries = 0;
  // If several records are equal, the event may move another one of them.
  const cameThere = (after: World) =>
    field !== null &&
    after.living(entity).some((one) => one.values[field] === state && world.get(one.id)?.values[field] !== state);
  for (let length = 1; length <= MOST_EVENTS; length += 1) {
    const longer: typeof ways = [];
    for (const { world: at, way } of ways)
      for (const caused of concurrentEvents(context, at, id)) {
        if ((tries += 1) > MOST_TRIES) return null;
        const next = [...way, caused];
        if (cameThere(caused.world)) return next;
        longer.push({ world: caused.world, way: next });
      }
    ways = longer;
  }
  return null;
}

/** The events that an actor can cause now on the records to which one refers. */
function* concurrentEvents(context: DerivationContext, world: World, id: string): Generator<Caused> {
  const view = world.view(id);
  if (view === null) return;
  const near = context.lookup.entity(entityOf(id)).fields.flatMap(({ name, type }) => {
    const target = type.kind === 'reference' ? asView(view[name]) : null;
    return target === null ? [] : [target.id];
  });
  for (const other of near) {
    const entity = entityOf(other);
    for (const event of context.lookup.workflow(entity)?.events ?? [])
      for (const row of event.transitions.filter((one) => isPersonal(one) && one.from !== 'new')) {
        const as = actorFor(context, world, other, row);
        if (as === undefined) continue;
        const body = plainBody(context, entity, row, as);
        const request: Request = { kind: 'fire', entity, id: other, event: event.name, body };
        const outcome = perform(world.fork(), as, request);
        if (outcome.refused === null) yield { as, request, world: outcome.world };
      }
  }
}
