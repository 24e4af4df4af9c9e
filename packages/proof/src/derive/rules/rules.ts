import type { Expression, Rule } from '@nonet/language';
import type { Body } from '../../reference/body.ts';
import { isPersonal } from '../../reference/lookup.ts';
import type { Request } from '../../reference/perform.ts';
import type { Refused } from '../../reference/refusal.ts';
import type { World } from '../../reference/world.ts';
import { mutated } from '../../search/draft.ts';
import { focusOf } from '../../search/focus.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { longestLast } from '../longest-last.ts';
import { actorFor, creatorsOf } from '../records/plain-fixtures.ts';
import { reach } from '../records/reach.ts';
import { atCountLimit } from './count-limit.ts';
import { changedFirst, clearedFirst } from './changed-first.ts';
import { countsThrough, createdUntil } from './created-until.ts';
import { BUDGET, clausesOf, climb, conditionsWith, type Draft, FAR, rootOf, TOUCHING, trying } from './judging.ts';
import { causedAgain, countsRecords, createdAgain } from './repeated.ts';
import { costOf, type SoughtRule } from './rule-cost.ts';
import { onTimer } from './rules-on-timers.ts';
import { onUpdate } from './rules-on-update.ts';
import { nearestAnswers } from './nearest-answers.ts';
import { startsFor } from './starts.ts';
import { supported } from './supported.ts';

const CLIMBS = 3;
/** How many drafts that are admitted as they are are tried after a change of what they refer to. */
const MOST_ADMITTED = 2;
/** The maximum number of steps to find one record that a rule admits or refuses. */
const MOST_STEPS = 240_000;
const MOST_STEPS_AGAIN = 60_000;

/**
 * Point 5: the nearest record that a rule admits and the nearest that it refuses, in every operation that judges it.
 */
export function* deriveRules(context: DerivationContext): Cases {
  yield* longestLast(
    context,
    context.plan.rules.map((rule) => () => deriveRule(context, rule)),
  );
}

/** The cases of one rule. */
export function* deriveRule(context: DerivationContext, rule: Rule): Cases {
  const { condition } = rule;
  if (condition === null || rule.gap !== undefined) {
    const parts = ['on', 'must_hold', 'error'].map((part) => `${rule.clause}.${part}`);
    context.cannot('open', ...parts, ...clausesOf(context, rule, false));
    return;
  }
  let shown = 0;
  let isOfTimers = false;
  const sides = new Set<boolean>();
  const missed = new Set<boolean>();
  const admitted: Draft[] = [];
  for (const cause of [...rule.on, ...addingEvents(context, rule)]) {
    for (const holding of [true, false]) {
      // The search is shorter if another operation shows it already, or if that of another one has found nothing.
      const most = sides.has(holding) || missed.has(holding) ? MOST_STEPS_AGAIN : MOST_STEPS;
      const found = search(context, most, () => judgedOn(context, rule, condition, holding, cause, admitted));
      if (found === null) {
        missed.add(holding);
        const counted = holding ? null : countedEvent(context, rule, condition, cause);
        if (counted !== null) {
          shown += 1;
          yield counted.done(
            `${rule.name} on ${rule.entity} ${cause}: on one record after the other, until it is refused`,
            clausesOf(context, rule, false),
          );
          continue;
        }
        const timed = search(context, most, () => onTimer(context, rule, condition, holding, cause));
        if (timed === null) continue;
        isOfTimers ||= !holding;
        const title = `${rule.name} on ${rule.entity} ${cause}, in its time: ${holding ? 'just admitted' : 'just refused'}`;
        yield timed.done(title, clausesOf(context, rule, true));
        continue;
      }
      sides.add(holding);
      if (!holding) {
        shown += 1;
        found.askFromAnotherRegion(rule.entity);
        found.confirm(clausesOf(context, rule, false));
      }
      const title = `${rule.name} on ${rule.entity} ${cause}: ${holding ? 'just admitted' : 'just refused'}`;
      yield found.done(title, clausesOf(context, rule, holding));
    }
  }
  if (countsRecords(condition) && rule.on.includes('create')) {
    const builder = createdAgain(context, rootOf(context, rule.entity), rule.clause, clausesOf(context, rule, false));
    if (builder !== null) {
      shown += 1;
      yield builder.done(
        `${rule.name}: one record after the other, up to the limit and beyond`,
        clausesOf(context, rule, false),
      );
    }
  }
  const crowd = shown > 0 ? null : atCountLimit(context, rule, condition, clausesOf(context, rule, false));
  if (crowd !== null) {
    shown += 1;
    yield crowd.done(`${rule.name}: as many at once as there may be, and one more`, clausesOf(context, rule, false));
  }
  if (shown === 0)
    for (const cause of rule.on) {
      // It can't be broken alone: a leave that ends before it begins has no days either.
      const found = search(context, MOST_STEPS, () =>
        judgedOn(context, { ...rule, together: true }, condition, false, cause, []),
      );
      if (found === null) continue;
      shown += 1;
      yield found.done(`${rule.name} on ${rule.entity} ${cause}: refused with others`, clausesOf(context, rule, false));
      break;
    }
  if (shown > 0) return;
  const proven = isOfTimers ? new Set(clausesOf(context, rule, true)) : new Set<string>();
  const left = clausesOf(context, rule, false).filter((clause) => !proven.has(clause));
  const isGiven = JSON.stringify(condition).includes('"given call"');
  context.cannot(isOfTimers ? 'no answer' : isGiven ? 'given' : 'not found', ...left);
}

/** A request of this kind that the rule just admits (`holding`) or refuses. */
function judgedOn(
  context: DerivationContext,
  rule: SoughtRule,
  condition: Expression,
  holding: boolean,
  cause: string,
  admitted: Draft[],
): CaseBuilder | null {
  if (cause === 'create') return onCreate(context, rule, condition, holding, admitted);
  if (cause === 'update') return onUpdate(context, rule, condition, holding);
  return onEvent(context, rule, condition, holding, cause);
}

/** Hill climbing may end in a local optimum: it restarts a few times. */
function search<Found>(
  { lookup: { workBudget } }: DerivationContext,
  most: number,
  climbing: () => Found | null,
): Found | null {
  return workBudget.within(most, () => {
    for (let turn = 0; turn < CLIMBS && !workBudget.isSpent; turn += 1) {
      const found = climbing();
      if (found !== null) return found;
    }
    return null;
  });
}

/** @param admitted Receives the draft that the rule just admits, and gives it to the search for one that it refuses. */
function onCreate(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  admitted: Draft[],
): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const focus = focusOf(context.lookup, conditionsWith(context, rule, 'create'));
  const request = (body: Body): Request => ({ kind: 'create', entity, body });
  const creators = creatorsOf(context, entity);
  const starts = startsFor(context, entity, creators);
  const judged = (world: World, { as, body }: Draft) => trying(world, as, request, body);
  const found = climb(
    context,
    starts,
    (draft) => costOf(judged(context.world, draft), rule, condition, holding),
    ({ as, body }) =>
      context.random.below(8) === 0
        ? { as: context.random.pick(creators) ?? as, body }
        : { as, body: mutated(context.drafting(as), entity, body, focus) },
  );
  if (found === null) return null;
  if (found.cost > FAR) {
    const counted =
      holding || !countsThrough(context, condition)
        ? null
        : createdUntil(context, rule, condition, [found.draft, ...starts.slice(0, 3)], clausesOf(context, rule, false));
    if (counted !== null) return counted;
    // A record that is admitted now breaks no other rule; the nearest one may: people whom this rule refuses have no approver.
    const others = holding
      ? []
      : [...admitted, ...starts].filter((draft) => judged(context.world, draft).refused === null);
    for (const draft of [found.draft, ...others.slice(0, MOST_ADMITTED)]) {
      const changing = new CaseBuilder(context);
      const back = changedFirst(changing, draft, judged, rule, condition, holding);
      if (back === null) continue;
      changing.act(draft.as, request(draft.body), clausesOf(context, rule, holding));
      if (!holding) for (const { as, request: undo, clauses } of back) changing.act(as, undo, clauses);
      return changing;
    }
    const cleared = clearedFirst(context, found, judged, rule, condition, holding);
    if (cleared !== null) {
      cleared.act(found.draft.as, request(found.draft.body), clausesOf(context, rule, holding));
      return cleared;
    }
    for (const isOfStates of [false, true]) {
      const builder = new CaseBuilder(context);
      const draft = supported(builder, found, judged, rule, condition, holding, isOfStates);
      if (draft === null) continue;
      builder.act(draft.as, request(draft.body), clausesOf(context, rule, holding));
      return builder;
    }
    return null;
  }
  if (holding) admitted.push(found.draft);
  const builder = new CaseBuilder(context);
  builder.act(found.draft.as, request(found.draft.body), clausesOf(context, rule, holding));
  return builder;
}

function onEvent(
  context: DerivationContext,
  rule: Rule,
  condition: Expression,
  holding: boolean,
  name: string,
): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const event = context.lookup.event(entity, name);
  for (const row of event?.transitions.filter(isPersonal) ?? []) {
    if (row.from === 'new') continue;
    const on = (world: World, id: string) => {
      const as = actorFor(context, world, id, row);
      return as === undefined
        ? null
        : { as, ...nearestAnswers(context, world, { id, as, event: name, row }, rule, condition, holding) };
    };
    for (const state of row.from ?? [null]) {
      // A refusal leaves a record as it is: one that former cases have made may do.
      const there = holding ? null : refusedThere(context, entity, state, (id) => on(context.world, id));
      if (there !== null) {
        const builder = new CaseBuilder(context);
        const { id, as, body } = there;
        builder.act(as, { kind: 'fire', entity, id, event: name, body }, clausesOf(context, rule, holding));
        return builder;
      }
      const found = reach(context, {
        entity,
        state,
        about: [...conditionsWith(context, rule, name), row.when],
        nearest: TOUCHING,
        accept: FAR,
        budget: BUDGET,
        want: (world, id) => on(world, id)?.cost ?? 0.99,
      });
      const last = found === null ? null : on(found.builder.world, found.id);
      if (found === null || last === null) continue;
      found.builder.act(
        last.as,
        { kind: 'fire', entity, id: found.id, event: name, body: last.body },
        clausesOf(context, rule, holding),
      );
      return found.builder;
    }
  }
  return null;
}

/** How many of the latest records in a state are tried. */
const MOST_THERE = 24;

/** The record that is there already and on which an event is refused as is sought, the nearest of them. */
function refusedThere<On extends { readonly cost: number }>(
  { lookup, world }: DerivationContext,
  entity: string,
  state: string | null,
  on: (id: string) => On | null,
): (On & { readonly id: string }) | null {
  const field = lookup.workflow(entity)?.field ?? null;
  const there = world
    .living(entity)
    .filter(({ values }) => state === null || field === null || values[field] === state)
    .slice(-MOST_THERE)
    .flatMap(({ id }) => {
      const tried = on(id);
      return tried === null || tried.cost > FAR ? [] : [{ ...tried, id }];
    });
  return there.toSorted((one, other) => one.cost - other.cost)[0] ?? null;
}

/** An event that a rule admits on a number of records, and refuses on the next one, because the rule counts them. */
function countedEvent(context: DerivationContext, rule: Rule, condition: Expression, name: string): CaseBuilder | null {
  const entity = rootOf(context, rule.entity);
  const workflow = context.lookup.workflow(entity);
  const event = context.lookup.event(entity, name);
  if (workflow === null || event === null || !countsRecords(condition)) return null;
  const isRefused = ({ errors }: Refused) => errors.some(({ clause }) => clause === rule.clause);
  const refuser = { isRefused, about: conditionsWith(context, rule, name) };
  for (const row of event.transitions) {
    if (!isPersonal(row) || row.from === 'new' || row.open.length > 0) continue;
    const builder = context.lookup.workBudget.within(MOST_STEPS, () =>
      causedAgain(context, workflow, event, row, clausesOf(context, rule, false), refuser),
    );
    if (builder !== null) return builder;
  }
  return null;
}

/** The events that add a record of an owned entity: it is created with them (4: `asks`). */
function addingEvents(context: DerivationContext, rule: Rule): string[] {
  if (!rule.on.includes('create') || context.lookup.entity(rule.entity).owner === null) return [];
  const events = context.lookup.workflow(rootOf(context, rule.entity))?.events ?? [];
  return events
    .filter(({ transitions }) =>
      transitions.some(({ asks }) => asks.some((ask) => ask.kind === 'child' && ask.entity === rule.entity)),
    )
    .map(({ name }) => name);
}
