import type { Effect, Expression } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { entityOf } from '../../reference/evaluate.ts';
import { type Outcome, perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { World } from '../../reference/world.ts';
import { type Cause, causesOf } from '../../search/causes.ts';
import { withFiles } from '../../search/draft.ts';
import { makingConditions } from '../../search/makers.ts';
import type { RouteStep } from '../../search/routes.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { eventsOf, rowsOf } from './changes-of.ts';
import { firstOf, type FixtureCaused, madeSince } from './fixture-steps.ts';
import { actorFor, beginnersOf, bodiesFor, plainBody, plainFixture } from './plain-fixtures.ts';

/** The maximum number of records of one entity on which a cause is tried, beginning with the latest. */
const MOST_CAUSES = 12;
/** The maximum number of answers with which a cause is tried. */
const MOST_BODIES = 8;
/** The maximum number of events that bring another record to where a cause starts. */
const MOST_BEFORE = 2;

/**
 * The requests on other records, of which the last takes a record through a step by its effects. The ones before it make
 * the record that the last one is about (the review that an event of this record orders), or bring it to where that event
 * starts.
 */
export function causing(
  context: DerivationContext,
  world: World,
  id: string,
  step: RouteStep,
): readonly FixtureCaused[] {
  const causes = causesOf(context.lookup, entityOf(id), step.event);
  for (const cause of causes)
    for (const way of waysToCause(context, world, id, cause)) {
      if (context.lookup.workBudget.isSpent) break;
      if (takes(performed(world, way), id, step)) return [causedBy(way, step, cause)];
    }
  for (const cause of causes) {
    const steps = madeBefore(context, world, id, cause, step);
    if (steps !== null) return steps;
  }
  return [{ kind: 'caused', as: null, request: null, clauses: [step.row.clause] }];
}

interface Way {
  readonly as: Actor;
  readonly request: Request;
}

function causedBy({ as, request }: Way, step: RouteStep, cause: Cause): FixtureCaused {
  return { kind: 'caused', as, request, clauses: [step.row.clause, cause.row.clause] };
}

function performed(world: World, { as, request }: Way): Outcome {
  const copy = world.fork();
  return perform(copy, as, uploaded(copy, as, request));
}

/** The request, with its files uploaded in a world. */
export function uploaded(world: World, as: Actor, request: Request): Request {
  if (!('body' in request)) return request;
  return { ...request, body: withFiles(request.body, (type) => world.addFile({ type, by: as })) };
}

/** Whether an outcome has taken a record through a step. */
function takes({ refused, transaction, world }: Outcome, id: string, { row }: RouteStep): boolean {
  if (refused !== null || !transaction.touched.has(id)) return false;
  const field = world.lookup.workflow(entityOf(id))?.field ?? null;
  return field === null || row.to === 'same' || world.get(id)?.values[field] === row.to;
}

/** The actors and requests that may cause it: on existing records, or by a new one that refers to the record. */
function* waysToCause(context: DerivationContext, world: World, id: string, cause: Cause): Generator<Way> {
  const { entity, event, row } = cause;
  if (row.from === 'new') {
    const route = event === 'create' ? [] : [{ event, row }];
    const [creator] = beginnersOf(context, entity, route);
    if (creator === undefined) return;
    for (const { name, type } of context.lookup.entity(entity).fields)
      if (type.kind === 'reference' && type.entity === entityOf(id))
        yield firstOf(plainFixture(context, entity, route, creator, { [name]: id }));
    const alike = likewise(context, world, id, entity);
    if (Object.keys(alike).length > 0) yield firstOf(plainFixture(context, entity, route, creator, alike));
    return;
  }
  for (const other of world.living(entity).slice(-MOST_CAUSES).toReversed())
    yield* waysOn(context, world, other.id, cause);
}

/** An event of another record, with the answers on which its effects may depend. */
function* waysOn(context: DerivationContext, world: World, id: string, { entity, event, row }: Cause): Generator<Way> {
  const as = actorFor(context, world, id, row);
  if (as === undefined) return;
  const bodies = bodiesFor(context, entity, row, as, row.effects.flatMap(conditionsOf));
  for (const body of bodies.slice(0, MOST_BODIES)) yield { as, request: { kind: 'fire', entity, id, event, body } };
}

function conditionsOf(effect: Effect): (Expression | null)[] {
  return [effect.condition, ...(effect.kind === 'for' ? conditionsOf(effect.effect) : [])];
}

/** The steps with which an event of the record itself makes another record, which then causes the step; null: none do. */
function madeBefore(
  context: DerivationContext,
  world: World,
  id: string,
  cause: Cause,
  step: RouteStep,
): readonly FixtureCaused[] | null {
  const entity = entityOf(id);
  if (cause.row.from === 'new' || cause.entity === entity) return null;
  for (const { event, row } of rowsOf({ context, world }, id)) {
    if (row.to !== 'same' || makingConditions(row.effects, cause.entity) === null) continue;
    const as = actorFor(context, world, id, row);
    if (as === undefined || context.lookup.workBudget.isSpent) continue;
    const body: Body = plainBody(context, entity, row, as);
    const making: Way = { as, request: { kind: 'fire', entity, id, event, body } };
    const outcome = performed(world, making);
    const made = outcome.refused === null ? madeSince(world, outcome.world, cause.entity) : null;
    const rest = made === null ? null : ledTo(context, outcome.world.fork(), made, id, cause, step, MOST_BEFORE);
    if (rest !== null) return [{ kind: 'caused', isBefore: true, ...making, clauses: [row.clause] }, ...rest];
  }
  return null;
}

/** The events of another record, of which the last causes the step; null: none of so many do. */
function ledTo(
  context: DerivationContext,
  world: World,
  other: string,
  id: string,
  cause: Cause,
  step: RouteStep,
  most: number,
): readonly FixtureCaused[] | null {
  for (const way of waysOn(context, world, other, cause))
    if (takes(performed(world, way), id, step)) return [causedBy(way, step, cause)];
  if (most === 0) return null;
  const field = context.lookup.workflow(entityOf(other))?.field ?? null;
  for (const { as, request, clauses } of eventsOf({ context, world }, other)) {
    if (context.lookup.workBudget.isSpent) return null;
    const later = performed(world, { as, request });
    const isMoved = field !== null && later.world.get(other)?.values[field] !== world.get(other)?.values[field];
    if (later.refused !== null || !isMoved) continue;
    const rest = ledTo(context, later.world.fork(), other, id, cause, step, most - 1);
    if (rest !== null) return [{ kind: 'caused', isBefore: true, as, request, clauses }, ...rest];
  }
  return null;
}

/**
 * The references of a new record that equal another record's: an effect may find a record by what both refer to
 * (`collect on Reservation where copy == this.copy and member == this.member`).
 */
export function likewise({ lookup }: DerivationContext, world: World, id: string, entity: string): Body {
  const values = world.get(id)?.values ?? {};
  const own = lookup.entity(entityOf(id)).fields.filter(({ type, computed }) => type.kind === 'reference' && !computed);
  return Object.fromEntries(
    lookup.entity(entity).fields.flatMap(({ name, type, computed }): [string, unknown][] => {
      if (type.kind !== 'reference' || type.entity === 'User' || computed !== null) return [];
      const alike = own.filter((field) => field.type.kind === 'reference' && field.type.entity === type.entity);
      const value = values[(alike.find((field) => field.name === name) ?? alike[0])?.name ?? ''] ?? null;
      return value === null ? [] : [[name, value]];
    }),
  );
}
