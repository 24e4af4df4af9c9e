import type { Expression, OutboundCall } from '@nonet/language';
import { advance, dueTime, timersOf } from '../../reference/advance.ts';
import type { ExpectedCall } from '../../reference/expected-call.ts';
import { recordsOf } from '../../reference/effects.ts';
import { evaluate } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import type { Outcome } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { distance } from '../../search/distance.ts';
import type { CaseBuilder } from '../case-builder.ts';
import type { DerivationContext } from '../derivation-context.ts';
import { actorsFor, bodiesFor, relationsOf } from '../records/plain-fixtures.ts';
import { LONGEST_WAIT_MILLISECONDS } from '../records/attempt.ts';
import { reach } from '../records/reach.ts';
import { firing } from '../states/firing.ts';
import { answerAll, answersFor } from './answering.ts';
import { isReceived, recipientsOf } from './received.ts';

/** Calls whose cause is the last change of a case. */
export interface Caused {
  readonly builder: CaseBuilder;
  readonly calls: readonly ExpectedCall[];
  /** When the last call before the cause might have been made. */
  readonly before: string;
}

type Cause = OutboundCall['when'][number];

/** A record that somebody's change, or else its time, makes cause the call. */
export function caused(context: DerivationContext, call: OutboundCall, cause: Cause): Caused | null {
  return (
    causing(context, call, cause) ??
    acting(context, call, cause) ??
    (context.capabilities.clock ? inItsTime(context, call, cause) : null)
  );
}

/**
 * A record on which somebody causes the call: by an event that leaves it in its state (4: `same`), or by one before which
 * other records have to be made (a call for each of a training's places).
 */
function acting(context: DerivationContext, call: OutboundCall, cause: Cause): Caused | null {
  const event = context.lookup.event(cause.entity, cause.event);
  for (const row of event?.transitions ?? []) {
    if (event === null || row.from === 'new' || !isPersonal(row) || row.open.length > 0) continue;
    const about = [row.when, cause.condition, call.forEach, ...headersOf(call), ...recipientsOf(call)];
    /** The actor and the body that cause the call best, and the remaining distance to the call. */
    const best = (world: World, id: string) => {
      const tried = actorsFor(context, world, id, row).flatMap((as) =>
        bodiesFor(context, cause.entity, row, as, about).map((body) => {
          const outcome = firing(context, world.fork(), id, event, row, as, body);
          return { as, body, cost: costOf(outcome, id) };
        }),
      );
      return tried.toSorted((one, other) => one.cost - other.cost)[0];
    };
    const costOf = ({ refused, world, calls }: Outcome, id: string): number => {
      if (refused !== null) return 0.8;
      if (!calls.some((made) => made.call === call.name && made.record === id)) return 0.5;
      return severalCost(world, call, id) + (isFilled(world, call, id) ? 0 : 0.1);
    };
    for (const state of row.from ?? [null]) {
      const found = reach(context, {
        entity: cause.entity,
        state,
        about: [...about, ...relationsOf(context, cause.entity, row)],
        budget: 80,
        accept: 0.4,
        want: (world, id) => best(world, id)?.cost ?? 0.9,
      });
      const chosen = found === null ? undefined : best(found.builder.world, found.id);
      if (found === null || chosen === undefined) continue;
      const { builder, id } = found;
      const isAnswered = changesWhenAnswered(context, builder.calls);
      if (isAnswered) answerEarlier(builder);
      const former = isAnswered ? builder.calls.length : 0;
      const request = { kind: 'fire', entity: cause.entity, id, event: cause.event, body: chosen.body } as const;
      const { calls } = builder.act(chosen.as, request, [row.clause]);
      const last = builder.steps[lastChange(builder)];
      if (last?.kind !== 'ask' || !calls.some((made) => made.call === call.name)) continue;
      if (!isAnswered) answerFromNowOn(builder);
      return { builder, calls: builder.calls.slice(former), before: last.at };
    }
  }
  return null;
}

/** A record of which a timer causes the call (4: `after`, `at`, `every`). */
function inItsTime(context: DerivationContext, call: OutboundCall, cause: Cause): Caused | null {
  const timers = timersOf(context.world).filter(
    ({ entity, event }) => entity === cause.entity && event.name === cause.event,
  );
  const isMade = ({ call: name, record }: ExpectedCall, id: string) => name === call.name && record === id;
  for (const timer of timers)
    for (const state of timer.row.from === null || timer.row.from === 'new' ? [null] : timer.row.from) {
      const found = reach(context, {
        entity: cause.entity,
        state,
        about: [timer.row.when, cause.condition, ...recipientsOf(call)],
        want: (world, id) => {
          const due = dueTime(world, timer, id);
          const wait = due === null ? 0 : Date.parse(due) - Date.parse(world.now);
          if (due === null || wait <= 5000 || wait > LONGEST_WAIT_MILLISECONDS) return 0.5;
          return advance(world, due).calls.some((made) => isMade(made, id)) ? 0 : 0.4;
        },
      });
      const due = found === null ? null : dueTime(found.builder.world, timer, found.id);
      if (found === null || due === null) continue;
      const { builder, id } = found;
      answerFromNowOn(builder);
      const before = new Date(Date.parse(due) - 1000).toISOString();
      builder.wait(before, []);
      answerAll(builder, builder.calls);
      builder.steps.push({ kind: 'calls', at: before, expect: null, clauses: [] });
      const former = builder.calls.length;
      builder.wait(due, []);
      const calls = builder.calls.slice(former);
      if (calls.some((made) => isMade(made, id))) return { builder, calls, before };
    }
  return null;
}

/**
 * Whether the answers of calls change records (7, `then`): they may arrive before or after the next change, so that nobody
 * knows what it finds.
 */
function changesWhenAnswered({ plan }: DerivationContext, calls: readonly ExpectedCall[]): boolean {
  const changing = plan.calls.filter(({ then }) => then.length > 0);
  return calls.some((made) => changing.some(({ name }) => name === made.call));
}

/** Waits until all calls so far are answered. */
function answerEarlier(builder: CaseBuilder): void {
  answerFromNowOn(builder);
  answerAll(builder, builder.calls);
  builder.steps.push({ kind: 'calls', at: builder.world.now, expect: null, clauses: [] });
}

/** Answers all calls while a record is made, so that the queue is known afterwards. */
function answerFromNowOn({ context, steps }: CaseBuilder): void {
  steps.unshift({ kind: 'calls', at: context.world.now, expect: null, answers: answersFor(context), clauses: [] });
}

/** Nothing is made where nobody gets it, so this is not near enough. */
const UNRECEIVED = 0.45;

/** A record whose last change causes the call. The calls of earlier changes are not checked. */
function causing(context: DerivationContext, call: OutboundCall, cause: Cause): Caused | null {
  const workflow = context.lookup.workflow(cause.entity);
  const rows = workflow?.events.find(({ name }) => name === cause.event)?.transitions ?? [];
  const states = rows.map(({ to }) => to).filter((to) => to !== 'same');
  const isCreated = cause.event === 'create';
  for (const state of isCreated && states.length === 0 ? [null] : states) {
    const found = reach(context, {
      entity: cause.entity,
      state,
      ...(isCreated && { route: [] }),
      about: [cause.condition, call.forEach, ...headersOf(call), ...recipientsOf(call)],
      budget: 80,
      accept: 0.4,
      isLast: true,
      want: (world, id, fixture) => {
        if (!isCreated && fixture.route.at(-1)?.event !== cause.event) return 0.5;
        const names = { this: world.view(id), old: null, user: world.view(fixture.creator), event: cause.event };
        const from = cause.condition === null ? 0 : distance(world, cause.condition, names, true);
        if (from > 0) return 0.5 + from / 3;
        if (!isReceived(context, world, call, id, names)) return UNRECEIVED;
        return severalCost(world, call, id) + (isFilled(world, call, id) ? 0 : 0.1);
      },
    });
    if (found === null) continue;
    const { builder } = found;
    const calls = builder.calls.filter(({ record }) => record === found.id);
    const last = builder.steps[lastChange(builder)];
    if (last?.kind !== 'ask' || !calls.some((made) => made.call === call.name)) continue;
    if (changesWhenAnswered(context, builder.calls.slice(0, builder.callsBefore))) continue;
    answerFromNowOn(builder);
    return { builder, calls: builder.calls, before: last.at };
  }
  return null;
}

/** The place of the step that has changed something last: what follows only looks. */
export function lastChange({ steps }: CaseBuilder): number {
  return steps.findLastIndex((step) => step.kind === 'wait' || (step.kind === 'ask' && step.method !== 'GET'));
}

/** How far a call for each record of a list is from having more than one; 0 for a call without a list. */
function severalCost(world: World, { forEach }: OutboundCall, id: string): number {
  if (forEach === null) return 0;
  const count = recordsOf(world, forEach, { this: world.view(id), user: null }, false).length;
  return count === 0 ? 0.45 : count === 1 ? 0.2 : 0;
}

/** The expressions of a call's headers. */
function headersOf({ request }: OutboundCall): Expression[] {
  return request?.headers.flatMap(({ value }) => value.filter((part) => typeof part !== 'string')) ?? [];
}

/** Whether all headers are filled in one of the calls that a record causes: an empty header shows nothing. */
function isFilled(world: World, call: OutboundCall, id: string): boolean {
  const names = { this: world.view(id), user: null };
  const { forEach } = call;
  const all =
    forEach === null
      ? [names]
      : recordsOf(world, forEach, names, false).map((each) => ({ ...names, [forEach.variable]: world.view(each) }));
  return all.some((given) => headersOf(call).every((part) => evaluate(world, part, given) !== null));
}
