import { type Event, type EventCondition, ownGuard, type Transition, type Workflow } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { Outcome } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { distance, margin } from '../../search/distance.ts';
import { focusConstants } from '../constants/constants.ts';
import { clausesOf, firing } from './firing.ts';
import { actorsFor, beginnersOf, bodiesFor } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { countsThrough } from '../rules/created-until.ts';
import { causedAgain, causedOnOne } from '../rules/repeated.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';

/** The steps that causing an event again and again may take: what its effects make may grow with each time. */
const MOST_STEPS_REPEATED = 240_000;

/** An event from `new` whose guard doesn't hold. */
export function* keptOut(context: DerivationContext, workflow: Workflow, event: Event, row: Transition): Cases {
  if (row.when === null) return;
  const { entity } = workflow;
  const errors = context.plan.errors.filter(({ code }) => code === row.error).map(({ clause }) => clause);
  for (const as of beginnersOf(context, entity, [{ event: event.name, row }]))
    for (const body of bodiesFor(context, entity, row, as, [row.when])) {
      const outcome = firing(context, context.world.fork(), null, event, row, as, body);
      if (outcome.refused?.clause !== row.clause || !isGuard(outcome, row)) continue;
      const builder = new CaseBuilder(context);
      const clauses = [...clausesOf(workflow, row, null), ...focusConstants(context, [row.when]), ...errors];
      builder.act(as, { kind: 'fire', entity, id: null, event: event.name, body }, clauses);
      yield builder.done(`${event.label} of ${entity} where its guard doesn't hold`, clauses);
      return;
    }
  context.cannot('not found', ...errors);
}

/** The guard of a row, or a condition of all events, which refuses an event. */
type Refuser = Pick<EventCondition, 'clause' | 'when' | 'error'>;

/** A guard, and each condition of all events, that doesn't hold, as near to holding as can be found. */
export function* guarded(context: DerivationContext, workflow: Workflow, event: Event, row: Transition): Cases {
  const { when, error, clause } = row;
  if (when === null) return;
  const own = ownGuard(row);
  const refusers = [...(row.conditions ?? []), ...(own === null ? [] : [{ clause, when: own, error }])];
  for (const refuser of refusers) yield* judged(context, workflow, event, row, refuser, false);
  yield* judged(context, workflow, event, row, { clause, when, error }, true);
}

function* judged(
  context: DerivationContext,
  workflow: Workflow,
  event: Event,
  row: Transition,
  refuser: Refuser,
  holding: boolean,
): Cases {
  const { entity } = workflow;
  const { when } = refuser;
  const [state = null] = row.from === null || row.from === 'new' ? [] : row.from;
  const errors = context.plan.errors.filter(({ code }) => code === refuser.error).map(({ clause }) => clause);
  const measure = (world: World, id: string, acting: Actor, body: Body): number => {
    const outcome = firing(context, world, id, event, row, acting, body);
    const decided = holding
      ? outcome.refused === null
      : outcome.refused?.clause === refuser.clause && isGuard(outcome, refuser);
    const record = world.view(id);
    const names = {
      ...namesAt(outcome.transaction, id),
      input: {},
      user: world.view(acting),
      old: record,
      this: record,
    };
    return decided ? margin(world, when, names) / 3 : 0.5 + distance(world, when, names, holding) / 2.1;
  };
  /** The actor and the inputs that come closest to the goal. */
  const nearest = (world: World, id: string) =>
    actorsFor(context, world, id, row)
      .flatMap((acting) =>
        bodiesFor(context, entity, row, acting, [when]).map((body) => {
          return { acting, body, cost: measure(world, id, acting, body) };
        }),
      )
      .toSorted((one, other) => one.cost - other.cost)[0];
  const found = reach(context, {
    entity,
    state,
    about: [when],
    nearest: 0.04,
    accept: 0.4,
    budget: 240,
    want: (world, id) => Math.min(0.99, nearest(world, id)?.cost ?? 1),
  });
  const clauses = [
    ...clausesOf(workflow, row, state),
    ...(refuser.clause === row.clause ? [] : [refuser.clause]),
    ...focusConstants(context, [when]),
    ...(holding ? [] : errors),
  ];
  if (found === null) {
    if (holding) return;
    const { workBudget } = context.lookup;
    const again = countsThrough(context, when)
      ? workBudget.within(MOST_STEPS_REPEATED, () => causedAgain(context, workflow, event, row, clauses))
      : null;
    const onOne =
      again === null
        ? workBudget.within(MOST_STEPS_REPEATED, () => causedOnOne(context, workflow, event, row, clauses))
        : null;
    const title = `${event.label} of ${entity}, on one record ${again === null ? 'again and again' : 'after the other'} until its guard refuses`;
    const builder = again ?? onOne;
    if (builder === null) context.cannot('not found', ...errors);
    else yield builder.done(title, clauses);
    return;
  }
  const { builder, id } = found;
  const best = nearest(builder.world, id);
  if (best === undefined) return;
  builder.act(best.acting, { kind: 'fire', entity, id, event: event.name, body: best.body }, clauses);
  yield builder.done(
    `${event.label} of ${entity} where ${refuser.clause === row.clause ? 'its guard' : 'a condition of all events'} ${holding ? 'just holds' : "doesn't hold"}`,
    clauses,
  );
}

function isGuard({ refused }: Outcome, row: Pick<Refuser, 'error'>): boolean {
  return refused?.code === (row.error ?? 'INVALID_TRANSITION');
}
