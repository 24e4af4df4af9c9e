import { advance } from '../../reference/advance.ts';
import { holds } from '../../reference/evaluate.ts';
import { nextOf, schedulesOf } from '../../reference/schedules.ts';
import type { World } from '../../reference/world.ts';
import { CaseBuilder } from '../case-builder.ts';
import type { Cases, DerivationContext } from '../derivation-context.ts';
import { DAY_MILLISECONDS, daysUntil, MOST_DAYS } from '../records/awaited.ts';
import { reach } from '../records/reach.ts';
import { answerAll, answersFor } from './answering.ts';
import { clausesOf, seeAll, seeInboxes } from './calls.ts';
import { isReceived, recipientsOf } from './received.ts';

type Scheduled = ReturnType<typeof schedulesOf>[number];

/** Point 7: each call at fixed times, a second before its time and at it, for records that it is for and others. */
export function* deriveSchedules(context: DerivationContext): Cases {
  for (const scheduled of schedulesOf(context.world)) {
    const { call, cause } = scheduled;
    const clauses = clausesOf(context, call);
    if (!context.capabilities.receiver || call.request?.origin.kind === 'literal' || !context.capabilities.clock) {
      context.cannot(context.capabilities.clock ? 'receiver' : 'clock', ...clauses);
      continue;
    }
    const other = cause.condition === null ? null : waiting(context, scheduled, false);
    if (other !== null) yield other.prepared(`A ${cause.entity} that ${call.name} is not for`, clauses);
    const builder = waiting(context, scheduled, true);
    if (builder === null) {
      context.cannot('not found', ...clauses);
      continue;
    }
    builder.steps.unshift({
      kind: 'calls',
      at: context.world.now,
      expect: null,
      answers: answersFor(context),
      clauses: [],
    });
    builder.steps.push({ kind: 'calls', at: builder.world.now, expect: null, clauses: [] });
    // Each time. Notices are looked for at once: how long they are kept (9) may be less than until the next time.
    let isSeen = call.kind !== 'notice';
    for (let time = 1; time <= 2; time += 1) {
      const next = nextOf(builder.world, scheduled.schedule);
      for (const until of [new Date(Date.parse(next) - 1000).toISOString(), next]) {
        const before = builder.calls.length;
        const called = (world: World) => advance(world, until).calls;
        builder.shows(...context.trials.shownBy(builder.world, [cause.entity], called));
        builder.wait(until, clauses);
        const made = answerAll(builder, builder.calls.slice(before));
        builder.steps.push({ kind: 'calls', at: builder.world.now, expect: made, clauses });
        const own = made.filter((each) => each.call === call.name);
        if (call.kind === 'notice' && seeInboxes(builder, own, clauses)) isSeen = true;
      }
    }
    if (!isSeen) {
      context.cannot('not found', ...clauses);
      continue;
    }
    seeAll(builder, builder.calls, clauses);
    yield builder.done(`${call.name} ${cause.event}, for each ${cause.entity} that it is for`, clauses);
  }
}

/** A record that a call will be made for at its next time, or won't be. */
function waiting(
  context: DerivationContext,
  { call, cause, schedule }: Scheduled,
  wanted: boolean,
): CaseBuilder | null {
  const isFor = (world: World, id: string) => {
    const then = world.fork();
    then.now = nextOf(world, schedule);
    const names = { this: then.view(id), user: null, old: null };
    const isMeant = cause.condition === null || holds(then, cause.condition, names);
    return isMeant && (!wanted || isReceived(context, then, call, id, names));
  };
  const states = context.lookup.workflow(cause.entity)?.states.map(({ name }) => name) ?? [];
  for (const state of states.length === 0 ? [null] : states) {
    const found = reach(context, {
      entity: cause.entity,
      state,
      about: [cause.condition, call.forEach, ...recipientsOf(call)],
      want: (world, id) => (isFor(world, id) === wanted ? 0 : 0.5),
      budget: 80,
    });
    if (found === null) continue;
    // Creating the record queued calls. They are answered before the schedule's time, and may have changed the record.
    answerAll(found.builder, found.builder.calls);
    if (isFor(found.builder.world, found.id) === wanted) return found.builder;
  }
  return wanted ? inItsTime(context, cause.entity, isFor) : null;
}

/** How many of the latest records are looked at for one whose time comes. */
const MOST_RECORDS = 40;

/** Lets time pass until a record that is there already is one that the call will be made for at its next time. */
function inItsTime(
  context: DerivationContext,
  entity: string,
  isFor: (world: World, id: string) => boolean,
): CaseBuilder | null {
  const { world } = context;
  const times = world
    .living(entity)
    .slice(-MOST_RECORDS)
    .flatMap(({ id }) => daysUntil(world, id).map((days) => ({ id, days })))
    .filter(({ days }) => days > 0 && days <= MOST_DAYS)
    .toSorted((one, other) => one.days - other.days);
  for (const { id, days } of times) {
    const then = world.fork();
    then.now = new Date(Date.parse(world.now) + days * DAY_MILLISECONDS).toISOString();
    if (!isFor(then, id)) continue;
    const builder = new CaseBuilder(context);
    builder.wait(then.now, []);
    answerAll(builder, builder.calls);
    if (isFor(builder.world, id)) return builder;
  }
  return null;
}
