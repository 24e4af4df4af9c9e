import type { Event, Expression, Transition } from '@nonet/language';
import { beginAct } from './act.ts';
import type { ExpectedCall } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { fireRows } from './fire.ts';
import { run } from './perform.ts';
import { plain } from './plain.ts';
import { instantOf, scheduledCalls } from './schedules.ts';
import type { Stored, World } from './world.ts';

export interface Timer {
  readonly entity: string;
  readonly event: Event;
  readonly row: Transition;
  readonly actor: Extract<Transition['by'][number], { kind: 'after' | 'at' | 'every' }>;
}

export function timersOf(world: World): Timer[] {
  return world.lookup.plan.states.flatMap(({ entity, events }) =>
    events.flatMap((event) =>
      event.transitions.flatMap((row) =>
        row.by.flatMap((actor) =>
          actor.kind === 'after' || actor.kind === 'at' || actor.kind === 'every'
            ? [{ entity, event, row, actor }]
            : [],
        ),
      ),
    ),
  );
}

/** The world at a later time: every timer that is due by then has fired, and what is called at fixed times was (4, 7). */
export function advance(world: World, until: string): { world: World; calls: readonly ExpectedCall[] } {
  let current = world.fork();
  current.now = until;
  const calls: ExpectedCall[] = [];
  for (const timer of timersOf(world)) {
    for (const record of current.living(timer.entity)) {
      const due = waits(current, timer, record) ? dueAt(current, timer, record) : null;
      if (due === null || Date.parse(due) > Date.parse(until)) continue;
      const outcome = run(beginAct(current, null, true), (act) => {
        fireRows(act, record.id, timer.event, [timer.row]);
        return record.id;
      });
      if (outcome.refused === null) {
        current = outcome.world;
        calls.push(...outcome.calls);
      }
      // A time at which the guard doesn't hold is passed over.
      if (timer.actor.kind === 'every') current.noteTime(timeOf(timer, record), until);
    }
  }
  calls.push(...scheduledCalls(current));
  return { world: current, calls };
}

export function waits(world: World, { entity, row }: Timer, record: Stored): boolean {
  const field = world.lookup.workflow(entity)?.field ?? null;
  if (field === null || row.from === null || row.from === 'new') return true;
  return row.from.includes(String(record.values[field]));
}

function timeOf({ row }: Timer, { id }: Stored): string {
  return `${row.clause} ${id}`;
}

/** When a timer's time comes for a record, the next one where it comes again; null where what it follows is empty. */
export function dueAt(world: World, timer: Timer, record: Stored): string | null {
  const { actor } = timer;
  const names = { this: world.view(record.id), user: null };
  if (actor.kind === 'at') {
    const at = evaluate(world, actor.at, names);
    if (at === null) return null;
    return actor.at.type.kind === 'date'
      ? instantOf(plain(at), '00:00', world.lookup.plan.settings.timeZone)
      : plain(at);
  }
  const type = { kind: 'datetime', nullable: false } as const;
  const later = (value: string): string => {
    const left: Expression = { kind: 'literal', value, type };
    return String(evaluate(world, { kind: 'binary', operator: '+', left, right: actor.duration, type }, names));
  };
  let due = later(record.enteredAt);
  if (actor.kind === 'after') return due;
  const last = Date.parse(world.lastTime(timeOf(timer, record)));
  // What went by while nothing ran is made up for once: the next time lies behind it.
  while (Date.parse(due) <= last) {
    const next = later(due);
    if (Date.parse(next) <= Date.parse(due)) return null;
    due = next;
  }
  return due;
}
