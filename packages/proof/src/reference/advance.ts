import type { Event, Expression, Transition } from '@nonet/language';
import { beginAct } from './act.ts';
import type { ExpectedCall } from './calls.ts';
import { evaluate } from './evaluate.ts';
import { fireRows } from './fire.ts';
import { run } from './perform.ts';
import { plain } from './plain.ts';
import type { Stored, World } from './world.ts';

interface Timer {
  readonly entity: string;
  readonly event: Event;
  readonly row: Transition;
  readonly actor: Extract<Transition['by'][number], { kind: 'after' | 'at' }>;
}

export function timersOf(world: World): Timer[] {
  return world.lookup.plan.states.flatMap(({ entity, events }) =>
    events.flatMap((event) =>
      event.transitions.flatMap((row) =>
        row.by.flatMap((actor) =>
          actor.kind === 'after' || actor.kind === 'at' ? [{ entity, event, row, actor }] : [],
        ),
      ),
    ),
  );
}

/** The world at a later time: every timer that is due by then has fired, at that time (4). */
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
      if (outcome.refused !== null) continue;
      current = outcome.world;
      calls.push(...outcome.calls);
    }
  }
  return { world: current, calls };
}

export function waits(world: World, { entity, row }: Timer, record: Stored): boolean {
  const field = world.lookup.workflow(entity)?.field ?? null;
  if (field === null || row.from === null || row.from === 'new') return true;
  return row.from.includes(String(record.values[field]));
}

/** When a timer's time comes for a record; null where what it follows is empty. */
export function dueAt(world: World, { actor }: Timer, record: Stored): string | null {
  const names = { this: world.view(record.id), user: null };
  if (actor.kind === 'at') {
    const at = evaluate(world, actor.at, names);
    if (at === null) return null;
    return actor.at.type.kind === 'date' ? midnight(plain(at), world.lookup.plan.settings.timeZone) : plain(at);
  }
  const from: Expression = { kind: 'literal', value: record.enteredAt, type: { kind: 'datetime', nullable: false } };
  const type = { kind: 'datetime', nullable: false } as const;
  return String(evaluate(world, { kind: 'binary', operator: '+', left: from, right: actor.duration, type }, names));
}

/** 00:00 of a date in a zone. */
function midnight(date: string, timeZone: string): string {
  const guess = Date.parse(`${date}T00:00:00Z`);
  const parts = new Intl.DateTimeFormat('sv', { timeZone, dateStyle: 'short', timeStyle: 'medium' }).format(guess);
  const offset = Date.parse(`${parts.replace(' ', 'T')}Z`) - guess;
  return new Date(guess - offset).toISOString();
}
