import { type Event, type Expression, type Transition, type Workflow, walk } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import type { Variables } from '../../reference/evaluate.ts';
import type { Actor } from '../../reference/permissions.ts';
import type { Refused } from '../../reference/refusal.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { findFixture } from '../records/find-fixture.ts';
import { fresh } from '../records/fixture-changes.ts';
import { actorFor, bodiesFor, plainBody, plainFixture } from '../records/plain-fixtures.ts';
import type { Fixture } from '../records/fixture.ts';
import type { Goal } from '../records/goal.ts';
import { reach } from '../records/reach.ts';
import { isNamed } from '../records/support.ts';
import { inWorld } from '../records/in-world.ts';
import { endOf } from '../records/attempt.ts';
import { firing } from '../states/firing.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { buildFixture } from '../records/build-fixture.ts';

/** The maximum number of records that a test makes, one after the other, to reach a limit. */
const MOST = 130;

/** Whether a condition counts records. */
export function countsRecords(condition: Expression): boolean {
  let counts = false;
  walk(condition, (node) => {
    counts ||= node.kind === 'query' && node.source.kind === 'entity' && (node.form === 'count' || node.form === 'sum');
  });
  return counts;
}

/** Creates records of one person until a rule refuses: at the limit it admitted one, above it none. */
export function createdAgain(
  context: DerivationContext,
  entity: string,
  rule: string,
  clauses: readonly string[],
): CaseBuilder | null {
  const fixture = findFixture(context, { entity, state: null, route: [], budget: 40 });
  if (fixture === null) return null;
  const builder = new CaseBuilder(context);
  for (let count = 0; count < MOST; count += 1) {
    const { draft } = plainFixture(context, entity, [], fixture.creator);
    const { refused } = builder.act(fixture.creator, { kind: 'create', entity, body: draft }, clauses);
    if (refused !== null) return refused.errors.some(({ clause }) => clause === rule) ? builder : null;
  }
  return null;
}

/** The maximum number of times that something happens to one record until its guard refuses. */
const MOST_ON_ONE = 24;

/** Lets one person cause an event on one record again and again, until its guard refuses. */
export function causedOnOne(
  context: DerivationContext,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
): CaseBuilder | null {
  if (row.to !== 'same') return null;
  const [state = null] = row.from === null || row.from === 'new' ? [] : row.from;
  const want = (world: World, id: string) => (actorFor(context, world, id, row) === undefined ? 0.9 : 0);
  const found = reach(context, { entity, state, want });
  if (found === null) return null;
  const { builder, id } = found;
  for (let count = 0; count < MOST_ON_ONE; count += 1) {
    const acting = actorFor(context, builder.world, id, row);
    if (acting === undefined) return null;
    const body = plainBody(context, entity, row, acting);
    const { refused } = builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return refused.clause === row.clause ? builder : null;
  }
  return null;
}

/** The goal of each of the records on which one event happens; no matter how it came to be. */
type CountedGoal = Goal & { readonly want: (world: World, id: string) => number };

/** The refusal that an event must meet in the end. */
export interface Refuser {
  readonly isRefused: (refused: Refused) => boolean;
  /** The conditions that decide it: the inputs of the event are chosen by them. */
  readonly about: readonly (Expression | null)[];
}

/**
 * Lets one person cause an event on one record after the other, until it is refused as is sought: by its guard, or by a
 * rule that counts records. Effects may make the records.
 */
export function causedAgain(
  context: DerivationContext,
  { entity }: Workflow,
  event: Event,
  row: Transition,
  clauses: readonly string[],
  { isRefused, about }: Refuser = { isRefused: ({ clause }) => clause === row.clause, about: [row.when] },
): CaseBuilder | null {
  const [state = null] = row.from === null || row.from === 'new' ? [] : row.from;
  /** The answers with which it is refused as is sought, or after which that is nearest (the smallest group). */
  const taking = (world: World, id: string, as: Actor): Body | null => {
    const taken = bodiesFor(context, entity, row, as, about).flatMap((body) => {
      const { refused, transaction } = firing(context, world.fork(), id, event, row, as, body);
      if (refused !== null) return isRefused(refused) ? [{ body, left: 0 }] : [];
      const names = { ...namesAt(transaction, id), input: {} };
      return [{ body, left: leftOf(transaction.world, about, names) }];
    });
    return taken.toSorted((one, other) => one.left - other.left)[0]?.body ?? null;
  };
  const goal: CountedGoal = {
    entity,
    state,
    budget: 60,
    under: [],
    about: [row.when, ...about],
    want: (world, id) => {
      const as = actorFor(context, world, id, row);
      return as === undefined ? 0.9 : taking(world, id, as) === null ? 0.5 : 0;
    },
  };
  let fixture = findFixture(context, goal);
  let builder = new CaseBuilder(context);
  const done: string[] = [];
  let acting: Actor | undefined;
  let body: Body | null = null;
  for (let count = 0; count < MOST && !context.lookup.workBudget.isSpent; count += 1) {
    const next = anotherRecord(builder, { ...goal, want: besides(builder, goal, done) }, fixture, done);
    if (next === null) return null;
    ({ builder, fixture } = next);
    const { id } = next;
    acting ??= actorFor(context, builder.world, id, row);
    if (acting === undefined) return null;
    body ??= taking(builder.world, id, acting);
    if (body === null) return null;
    const { refused } = builder.act(acting, { kind: 'fire', entity, id, event: event.name, body }, clauses);
    if (refused !== null) return isRefused(refused) ? builder : null;
    done.push(id);
  }
  return null;
}

/** How far conditions are from not holding: the nearest of them. */
function leftOf(world: World, about: readonly (Expression | null)[], names: Variables): number {
  return Math.min(
    1,
    ...about.flatMap((one) => (one === null || !isNamed(one, names) ? [] : [distance(world, one, names, false)])),
  );
}

/** The cost of a goal that leaves these records as they are, because they are counted. */
function besides({ context, world: before }: CaseBuilder, { entity, want }: CountedGoal, done: readonly string[]) {
  const field = context.lookup.workflow(entity)?.field ?? null;
  const stateOf = (world: World, id: string) => (field === null ? null : world.get(id)?.values[field]);
  return (world: World, id: string): number => {
    const isKept = done.every((each) => world.get(each) !== null && stateOf(world, each) === stateOf(before, each));
    return isKept ? want(world, id) : 0.95;
  };
}

/**
 * One more record for a case: like the last one, or, where this is refused (each donor has one visit), one that is
 * searched for again, or one that is there already.
 *
 * @returns It, in a case that continues the given one; null: there is none.
 */
function anotherRecord(
  builder: CaseBuilder,
  goal: CountedGoal,
  like: Fixture | null,
  done: readonly string[],
): { readonly builder: CaseBuilder; readonly id: string; readonly fixture: Fixture | null } | null {
  const { context, world } = builder;
  const fixture = like === null ? null : inWorld(context, world, () => fresh(context, like));
  if (fixture !== null && endOf(context, world, fixture).refused === null) {
    const id = buildFixture(builder, fixture);
    return id === null ? null : { builder, id, fixture };
  }
  const found = inWorld(context, world, () => reach(context, goal));
  if (found === null) {
    const there = standsThere(builder, goal, done);
    return there === null ? null : { builder, id: there, fixture };
  }
  found.builder.steps.unshift(...builder.steps);
  found.builder.calls.unshift(...builder.calls);
  return found;
}

/** A record that a former case has left in the state. */
function standsThere({ context, world }: CaseBuilder, { entity, state, want }: CountedGoal, done: readonly string[]) {
  const field = context.lookup.workflow(entity)?.field ?? null;
  const fits = ({ id, values }: { readonly id: string; readonly values: Readonly<Record<string, unknown>> }) =>
    !done.includes(id) && (field === null || values[field] === state) && want(world, id) === 0;
  return world.living(entity).find(fits)?.id ?? null;
}
