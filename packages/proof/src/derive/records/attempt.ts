import type { Expression, Field } from '@nonet/language';
import { namesAt } from '../../reference/transaction.ts';
import { advance, fireTimer, isOverdue } from '../../reference/advance.ts';
import { mightHold, type View } from '../../reference/evaluate.ts';
import { type Outcome, perform } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import { withFiles } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { makingConditions } from '../../search/makers.ts';
import type { Goal, Tried } from './goal.ts';
import type { Fixture } from './fixture.ts';
import { actorFor, relationsOf } from './plain-fixtures.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { hasFired, lengthOf, madeSince, type FixtureWait, stepsOf } from './build-fixture.ts';

/** How far a fixture leads from a goal. */
export function attempt(
  context: DerivationContext,
  goal: Goal,
  fixture: Fixture,
  base: ReadonlySet<string> = focusOf(context.lookup, goal.about ?? []),
): Tried {
  const { world, id, refused } = endOf(context, context.world, fixture);
  if (refused !== null) return missed(context, refused, id);
  if (id === null) return { cost: 1000, focus: base };
  const field = context.lookup.workflow(goal.entity)?.field ?? null;
  const state = field === null ? null : world.view(id)?.[field];
  if (goal.state !== null && state !== goal.state) return { cost: 1.9, focus: base };
  return { cost: goal.want?.(world, id, fixture) ?? 0, focus: base };
}

/** Where a fixture leads, or what refuses it on its way. */
interface End {
  readonly world: World;
  /** The record, as far as it is there. */
  readonly id: string | null;
  readonly refused: RefusedStep | null;
}

interface RefusedStep {
  /** What the document said to it; null: a timer's time does not come, or no effect makes the record. */
  readonly outcome: Outcome | null;
  /** What decides whether it does. */
  readonly about: readonly (Expression | null)[];
  /** How many steps there would be still. */
  readonly left: number;
  readonly clauses: readonly string[];
}

/** Takes the steps of a fixture in a copy of a world. */
export function endOf(context: DerivationContext, from: World, fixture: Fixture): End {
  let world = from.fork();
  let id: string | null = null;
  let left = lengthOf(fixture) + 2;
  for (const step of stepsOf(fixture, () => ({ world, id }), context)) {
    left -= 1;
    const { clauses } = step;
    if (step.kind === 'made') {
      left += 1;
      id = madeSince(from, world, step.entity);
      if (id === null) return { world, id, refused: { outcome: null, about: makingOf(fixture), left, clauses } };
      continue;
    }
    if (step.kind === 'wait') {
      const { later, outcome } = id === null ? NEVER : waitedFor(world, step, id);
      if (later === null) {
        const { trigger } = step.timer;
        const about = [trigger.kind === 'at' ? trigger.at : trigger.duration];
        return { world, id, refused: { outcome, about, left, clauses } };
      }
      world = later;
      continue;
    }
    const { as, request } = step;
    const asked =
      'body' in request
        ? { ...request, body: withFiles(request.body, (type) => world.addFile({ type, by: as })) }
        : request;
    const outcome = perform(world, as, asked);
    if (outcome.refused !== null) return { world, id, refused: { outcome, about: [], left, clauses } };
    world = settled(outcome);
    world.now = new Date(Date.parse(world.now) + 1000).toISOString();
    id = outcome.id;
  }
  return { world, id, refused: null };
}

/** What has to hold for an effect to make a fixture's record. */
function makingOf({ entity, origin }: Fixture): readonly (Expression | null)[] {
  return makingConditions(origin?.route.at(-1)?.row.effects ?? [], entity) ?? [];
}

/** How long a fixture waits for one timer: what comes later changes too much for the cases after it. */
const LONGEST_WAIT_MILLISECONDS = 400 * 86_400_000;

/** What a wait leads to. */
interface Waited {
  /** The world when the timer has fired; null: it does not fire. */
  readonly later: World | null;
  /** What the document says to the timer where it does not fire; null: its time does not come. */
  readonly outcome: Outcome | null;
}

const NEVER: Waited = { later: null, outcome: null };

function waitedFor(world: World, { timer, until }: FixtureWait, id: string): Waited {
  if (until === null || Date.parse(until) - Date.parse(world.now) > LONGEST_WAIT_MILLISECONDS) return NEVER;
  const copy = world.fork();
  // What else becomes due meanwhile is left out: to find it out for each attempt would take too long.
  if (Date.parse(until) > Date.parse(world.now)) {
    const later = advance(copy, until, id).world.fork();
    if (hasFired(later, timer, id)) return { later, outcome: null };
    copy.now = until;
  }
  const outcome = fireTimer(copy, timer, id);
  return outcome.refused === null ? NEVER : { later: null, outcome };
}

/** The world after a request, with what its time has come for by then. */
function settled({ world, transaction }: Outcome): World {
  const copy = world.fork();
  return isOverdue(copy, transaction.touched.keys()) ? advance(copy, copy.now).world.fork() : copy;
}

function missed(context: DerivationContext, step: RefusedStep, id: string | null): Tried {
  const { outcome, left, clauses: asked } = step;
  if (outcome === null) return { cost: 2 + 4 * left + MOST_BROKEN, focus: focusOf(context.lookup, step.about) };
  const { transaction } = outcome;
  const cells = cellsRefusing(context, outcome);
  // Cells are judged first (6): what they refuse is further off than what rules refuse.
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
  const { broken, fields } = brokenBy(context, outcome, id);
  const conditions = broken.map(({ condition }) => condition);
  let cost = 0;
  for (const { condition, of } of broken)
    cost += distance(transaction.world, condition, namesAt(transaction, of, { input: {} }), true);
  for (const { entity, events } of context.plan.states)
    for (const row of events.flatMap(({ transitions }) => transitions)) {
      // Nobody may take it on this record.
      if (id === null || !asked.includes(row.clause) || actorFor(context, transaction.before, id, row) !== undefined)
        continue;
      const relations = relationsOf(context, entity, row);
      conditions.push(...relations);
      cost += Math.min(1, ...relations.map((relation) => fromAnybody(context, transaction.before, id, relation)));
    }
  const focus = focusOf(context.lookup, conditions);
  for (const field of fields) focus.add(`${field.clause.split('.')[1]}.${field.name}`);
  return { cost: 2 + 4 * left + Math.min(MOST_BROKEN, cost + 0.5 * fields.length), focus };
}

/** The greatest distance of a step that rules, guards or fields refuse; one step counts 4. */
const MOST_BROKEN = 3;

/** Where cells refuse what a request would make of a record: those that might allow it, and the record. */
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

/** What has refused a request: conditions of rules and guards, each of a record, and fields. */
export interface Broken {
  readonly broken: readonly { readonly condition: Expression; readonly of: string }[];
  readonly fields: readonly Field[];
}

/** @param id The record that the request was about; null: it was to be created. */
export function brokenBy(context: DerivationContext, { transaction, refused }: Outcome, id: string | null): Broken {
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
      .flatMap(({ when }) => (id === null ? [] : [{ condition: when, of: id }])),
  ];
  return {
    broken: all.flatMap(({ condition, of }) =>
      condition === null || transaction.world.get(of) === null ? [] : [{ condition, of }],
    ),
    fields: context.plan.entities.flatMap((entity) => entity.fields.filter(({ clause }) => clauses.has(clause))),
  };
}

/** How far a record is from one to which somebody stands so. */
function fromAnybody(context: DerivationContext, world: World, id: string, relation: Expression): number {
  const record = world.view(id);
  return Math.min(
    1,
    ...context.accounts.map((account) =>
      distance(world, relation, { this: record, user: world.view(account.id) }, true),
    ),
  );
}
