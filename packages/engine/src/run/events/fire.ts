import { type Event, type Grant, message, type Message, type Transition } from '@nonet/language';
import type { FieldError } from '../../refusal.ts';
import { roleHeld } from '../../sql/permissions.ts';
import { FALSE } from '../../sql/logic.ts';
import { Parameters } from '../../sql/parameters.ts';
import { type Asked, checkAsked, NOTHING_ASKED, readAsked } from './asked.ts';
import { entityFor, refuseUnauthenticated } from '../authorize.ts';
import { bodyNow } from '../body.ts';
import { CREATE } from '../create-rows.ts';
import { type LockedForEvent, lockForEvent, nobodyFits, rowsOfSystem, subjectOf } from './lock-for-event.ts';
import { lockTargets } from './lock-targets.ts';
import { refuse, refuseInvalid } from '../refuse.ts';
import { insertRecord } from '../save.ts';
import { changeByEvent, note, touchNew } from '../touch.ts';
import { carryOut, type ChosenRow, chooseRow, rowsFrom, type Subject } from './transition.ts';
import { asSystem, clauseContext, touchedKey, type Write } from '../write.ts';
import { type BeforeChange, NOTHING, performSteps } from '../write-steps/operation.ts';

/** An event on a record, by a person, or by the product for a signed call (4). */
export async function fireEvent(
  write: Write,
  entity: string,
  id: string,
  name: string,
  body: unknown,
  beforeChange: BeforeChange,
): Promise<void> {
  const errors: FieldError[] = [];
  let event: Event;
  let locked: LockedForEvent;
  let fitting: readonly Transition[];
  let asked: Asked;
  let subject: Subject;
  let chosen: ChosenRow;
  await performSteps({
    admission: async () => {
      event = knownEvent(write, entity, name);
      refuseUnauthenticated(write, asGrants(event));
    },
    lock: async () => {
      await lockTargets(write, entity, id, event.transitions, body);
      const found = await lockForEvent(write, entity, id, event);
      if (found === null || !found.readable) throw refuse(write.index, 'NOT_FOUND');
      locked = found;
      fitting = write.system
        ? rowsOfSystem(event.transitions)
        : event.transitions.filter((_row, place) => found.fits[place]);
      if (fitting.length === 0) throw nobodyFits(write, event);
    },
    body: async () => {
      asked = readAsked(write, entity, fitting, await bodyNow(body, errors), errors);
    },
    references: async () => {
      await checkAsked(write, entity, id, fitting, asked, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
    },
    version: () => beforeChange(id),
    guard: async () => {
      subject = subjectOf(write, entity, id, locked);
      chosen = await choose(write, event, rowsFrom(event, fitting, subject.state), subject, asked);
    },
    save: () => enter(write, event, subject, chosen),
    // The event's row says who may cause it; `lock` has checked that.
    permission: NOTHING,
  });
}

/** An event that an effect fires: it runs as `system`, and events that fire each other are stopped (4). */
export async function fireNested(write: Write, entity: string, id: string, name: string): Promise<void> {
  const key = `${entity}.${name} ${id}`;
  if (write.under.includes(key)) throw new Error(`${entity}.${name} fires itself.`);
  const event = knownEvent(write, entity, name);
  const rows = rowsOfSystem(event.transitions);
  await fireRows({ ...asSystem(write), under: [...write.under, key] }, entity, id, event, rows);
}

/** An event by the product itself, on given rows: what a timer's time has come for. */
export async function fireRows(
  write: Write,
  entity: string,
  id: string,
  event: Event,
  rows: readonly Transition[],
): Promise<void> {
  const locked = await lockForEvent(write, entity, id, event);
  if (locked === null) throw refuse(write.index, 'NOT_FOUND');
  const subject = subjectOf(write, entity, id, locked);
  const chosen = await choose(write, event, rowsFrom(event, rows, subject.state), subject, NOTHING_ASKED);
  await enter(write, event, subject, chosen);
}

/** An event from `new`, by a person: its asks are the new record's values. Answers the record's id. */
export async function fireNew(write: Write, entity: string, name: string, body: unknown): Promise<string> {
  const errors: FieldError[] = [];
  let event: Event;
  let fitting: readonly Transition[];
  let asked: Asked;
  let id = '';
  await performSteps({
    admission: async () => {
      event = knownEvent(write, entity, name);
      const rows = event.transitions.filter((row) => row.from === 'new');
      if (rows.length === 0) throw refuse(write.index, 'NOT_FOUND');
      refuseUnauthenticated(write, asGrants(event));
      fitting = rowsOfActor(write, entity, rows);
      if (fitting.length === 0) throw nobodyFits(write, event);
    },
    lock: NOTHING,
    body: async () => {
      asked = readAsked(write, entity, fitting, await bodyNow(body, errors), errors);
    },
    references: async () => {
      await checkAsked(write, entity, null, fitting, asked, errors);
      if (errors.length > 0) throw refuseInvalid(write.index, errors);
    },
    version: NOTHING,
    // The guard of each row is judged on the record at that time.
    guard: NOTHING,
    save: async () => {
      id = await insertRecord(write, entity, { values: asked.fields });
      const change = changeByEvent(name, event.transitions[0], entity);
      const touched = touchNew(write, entity, id, { ...change, path: '' });
      const subject: Subject = { entity, id, before: null, state: null };
      const { row, place } = await chooseRow(write, subject, fitting, asked);
      touched.clause = row.clause;
      await lockTargets(write, entity, id, [row]);
      await carryOut(write, subject, row, place);
    },
    permission: NOTHING,
  });
  return id;
}

/** The row that is taken from the record's present state. */
async function choose(
  write: Write,
  event: Event,
  rows: readonly Transition[],
  subject: Subject,
  asked: Asked,
): Promise<ChosenRow> {
  if (rows.length === 0)
    throw refuse(write.index, 'INVALID_TRANSITION', {
      clause: event.transitions[0]?.clause ?? null,
      words: stateWords(write, event, subject),
    });
  return chooseRow(write, subject, rows, asked);
}

/** Carries out the row that is taken. */
async function enter(write: Write, event: Event, subject: Subject, { row, place }: ChosenRow): Promise<void> {
  const { entity, id, before } = subject;
  const known = write.touched.get(touchedKey(entity, id));
  const change = { ...changeByEvent(event.name, row, entity), path: write.system ? null : '' };
  if (known === undefined) note(write, entity, id, before, change);
  else known.causes.add(event.name);
  await carryOut(write, subject, row, place);
}

/** The rows from `new` that an actor of these roles may take: no record can decide about it yet. */
function rowsOfActor(write: Write, entity: string, rows: readonly Transition[]): readonly Transition[] {
  if (write.system) return rowsOfSystem(rows);
  const context = clauseContext(write, new Parameters(), entity);
  const holds = (role: string) => roleHeld(context, write.authority, write.index.role(role), null) !== FALSE;
  return rows.filter(({ by }) => by.some((trigger) => trigger.kind === 'role' && holds(trigger.role)));
}

function knownEvent(write: Write, entity: string, name: string): Event {
  entityFor(write, entity);
  if (write.index.plan.openPoints.includes('states')) throw refuse(write.index, 'NOT_SPECIFIED', { clause: '4' });
  const event = name === CREATE ? null : write.index.event(entity, name);
  if (event === null) {
    const workflow = write.index.workflow(entity);
    const isOpen = workflow !== null && write.index.plan.gaps.some(({ clause }) => clause === workflow.clause);
    if (isOpen) throw refuse(write.index, 'NOT_SPECIFIED', { clause: workflow.clause });
    throw refuse(write.index, 'NOT_FOUND', { clause: `4.${entity}` });
  }
  return event;
}

/** The triggers of an event as cells, to ask whether somebody who is not signed in could ever cause it. */
export function asGrants(event: Event): Grant[] {
  return event.transitions.flatMap((row) =>
    row.by.flatMap((trigger): Grant[] =>
      trigger.kind === 'role' ? [{ clause: row.clause, role: trigger.role, states: null, cell: { kind: 'yes' } }] : [],
    ),
  );
}

function stateWords(write: Write, event: Event, subject: Subject): Message {
  const states = write.index.workflow(subject.entity)?.states ?? [];
  const state = states.find(({ name }) => name === subject.state)?.label ?? subject.state ?? '';
  return message('stateFails', { event: event.label, state });
}
