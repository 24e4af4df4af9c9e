import type { Transition, Workflow } from '@nonet/language';
import { entityOf, type View } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { routesTo } from '../../search/routes.ts';
import { actorFor, plainBody } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** How many events are caused, one after the other, until one of them leads there. */
const MOST_EVENTS = 3;
/** How many are tried in all. */
const MOST_TRIES = 400;

interface Caused {
  readonly as: Actor;
  readonly request: Request;
  readonly world: World;
}

/**
 * Point 4: the states that only effects lead to (`call on first(Reservation where …)`): there is a record in the state
 * before, and what it refers to goes through its own events until one of them takes such a record along.
 */
export function* deriveNested(context: DerivationContext): Cases {
  for (const workflow of context.plan.states)
    for (const state of workflow.states) {
      const rows = workflow.events.flatMap(({ transitions }) => transitions.filter((row) => leadsTo(row, state.name)));
      if (rows.length === 0 || routesTo(context.lookup, workflow.entity, state.name).length > 0) continue;
      for (const row of rows) {
        const [before] = Array.isArray(row.from) ? row.from : [];
        const found =
          before === undefined ? null : reach(context, { entity: workflow.entity, state: before, budget: 30 });
        const way = found === null ? null : wayTo(context, found.builder.world, found.id, workflow, state.name);
        if (found === null || way === null) continue;
        const clauses = [row.clause, state.clause];
        for (const { as, request } of way) found.builder.act(as, request, clauses);
        yield found.builder.done(`${workflow.entity} comes to ${state.name} by what others do`, clauses);
        break;
      }
    }
}

/** Whether only the product itself takes a row, by an effect of something else, and into this state. */
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
  // Of several records that are alike another one may be taken along.
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

/** What somebody can cause now on the records that one refers to. */
function* concurrentEvents(context: DerivationContext, world: World, id: string): Generator<Caused> {
  const view = world.view(id);
  if (view === null) return;
  const near = context.lookup.entity(entityOf(id)).fields.flatMap(({ name, type }) => {
    const target = type.kind === 'reference' ? (view[name] as View | null) : null;
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
