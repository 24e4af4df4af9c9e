import { timesOf } from '@nonet/language';
import { dueTime, type Timer, timersOf } from '../../reference/advance.ts';
import { holds } from '../../reference/evaluate.ts';
import { isPersonal } from '../../reference/lookup.ts';
import { perform, type Request } from '../../reference/perform.ts';
import type { World } from '../../reference/world.ts';
import { isWaiting, routesTo } from '../../search/routes.ts';
import { focusConstants } from '../constants/constants.ts';
import { LONGEST_WAIT_MILLISECONDS } from '../records/attempt.ts';
import { longestLast } from '../longest-last.ts';
import { actorFor, plainBody } from '../records/plain-fixtures.ts';
import { type Reached, reach } from '../records/reach.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { hasFired, stepsOf } from '../records/build-fixture.ts';

/**
 * Point 4: each timer a second before its time, at its time and a second after it, also on a record that has entered
 * its state late and changes meanwhile. A repeating timer runs twice while its guard holds, and does not run while it
 * fails.
 */
export function* deriveTimers(context: DerivationContext): Cases {
  yield* longestLast(
    context,
    timersOf(context.world).map((timer) => () => ofTimer(context, timer)),
  );
}

function* ofTimer(context: DerivationContext, timer: Timer): Cases {
  const { row, trigger } = timer;
  const workflow = context.lookup.workflow(timer.entity);
  const states = workflow?.states.filter(({ name }) => name === row.to) ?? [];
  const clauses = [
    row.clause,
    ...(workflow === null ? [] : [workflow.clause]),
    ...states.map(({ clause }) => clause),
    ...focusConstants(context, timesOf(trigger)),
  ];
  if (!context.capabilities.clock) {
    context.cannot('clock', ...clauses);
    return;
  }
  let shown = false;
  const guards = trigger.kind === 'every' && row.when !== null ? [true, false] : [null];
  for (const guard of guards)
    for (const state of row.from === null || row.from === 'new' ? [null] : row.from) {
      const found = inItsTime(context, timer, state, guard, clauses);
      if (found === null) continue;
      shown ||= guard !== false;
      const ended = found.hasEnded ? focusConstants(context, [row.when]) : [];
      yield found.builder.done(titleOf(timer, state, guard), [...clauses, ...ended]);
    }
  const short = shown ? null : afterItsTime(context, timer);
  if (short !== null) yield short.done(`${titleOf(timer, null, null)}, which is short`, clauses);
  else if (!shown) context.cannot('not found', row.clause);
}

function titleOf({ entity, event }: Timer, state: string | null, guard: boolean | null): string {
  const from = state === null ? '' : ` from ${state}`;
  return `${event.label} of ${entity}${from}, in its time${guard === false ? ", where its guard doesn't hold" : ''}`;
}

interface InItsTime {
  readonly builder: CaseBuilder;
  /** Whether it repeated until its guard no longer held. */
  readonly hasEnded: boolean;
}

/** `guard`: what the row's guard must be when the time comes; null if it is not looked at. */
function inItsTime(
  context: DerivationContext,
  timer: Timer,
  state: string | null,
  guard: boolean | null,
  clauses: readonly string[],
): InItsTime | null {
  const { entity, row, trigger } = timer;
  const isGuarded = (world: World, id: string, at: string) => {
    if (guard === null || row.when === null) return true;
    const then = world.fork();
    then.now = at;
    return holds(then, row.when, { this: then.view(id), user: null }) === guard;
  };
  const found = reach(context, {
    entity,
    state,
    about: [row.when, ...timesOf(trigger)],
    want: (world, id) => {
      const at = dueTime(world, timer, id);
      const wait = at === null ? 0 : Date.parse(at) - Date.parse(world.now);
      if (at === null || wait <= 5000 || wait > LONGEST_WAIT_MILLISECONDS) return 0.5;
      return isGuarded(world, id, at) ? 0 : 0.5;
    },
  });
  if (found === null) return null;
  const first = dueTime(found.builder.world, timer, found.id);
  if (first === null || !isGuarded(found.builder.world, found.id, first)) return null;
  const late = trigger.kind === 'at' ? null : enteredLate(context, timer, found);
  const { builder, id } = late ?? found;
  const actor = context.actors.find((one) => one !== null && builder.reads(one, id));
  if (actor === undefined) return null;
  meanwhile(builder, timer, id, state, clauses);
  let at = dueTime(builder.world, timer, id);
  let comes = true;
  for (let time = 1; at !== null && isAwaited(time, trigger.kind, guard === true && comes); time += 1) {
    comes = isGuarded(builder.world, id, at);
    for (const seconds of [-1, 0, 1]) {
      builder.wait(later(at, seconds), clauses);
      builder.see(actor, id, clauses);
    }
    at = dueTime(builder.world, timer, id);
  }
  afterwards(builder, timer.entity, id, clauses);
  return { builder, hasEnded: guard === true && !comes };
}

/** A record that a timer has taken along, where its time is too short to look at the record before it comes. */
function afterItsTime(context: DerivationContext, { entity, event, row }: Timer): CaseBuilder | null {
  for (const state of row.from === null || row.from === 'new' ? [] : row.from)
    for (const way of routesTo(context.lookup, entity, state)) {
      const route = [...way, { event: event.name, row }];
      const found = reach(context, { entity, state: row.to === 'same' ? state : row.to, route, about: [row.when] });
      const actor = context.actors.find((one) => found !== null && one !== null && found.builder.reads(one, found.id));
      if (found === null || actor === undefined) continue;
      found.builder.see(actor, found.id, [row.clause]);
      return found.builder;
    }
  return null;
}

/** The maximum number of times that a test waits for a repeating timer while its guard holds. */
const MOST_TIMES = 8;

function isAwaited(time: number, kind: Timer['trigger']['kind'], goesOn: boolean): boolean {
  return time <= (kind !== 'every' ? 1 : goesOn ? MOST_TIMES : 2);
}

function later(instant: string, seconds: number): string {
  return new Date(Date.parse(instant) + seconds * 1000).toISOString();
}

/**
 * A record that was in an earlier state for longer than the timer's time; that time does not count (4: since entering
 * from another state). Null if the record begins in its state, or can no longer reach it.
 */
function enteredLate(
  context: DerivationContext,
  timer: Timer,
  { fixture, builder: soon, id: known }: Reached,
): Pick<Reached, 'builder' | 'id'> | null {
  const entered = soon.world.get(known)?.enteredAt;
  const due = dueTime(soon.world, timer, known);
  const last = fixture.route.at(-1);
  // The test can't choose when a timer moves a record into its state.
  if (last === undefined || isWaiting(last) || fixture.origin !== undefined || entered === undefined || due === null)
    return null;
  const builder = new CaseBuilder(context);
  let id: string | null = null;
  for (const step of stepsOf(fixture, () => ({ world: builder.world, id }), context)) {
    if (step.kind === 'made' || step.kind === 'caused') return null;
    if (step.kind === 'wait') {
      if (step.until === null || id === null) return null;
      builder.wait(step.until, step.clauses);
      if (!hasFired(builder.world, step.timer, id)) return null;
      continue;
    }
    if (id !== null && step.clauses.includes(last.row.clause))
      builder.wait(later(builder.world.now, (Date.parse(due) - Date.parse(entered)) / 1000 + 1), step.clauses);
    const outcome = builder.act(step.as, step.request, step.clauses);
    if (outcome.refused !== null) return null;
    id = outcome.id;
  }
  return id === null || dueTime(builder.world, timer, id) === null ? null : { builder, id };
}

/** The actions that an actor may do with an overdue record. */
function afterwards(builder: CaseBuilder, entity: string, id: string, clauses: readonly string[]): void {
  const { context } = builder;
  for (const event of context.lookup.workflow(entity)?.events ?? [])
    for (const row of event.transitions.filter((one) => one.from !== 'new' && isPersonal(one))) {
      const as = actorFor(context, builder.world, id, row);
      if (as === undefined) continue;
      const body = plainBody(context, entity, row, as);
      const request: Request = { kind: 'fire', entity, id, event: event.name, body };
      if (perform(builder.world, as, request).refused !== null) continue;
      builder.act(as, request, [row.clause]);
      builder.see(as, id, clauses);
      return;
    }
}

/** Half its time later something happens that leaves the record in its state: the time continues (4, `same`). */
function meanwhile(
  builder: CaseBuilder,
  timer: Timer,
  id: string,
  state: string | null,
  clauses: readonly string[],
): void {
  const { context } = builder;
  const due = dueTime(builder.world, timer, id);
  const rows = (context.lookup.workflow(timer.entity)?.events ?? []).flatMap((event) =>
    event.transitions.map((row) => ({ event, row })),
  );
  for (const { event, row } of rows) {
    const stays = row.to === 'same' && isPersonal(row) && row.open.length === 0;
    if (due === null || !stays || (row.from !== null && (row.from === 'new' || !row.from.includes(state ?? ''))))
      continue;
    const half = builder.world.fork();
    half.now = later(builder.world.now, (Date.parse(due) - Date.parse(builder.world.now)) / 2000);
    const as = actorFor(context, half, id, row);
    if (as === undefined) continue;
    const body = plainBody(context, timer.entity, row, as);
    const request: Request = { kind: 'fire', entity: timer.entity, id, event: event.name, body };
    if (perform(half, as, request).refused !== null) continue;
    builder.wait(half.now, clauses);
    builder.act(as, request, clauses);
    return;
  }
}
