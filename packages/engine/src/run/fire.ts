import { type Event, type Expression, type Grant, message, type Message, type Transition } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { type FieldError, Refusal } from '../refusal.ts';
import { recordPredicate, roleHeld } from '../sql/authority.ts';
import { compileCondition } from '../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../sql/identifiers.ts';
import { FALSE } from '../sql/logic.ts';
import { Parameters } from '../sql/parameters.ts';
import { type Asked, checkAsked, NOTHING_ASKED, readAsked } from './asked.ts';
import { lockTargets } from './lock-targets.ts';
import { entityFor, refuseUnauthenticated } from './authorize.ts';
import { bodyNow } from './body.ts';
import { checkFields } from './checks.ts';
import { fits } from './possible-event.ts';
import { refuse, refuseFields, refuseInvalid } from './refuse.ts';
import { insertRecord } from './save.ts';
import { note, touchNew } from './touch.ts';
import { carryOut, chooseRow, enterState, rowsFrom, type Subject } from './transition.ts';
import {
  actorKey,
  asSystem,
  authorityKey,
  clauseContext,
  fromThis,
  perform,
  snapshot,
  THIS,
  touchedKey,
  type Write,
} from './write.ts';

/** What stands between the lock and the event itself: the comparison of the caller's version. */
export type BeforeChange = (id: string) => Promise<void>;

/** An event on a record, by a person (4). */
export async function fireEvent(
  write: Write,
  entity: string,
  id: string,
  name: string,
  body: unknown,
  beforeChange: BeforeChange,
): Promise<void> {
  const event = knownEvent(write, entity, name);
  refuseUnauthenticated(write, asGrants(event));
  await lockTargets(write, entity, id, event.transitions, body);
  const locked = await lockForEvent(write, entity, id, event);
  if (locked === null || !locked.readable) throw refuse(write.index, 'NOT_FOUND');
  const fitting = event.transitions.filter((_row, place) => locked.fits[place]);
  if (fitting.length === 0) throw nobodyFits(write, event);
  const errors: FieldError[] = [];
  const asked = readAsked(write, entity, fitting, await bodyNow(body, errors), errors);
  await checkAsked(write, entity, id, fitting, asked, errors);
  if (errors.length > 0) throw refuseInvalid(write.index, errors);
  await beforeChange(id);
  const subject = subjectOf(write, entity, id, locked);
  await take(write, event, rowsFrom(event, fitting, subject.state), subject, asked);
}

/** An event that an effect fires: it runs as `system`, and events that fire each other are stopped (4). */
export async function fireNested(write: Write, entity: string, id: string, name: string): Promise<void> {
  const key = `${entity}.${name} ${id}`;
  if (write.under.includes(key)) throw new Error(`${entity}.${name} fires itself.`);
  const event = knownEvent(write, entity, name);
  const rows = ofSystem(event.transitions);
  await fireRows({ ...asSystem(write), under: [...write.under, key] }, entity, id, event, rows);
}

/** The rows that the product itself takes: those that name `system`, or all where none does. */
function ofSystem(rows: readonly Transition[]): readonly Transition[] {
  const own = rows.filter((row) => row.by.some((trigger) => trigger.kind === 'system'));
  return own.length > 0 ? own : rows;
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
  await take(write, event, rowsFrom(event, rows, subject.state), subject, NOTHING_ASKED);
}

/** An event from `new`, by a person: its asks are the new record's values. Answers the record's id. */
export async function fireNew(write: Write, entity: string, name: string, body: unknown): Promise<string> {
  const event = knownEvent(write, entity, name);
  const rows = event.transitions.filter((row) => row.from === 'new');
  if (rows.length === 0) throw refuse(write.index, 'NOT_FOUND');
  refuseUnauthenticated(write, asGrants(event));
  const context = clauseContext(write, new Parameters(), entity);
  const fitting = rows.filter(
    (row) =>
      write.system ||
      row.by.some(
        (trigger) =>
          trigger.kind === 'role' && roleHeld(context, write.authority, write.index.role(trigger.role), null) !== FALSE,
      ),
  );
  if (fitting.length === 0) throw nobodyFits(write, event);
  const errors: FieldError[] = [];
  const asked = readAsked(write, entity, fitting, await bodyNow(body, errors), errors);
  await checkAsked(write, entity, null, fitting, asked, errors);
  if (errors.length > 0) throw refuseInvalid(write.index, errors);
  const id = await insertRecord(write, entity, { values: asked.fields });
  const touched = touchNew(write, entity, id, {
    cause: name,
    action: name,
    clause: event.transitions[0]?.clause ?? `4.${entity}`,
    path: '',
  });
  const subject: Subject = { entity, id, before: null, state: null };
  const { row, place } = await chooseRow(write, subject, fitting, asked);
  touched.clause = row.clause;
  await lockTargets(write, entity, id, [row]);
  await carryOut(write, subject, row, place);
  return id;
}

/** The rows of this event say what follows when a record is created (4): nobody causes it by itself. */
const CREATE = 'create';

/**
 * Rows named `create` say where a new record starts and add their effects to the create that point 6 permits; `by` only
 * chooses among them (4). Where the product itself creates (an operator's command), the rows of `system` are chosen from,
 * or all where there are none. `judge` is point 6's judgement: it sees the state that the row gives, and it comes before
 * the error of a guard (6: the order of refusals).
 */
export async function addCreateRows(
  write: Write,
  entity: string,
  id: string,
  judge: () => Promise<void> = async () => undefined,
): Promise<void> {
  const event = write.index.event(entity, CREATE);
  const rows = event?.transitions.filter((row) => row.from === 'new') ?? [];
  if (event === null || rows.length === 0) return judge();
  const locked = await lockForEvent(write, entity, id, event);
  const fitting = write.system
    ? ofSystem(rows)
    : rows.filter((row) => row.by.length === 0 || locked?.fits[event.transitions.indexOf(row)]);
  if (fitting.length === 0) {
    await judge();
    // The record would be in no state at all.
    if (hasNoStart(write.index, entity)) throw nobodyFits(write, event);
    return;
  }
  const subject: Subject = { entity, id, before: null, state: null };
  let chosen: Awaited<ReturnType<typeof chooseRow>>;
  try {
    chosen = await chooseRow(write, subject, fitting, NOTHING_ASKED);
  } catch (error) {
    // The guard's error is the last row's, and so is the state that the result would have had.
    if (error instanceof Refusal) await judgeIn(write, subject, fitting.at(-1), judge);
    throw error;
  }
  await lockTargets(write, entity, id, [chosen.row]);
  await carryOut(write, subject, chosen.row, chosen.place, judge);
}

async function judgeIn(
  write: Write,
  subject: Subject,
  row: Transition | undefined,
  judge: () => Promise<void>,
): Promise<void> {
  if (row !== undefined && row.open.length === 0) await enterState(write, subject, row);
  await judge();
  // A guard may fail on a value that is missing or out of bounds: the value is what is wrong then.
  const { errors } = await checkFields(write);
  if (errors.length > 0) throw refuseFields(write.index, errors);
}

/** Whether a record starts in no state unless a row `from new` says in which. */
function hasNoStart(index: PlanIndex, entity: string): boolean {
  const workflow = index.workflow(entity);
  return workflow !== null && workflow.field !== null && !workflow.states.some(({ kind }) => kind === 'initial');
}

async function take(
  write: Write,
  event: Event,
  rows: readonly Transition[],
  subject: Subject,
  asked: Asked,
): Promise<void> {
  if (rows.length === 0)
    throw refuse(write.index, 'INVALID_TRANSITION', {
      clause: event.transitions[0]?.clause ?? null,
      words: stateWords(write, event, subject),
    });
  const { row, place } = await chooseRow(write, subject, rows, asked);
  const known = write.touched.get(touchedKey(subject.entity, subject.id));
  if (known === undefined)
    note(write, subject.entity, subject.id, subject.before, {
      cause: event.name,
      action: event.name,
      clause: row.clause,
      path: write.system ? null : '',
    });
  else known.causes.add(event.name);
  await carryOut(write, subject, row, place);
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

/** `by` as cells, for the question whether somebody who is not signed in could ever do it. */
/** Who may cause an event, as cells. */
export function asGrants(event: Event): Grant[] {
  return event.transitions.flatMap((row) =>
    row.by.flatMap((trigger): Grant[] =>
      trigger.kind === 'role' ? [{ clause: row.clause, role: trigger.role, states: null, cell: { kind: 'yes' } }] : [],
    ),
  );
}

function nobodyFits(write: Write, event: Event) {
  const gap = event.transitions.flatMap((row) => row.open).find((clause) => clause.endsWith('.by'));
  if (gap !== undefined) return refuse(write.index, 'NOT_SPECIFIED', { clause: gap });
  return refuse(write.index, 'FORBIDDEN', { clause: event.transitions[0]?.clause ?? null });
}

function stateWords(write: Write, event: Event, subject: Subject): Message {
  const states = write.index.workflow(subject.entity)?.states ?? [];
  const state = states.find(({ name }) => name === subject.state)?.label ?? subject.state ?? '';
  return message('stateFails', { event: event.label, state });
}

function subjectOf(write: Write, entity: string, id: string, { before, guards }: LockedForEvent): Subject {
  const stateField = write.index.stateField(entity);
  const state =
    stateField === null ? null : ((JSON.parse(before) as Record<string, string | null>)[stateField] ?? null);
  return { entity, id, before, state, guards };
}

interface LockedForEvent {
  readonly before: string;
  readonly readable: boolean;
  /** By row of the event: whether its `by` fits this actor on this record. */
  readonly fits: readonly boolean[];
  /** Whether the guard holds, for rows that ask for nothing. */
  readonly guards: ReadonlyMap<Transition, boolean>;
}

async function lockForEvent(write: Write, entity: string, id: string, event: Event): Promise<LockedForEvent | null> {
  const [row] = await perform(
    write,
    `lock ${entity} event ${event.name} ${write.system ? `system ${actorKey(write)}` : authorityKey(write)}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const record = { kind: 'row', entity, alias: THIS } as const;
      const fitting = event.transitions.map((transition) =>
        write.system ? FALSE : fits(write, transition, context, record),
      );
      const guards = event.transitions.map((transition) =>
        isKnownEarly(transition) ? compileCondition(transition.when, context) : 'null::boolean',
      );
      const readable = write.system ? 'true' : recordPredicate(context, write.authority, 'read', record);
      const selected = [
        `${snapshot(write.index, entity, THIS)}::text as before`,
        `${readable} as readable`,
        ...fitting.map((sql, place) => `${sql} as fits_${place}`),
        ...guards.map((sql, place) => `${sql} as guard_${place}`),
      ];
      return `select ${selected.join(', ')} ${fromThis(entity)} where ${column(THIS, 'id')} = ${parameters.slot('id', 'uuid')} and ${column(THIS, SYSTEM_COLUMNS.deletedAt)} is null for no key update of ${THIS}`;
    },
    { id },
  );
  if (row === undefined) return null;
  return {
    before: row.before as string,
    readable: row.readable === true,
    fits: event.transitions.map((_row, place) => row[`fits_${place}`] === true),
    guards: new Map(
      event.transitions
        .filter(isKnownEarly)
        .map((transition) => [transition, row[`guard_${event.transitions.indexOf(transition)}`] === true]),
    ),
  };
}

function isKnownEarly(row: Transition): row is Transition & { readonly when: Expression } {
  return row.when !== null && row.asks.length === 0 && row.from !== 'new';
}
