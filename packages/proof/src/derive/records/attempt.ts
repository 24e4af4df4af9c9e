import { clauseSubject, type Expression, type Field, timesOf, type Transition } from '@nonet/language';
import { advance, fireTimer, isOverdue, timersOf } from '../../reference/advance.ts';
import { entityOf, mightHold, type View } from '../../reference/evaluate.ts';
import { type Outcome, perform, type Request } from '../../reference/perform.ts';
import type { Actor } from '../../reference/permissions.ts';
import { Remembered } from '../../reference/remembered.ts';
import { namesAt } from '../../reference/transaction.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { focusOf } from '../../search/focus.ts';
import { makingConditions } from '../../search/makers.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { uploaded } from './causing.ts';
import { type Begun, hasFired, lengthOf, stepsOf } from './build-fixture.ts';
import { type FixtureWait, madeSince } from './fixture-steps.ts';
import type { Fixture } from './fixture.ts';
import type { Goal, Tried } from './goal.ts';
import { actorFor, relationsOf } from './plain-fixtures.ts';

/** The distance to a goal after the steps of a fixture. */
export function attempt(
  context: DerivationContext,
  goal: Goal,
  fixture: Fixture,
  base: ReadonlySet<string> = focusOf(context.lookup, goal.about ?? []),
  begun: Begun | null = null,
): Tried {
  if (goal.keepsGiven === true && leavesGiven(goal, fixture)) return { cost: LEFT, focus: base };
  const { world, id, refused } = endOf(context, context.world, fixture, begun);
  if (refused !== null) return missed(context, refused, id, goal.entity);
  if (id === null) return { cost: 1000, focus: base };
  const field = context.lookup.workflow(goal.entity)?.field ?? null;
  const state = field === null ? null : world.view(id)?.[field];
  if (goal.state !== null && state !== goal.state) {
    const { conditions, cost } = elsewhere(context, world, id, goal.state, fixture.creator);
    return {
      cost,
      focus: base.union(focusOf(context.lookup, [...timesOfTimers(context, goal.entity), ...conditions])),
    };
  }
  return { cost: goal.want?.(world, id, fixture) ?? 0, focus: base };
}

/** The cost of a fixture that has left what is given: more than that of any refusal. */
const LEFT = 900;

function leavesGiven({ given = {} }: Goal, { draft, origin, route }: Fixture): boolean {
  if (origin !== undefined || route[0]?.row.from === 'new') return false;
  return Object.entries(given).some(([name, value]) => draft[name] !== value);
}

/** The least cost of a fixture that leads to a record in another state. */
export const IN_OTHER_STATE = 1;

/**
 * How far a record that has come to be in another state is from having begun in the sought one, by the conditions of the
 * rows that decide where records begin (4: `create`). A timer has taken it there where no row does.
 */
function elsewhere(context: DerivationContext, world: World, id: string, sought: string, creator: Actor) {
  const record = world.view(id);
  const names = { this: record, old: null, user: world.view(creator), input: {} };
  const rows = context.lookup.event(entityOf(id), 'create')?.transitions ?? [];
  let [earlier, nearest] = [0, 0.9];
  for (const { to, when } of rows) {
    if (to === sought) nearest = Math.min(nearest, earlier + (when === null ? 0 : distance(world, when, names, true)));
    // Of several rows the first one decides whose condition holds.
    earlier += when === null ? 0.9 : distance(world, when, names, false);
  }
  return { conditions: rows.map(({ when }) => when), cost: IN_OTHER_STATE + nearest };
}

/** The expressions that decide when timers take a record of an entity into another state. */
function timesOfTimers({ world }: DerivationContext, entity: string): (Expression | null)[] {
  return timersOf(world)
    .filter((timer) => timer.entity === entity && timer.row.to !== 'same')
    .flatMap(({ trigger, row }) => [...timesOf(trigger), row.when]);
}

/** The result of a fixture's steps, or the refusal that ended them. */
interface End {
  readonly world: World;
  /** The record, as far as it is there. */
  readonly id: string | null;
  readonly refused: RefusedStep | null;
}

interface RefusedStep {
  /** The document's answer to the step; null: a timer's time does not come, or no effect makes the record. */
  readonly outcome: Outcome | null;
  /** The conditions that decide about the step. */
  readonly about: readonly (Expression | null)[];
  /** Further fields (`Loan.copy`) on which the step depends. */
  readonly fields?: readonly string[];
  /** The number of steps that remain. */
  readonly left: number;
  readonly clauses: readonly string[];
}

/** Takes the steps of a fixture in a copy of a world. */
export function endOf(context: DerivationContext, from: World, fixture: Fixture, begun: Begun | null = null): End {
  let world = from;
  let id: string | null = begun?.id ?? null;
  let left = lengthOf(fixture) + 2 - (begun?.taken ?? 0);
  for (const step of stepsOf(fixture, () => ({ world, id }), context, begun)) {
    if (!(step.kind === 'caused' && step.isBefore === true)) left -= 1;
    const { clauses } = step;
    if (step.kind === 'made') {
      left += 1;
      id = madeSince(from, world, step.entity, step.place);
      if (id === null) return { world, id, refused: { outcome: null, about: makingOf(fixture), left, clauses } };
      continue;
    }
    if (step.kind === 'wait') {
      const { later, outcome } = id === null ? NEVER : waitedFor(world, step, id);
      if (later === null) {
        const { trigger } = step.timer;
        const about = timesOf(trigger);
        return { world, id, refused: { outcome, about, left, clauses } };
      }
      world = later;
      continue;
    }
    if (step.kind === 'caused') {
      const { outcome, after } = step.request === null ? NOT_TAKEN : take(world, step.as, step.request);
      if (after === null) {
        const fields = referencesOf(context, fixture.entity);
        return { world, id, refused: { outcome, about: [], fields, left, clauses } };
      }
      world = after;
      continue;
    }
    const { outcome, after } = take(world, step.as, step.request);
    if (after === null) return { world, id, refused: { outcome, about: [], left, clauses } };
    world = after;
    id = outcome.id;
  }
  // Others change what they get.
  return { world: world.fork(), id, refused: null };
}

interface Taken {
  readonly outcome: Outcome;
  /** The world a second later, with what its time has come for by then; null: the request was refused. */
  readonly after: World | null;
}

/** Nobody can ask for what causes a step. */
const NOT_TAKEN = { outcome: null, after: null };

/** Many fixtures of one search begin with the same requests. */
const TAKEN = new Remembered<Taken>();

function take(world: World, as: Actor, request: Request): Taken {
  // Counted in any case, so that each search ends.
  world.lookup.workBudget.steps += 1;
  return TAKEN.of(world, JSON.stringify([as, request]), () => {
    const copy = world.fork();
    const outcome = perform(copy, as, uploaded(copy, as, request));
    if (outcome.refused !== null) return { outcome, after: null };
    const after = settled(outcome);
    after.now = new Date(Date.parse(after.now) + 1000).toISOString();
    return { outcome, after };
  });
}

/** The references of a record: they decide which events of other records change it, too. */
function referencesOf({ lookup }: DerivationContext, entity: string): string[] {
  return lookup
    .entity(entity)
    .fields.flatMap(({ name, type }) => (type.kind === 'reference' ? [`${entity}.${name}`] : []));
}

/** The conditions under which an effect makes a fixture's record. */
function makingOf({ entity, origin }: Fixture): readonly (Expression | null)[] {
  return makingConditions(origin?.route.at(-1)?.row.effects ?? [], entity) ?? [];
}

/** The longest wait for one timer: a longer one would change too much for the cases that follow. */
export const LONGEST_WAIT_MILLISECONDS = 800 * 86_400_000;

/** The result of a wait. */
interface Waited {
  /** The world when the timer has fired; null: it does not fire. */
  readonly later: World | null;
  /** The refusal of the timer; null: its time does not come. */
  readonly outcome: Outcome | null;
}

const NEVER: Waited = { later: null, outcome: null };

function waitedFor(world: World, { timer, until }: FixtureWait, id: string): Waited {
  if (until === null || Date.parse(until) - Date.parse(world.now) > LONGEST_WAIT_MILLISECONDS) return NEVER;
  const copy = world.fork();
  // Fires nothing else that becomes due meanwhile: that would take too long in each attempt.
  if (Date.parse(until) > Date.parse(world.now)) {
    const later = advance(copy, until, id).world.fork();
    if (hasFired(later, timer, id)) return { later, outcome: null };
    copy.now = until;
  }
  const outcome = fireTimer(copy, timer, id);
  return outcome.refused === null ? NEVER : { later: null, outcome };
}

/** The world after a request, with what its time has come for by then. */
export function settled({ world, transaction }: Pick<Outcome, 'world' | 'transaction'>): World {
  const copy = world.fork();
  return isOverdue(copy, transaction.touched.keys()) ? advance(copy, copy.now).world.fork() : copy;
}

function missed(context: DerivationContext, step: RefusedStep, id: string | null, sought: string): Tried {
  const { outcome, left, clauses: asked } = step;
  if (outcome === null) {
    const focus = focusOf(context.lookup, step.about).union(new Set(step.fields));
    return { cost: 2 + 4 * left + MOST_BROKEN, focus };
  }
  const { transaction } = outcome;
  const cells = cellsRefusing(context, outcome);
  // Cells are judged before rules (6), so a refusal by cells is further away than one by rules.
  if (cells.length > 0) {
    const distances = cells.map(({ condition, record }) =>
      distance(transaction.world, condition, { this: record, user: transaction.world.view(transaction.actor) }, true),
    );
    const focus = focusOf(
      context.lookup,
      cells.map(({ condition }) => condition),
    );
    return { cost: 2 + 4 * left + MOST_BROKEN + 0.9 * Math.min(...distances), focus };
  }
  const { broken, fields, event } = brokenBy(context, outcome, id);
  const conditions = broken.map(({ condition }) => condition);
  const isMoved = outcome.refused?.code === 'INVALID_TRANSITION' && id !== null;
  let cost = 0;
  for (const { condition, of } of broken)
    cost += distance(transaction.world, condition, namesAt(transaction, of, { input: {} }), true);
  for (const { entity, events } of context.plan.states)
    for (const row of events.flatMap(({ transitions }) => transitions)) {
      // No actor may take this row on the record.
      if (id === null || !asked.includes(row.clause) || actorFor(context, transaction.before, id, row) !== undefined)
        continue;
      const relations = relationsOf(context, entity, row);
      conditions.push(...relations);
      cost += Math.min(1, ...relations.map((relation) => fromAnybody(context, transaction.before, id, relation)));
    }
  const focus = focusOf(context.lookup, [...conditions, ...(isMoved ? timesOfTimers(context, entityOf(id)) : [])]);
  for (const field of fields) focus.add(`${clauseSubject(field.clause)}.${field.name}`);
  const taken = uniqueFields(context, outcome, sought);
  for (const key of taken) focus.add(key);
  for (const field of event?.fields ?? []) focus.add(`${clauseSubject(field.clause)}.${field.name}`);
  // A refusal that breaks no rule (a value that is taken, a field that can't be set) does not count as nearer.
  const isUnknown = conditions.length + fields.length === 0 && outcome.refused?.code !== 'INVALID_TRANSITION';
  const stuck = event !== null || taken.length > 0 ? 0.4 : isUnknown ? MOST_BROKEN : 0;
  // Leaving a value out helps least.
  const isLeftOut = outcome.refused?.errors.some(({ code }) => code === 'REQUIRED') === true;
  const distanceOfStep = isLeftOut ? MOST_BROKEN + 0.5 : Math.min(MOST_BROKEN, cost + 0.5 * fields.length + stuck);
  return { cost: 2 + 4 * left + distanceOfStep, focus };
}

/** The fields that have to differ from those of other records, where the same ones are refused. */
function uniqueFields({ lookup }: DerivationContext, { transaction, refused }: Outcome, sought: string): string[] {
  if (refused?.code !== 'NOT_UNIQUE') return [];
  const entities = new Set([sought, ...[...transaction.touched.values()].map(({ entity }) => entity)]);
  return [...entities].flatMap((entity) => {
    const { fields, unique } = lookup.entity(entity);
    const own = fields.filter((field) => field.unique !== null).map(({ name }) => name);
    return [...own, ...unique.flat()].map((name) => `${entity}.${name}`);
  });
}

/** The greatest distance of a step that rules, guards or fields refuse; one step counts 4. */
const MOST_BROKEN = 3;

/** If cells refuse the result of a request: the cells that might allow it, and the record. */
function cellsRefusing(
  context: DerivationContext,
  { transaction, refused }: Outcome,
): { condition: Expression; record: View }[] {
  if (refused?.code !== 'FORBIDDEN') return [];
  return [...transaction.touched.values()].flatMap(({ id, entity, action }) => {
    const record = transaction.world.view(id);
    const grants = context.lookup.permissions(entity)?.actions?.[action === 'create' ? 'create' : 'update'] ?? [];
    if (record === null || refused.clause !== `6.${entity}.${action}`) return [];
    return grants.flatMap(({ cell, role: name }) => {
      const role = context.lookup.role(name);
      const isTheirs = role !== null && mightHold(transaction.world, transaction.world.view(transaction.actor), role);
      return cell.kind === 'when' && isTheirs ? [{ condition: cell.condition, record }] : [];
    });
  });
}

/** The reasons of a refusal: conditions of rules and guards, each with its record, and fields. */
export interface Broken {
  readonly broken: readonly { readonly condition: Expression; readonly of: string }[];
  readonly fields: readonly Field[];
  /** The refused event of another record that an effect causes; null if something else is refused. */
  readonly event: RefusedEvent | null;
}

export interface RefusedEvent {
  /** The record of which it is. */
  readonly record: string;
  /** The rows of the event. */
  readonly rows: readonly Transition[];
  /** The fields of records that are written with it, and that refer to the record. */
  readonly fields: readonly Field[];
}

/** @param id The record that the request was about; null: it was to be created. */
export function brokenBy(context: DerivationContext, { transaction, refused }: Outcome, id: string | null): Broken {
  const judged = refused?.record ?? id;
  const clauses = new Set([refused?.clause, ...(refused?.errors ?? []).map(({ clause }) => clause)]);
  const rows = context.plan.states.flatMap(({ events }) => events.flatMap(({ transitions }) => transitions));
  const all = [
    ...context.plan.rules
      .filter(({ clause }) => clauses.has(clause))
      .flatMap(({ condition, entity }) =>
        [...transaction.touched.values()].flatMap((touched) =>
          touched.entity === entity ? [{ condition, of: touched.id }] : [],
        ),
      ),
    ...rows
      .filter(({ clause }) => clauses.has(clause))
      .flatMap(({ when }) => (judged === null ? [] : [{ condition: when, of: judged }])),
  ];
  return {
    broken: all.flatMap(({ condition, of }) =>
      condition === null || transaction.world.get(of) === null ? [] : [{ condition, of }],
    ),
    fields: context.plan.entities.flatMap((entity) => entity.fields.filter(({ clause }) => clauses.has(clause))),
    event: judged === null || judged === id ? null : refusedEvent(context, transaction, judged, refused?.clause ?? ''),
  };
}

function refusedEvent(
  { plan, lookup }: DerivationContext,
  { world, touched }: Outcome['transaction'],
  record: string,
  clause: string,
): RefusedEvent | null {
  const events = plan.states.flatMap((workflow) => workflow.events);
  const event = events.find(({ transitions }) => transitions.some((row) => row.clause === clause));
  if (event === undefined) return null;
  const fields = [...touched.values()].flatMap(({ id, entity }) =>
    lookup
      .entity(entity)
      .fields.filter(({ name, type }) => type.kind === 'reference' && world.get(id)?.values[name] === record),
  );
  return { record, rows: event.transitions, fields };
}

/** How far a record is from being one to which some account has this relationship. */
function fromAnybody(context: DerivationContext, world: World, id: string, relation: Expression): number {
  const record = world.view(id);
  return Math.min(
    1,
    ...context.accounts.map((account) =>
      distance(world, relation, { this: record, user: world.view(account.id) }, true),
    ),
  );
}
