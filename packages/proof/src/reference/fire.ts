import { type Event, type Transition, openPart } from '@nonet/language';
import { addChild, askedErrors, checkKeys, inputsOf, readsAsked } from './asked-values.ts';
import type { Body } from './body.ts';
import { type Transaction, change, namesAt, storedAt, touch, viewAt } from './transaction.ts';
import { requireLimits, requireSignedIn, requireUnique } from './checks.ts';
import { runEffects } from './effects.ts';
import { entityOf, holds, isHeld, type View, asView } from './evaluate.ts';
import { insert } from './insert.ts';
import { mayDo } from './permissions.ts';
import { Refused, refuse, refuseAll } from './refusal.ts';
import { assigned } from './assigned.ts';

/** An event on a record, by a person, or by the product for a signed call (4, 7). */
export function fire(transaction: Transaction, id: string, name: string, body: Body): void {
  const entity = entityOf(id);
  const event = requireEvent(transaction, entity, name);
  requireSignedIn(transaction, rolesOfEvent(event));
  const record = transaction.world.view(id);
  if (
    record === null ||
    !transaction.world.isLiving(storedAt(transaction, id)) ||
    !(transaction.system || mayDo(transaction.actor, 'read', record))
  )
    throw refuse(transaction.lookup, 'NOT_FOUND');
  const fitting = transaction.system
    ? ofSystem(event.transitions)
    : event.transitions.filter((row) => fits(transaction, row, record));
  if (fitting.length === 0) throw nobodyFits(transaction, event);
  checkKeys(transaction, fitting, id, body);
  take(transaction, event, rowsFrom(transaction, fitting, record), id, body);
}

/** An event from `new`, by a person: its asks are the new record's values. Answers the record's id. */
export function fireNew(transaction: Transaction, entity: string, name: string, body: Body): string {
  const event = requireEvent(transaction, entity, name);
  const rows = event.transitions.filter((row) => row.from === 'new');
  if (rows.length === 0) throw refuse(transaction.lookup, 'NOT_FOUND');
  requireSignedIn(transaction, rolesOfEvent(event));
  const fitting = transaction.system ? ofSystem(rows) : rows.filter((row) => fits(transaction, row, null));
  if (fitting.length === 0) throw nobodyFits(transaction, event);
  checkKeys(transaction, fitting, null, body);
  const fields = new Set(
    fitting.flatMap((row) => row.asks.flatMap((ask) => (ask.kind === 'field' ? [ask.field] : []))),
  );
  const id = insert(transaction, entity, Object.fromEntries(Object.entries(body).filter(([key]) => fields.has(key))));
  const touched = touch(transaction, id, entity, name, name, event.transitions[0]?.clause ?? '');
  const row = chooseRow(transaction, id, fitting, body);
  touched.clause = row.clause;
  carryOut(transaction, id, row, body);
  return id;
}

/**
 * Rows named `create` choose the state in which a new record starts, and add their effects to the create that point 6
 * allows; `by` only chooses among them (4). Point 6 judges the result in the state that the row gives, before the
 * guard's error is reported.
 */
export function addCreateRows(transaction: Transaction, entity: string, id: string, judge: () => void): void {
  const event = transaction.lookup.event(entity, 'create');
  const rows = event?.transitions.filter((row) => row.from === 'new') ?? [];
  const fitting = transaction.system
    ? ofSystem(rows)
    : rows.filter((row) => row.by.length === 0 || fits(transaction, row, viewAt(transaction, id)));
  const last = fitting.at(-1);
  if (event === null || last === undefined) {
    judge();
    const workflow = transaction.lookup.workflow(entity);
    const starts =
      workflow === null || workflow.field === null || workflow.states.some(({ kind }) => kind === 'initial');
    if (!starts && event !== null && rows.length > 0) throw nobodyFits(transaction, event);
    return;
  }
  let row: Transition;
  try {
    row = chooseRow(transaction, id, fitting, {});
  } catch (error) {
    if (error instanceof Refused) {
      if (last.open.length === 0) enterState(transaction, id, last);
      judge();
      requireLimits(transaction, entity);
    }
    throw error;
  }
  enterState(transaction, id, row);
  judge();
  affect(transaction, id, row, {});
}

/** The rows that the product itself takes: those that name `system`, or all if none does. */
function ofSystem(rows: readonly Transition[]): readonly Transition[] {
  const own = rows.filter((row) => row.by.some(({ kind }) => kind === 'system'));
  return own.length > 0 ? own : rows;
}

/** Carries out the rows of a timer that is due, or of an event that an effect fires. */
export function fireRows(transaction: Transaction, id: string, event: Event, rows: readonly Transition[]): void {
  const record = transaction.world.view(id);
  if (record === null || storedAt(transaction, id).deleted) throw refuse(transaction.lookup, 'NOT_FOUND');
  take(transaction, event, rowsFrom(transaction, rows, record), id, {});
}

/** Whether the actor is one of those who may cause this row (4, `by`). */
export function fits(
  transaction: Pick<Transaction, 'world' | 'lookup' | 'actor'>,
  row: Transition,
  record: View | null,
): boolean {
  const actor = transaction.world.view(transaction.actor);
  return row.by.some((trigger) => {
    if (trigger.kind === 'role') {
      const role = transaction.lookup.role(trigger.role);
      if (role === null) return false;
      // On create, a relationship role can't decide, because its record does not exist yet.
      if (record === null && role.given.kind === 'relationship') return actor !== null;
      return isHeld(transaction.world, actor, role, record);
    }
    if (trigger.kind !== 'field' || actor === null || record === null) return false;
    return asView(record[trigger.field])?.id === actor.id;
  });
}

/** The rows that start from the record's state. */
export function rowsFrom(
  transaction: Pick<Transaction, 'lookup'>,
  rows: readonly Transition[],
  record: View,
): readonly Transition[] {
  const field = transaction.lookup.workflow(entityOf(record.id))?.field ?? null;
  const state = field === null ? null : String(record[field]);
  return rows.filter(
    (row) =>
      row.from !== 'new' &&
      (row.from === null || openPart(row, 'from') !== null || (state !== null && row.from.includes(state))),
  );
}

function requireEvent(transaction: Transaction, entity: string, name: string): Event {
  // The rows named `create` only add to a create: nobody causes them separately (4).
  const event = name === 'create' ? null : transaction.lookup.event(entity, name);
  if (event === null) throw refuse(transaction.lookup, 'NOT_FOUND');
  return event;
}

export function rolesOfEvent(event: Event): string[] {
  return event.transitions.flatMap((row) =>
    row.by.flatMap((trigger) => (trigger.kind === 'role' ? [trigger.role] : [])),
  );
}

function nobodyFits(transaction: Transaction, event: Event): Refused {
  const gap = event.transitions.map((row) => openPart(row, 'by')).find((open) => open !== null);
  if (gap) return refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: gap });
  return refuse(transaction.lookup, 'FORBIDDEN', { clause: event.transitions[0]?.clause ?? null });
}

function take(transaction: Transaction, event: Event, rows: readonly Transition[], id: string, body: Body): void {
  if (rows.length === 0)
    throw refuse(transaction.lookup, 'INVALID_TRANSITION', {
      clause: event.transitions[0]?.clause ?? null,
      record: id,
    });
  // The record before this event, which may be one of several in a transaction.
  const before = transaction.touched.size === 0 ? transaction.before : transaction.world.fork();
  const row = chooseRow(transaction, id, rows, body);
  touch(transaction, id, entityOf(id), event.name, event.name, row.clause);
  carryOut(transaction, id, row, body, before.view(id));
}

/** The first of the rows whose guard holds, with the asked values in the record; refuses as the last row says (4). */
function chooseRow(transaction: Transaction, id: string, rows: readonly Transition[], body: Body): Transition {
  let missing: Refused | null = null;
  let last: Refused | null = null;
  const before = storedAt(transaction, id);
  for (const row of rows) {
    if (row.open[0] !== undefined) throw refuse(transaction.lookup, 'NOT_SPECIFIED', { clause: row.open[0] });
    const errors = askedErrors(transaction, id, row, body);
    const lacking = errors.length === 0 ? null : refuseAll(transaction.lookup, errors, entityOf(id));
    if (lacking !== null && rows.length === 1) throw lacking;
    const asked = row.asks.flatMap((ask): [string, unknown][] => {
      if (ask.kind !== 'field' || !(ask.field in body)) return [];
      const field = transaction.lookup.field(entityOf(id), ask.field);
      return [[ask.field, field === null ? null : assigned(body[ask.field], transaction.lookup, field.type)]];
    });
    if (asked.length > 0) change(transaction, id, Object.fromEntries(asked));
    requireUnique(transaction, id, entityOf(id));
    const added =
      lacking === null
        ? row.asks.flatMap((ask) => (ask.kind === 'child' ? addChild(transaction, id, ask, body) : []))
        : [];
    if (
      row.when === null ||
      holds(transaction.world, row.when, namesAt(transaction, id, { input: inputsOf(transaction, row, body) }))
    ) {
      if (lacking !== null) throw lacking;
      for (const child of added) touch(transaction, child, entityOf(child), 'create', 'create', row.clause);
      return row;
    }
    if (lacking !== null && readsAsked(row)) throw lacking;
    missing ??= lacking;
    const names = namesAt(transaction, id, { input: inputsOf(transaction, row, body) });
    const broken = row.conditions?.find((condition) => !holds(transaction.world, condition.when, names));
    const { error, clause } = broken ?? row;
    last =
      error === null
        ? refuse(transaction.lookup, 'INVALID_TRANSITION', { clause, record: id })
        : new Refused(transaction.lookup, error, { clause, entity: entityOf(id), record: id });
    for (const child of added) transaction.world.remove(child);
    transaction.world.put(before);
  }
  throw missing ?? last ?? refuse(transaction.lookup, 'INVALID_TRANSITION');
}

/** Changes the state, then runs the effects (4). */
function carryOut(transaction: Transaction, id: string, row: Transition, body: Body, old: View | null = null): void {
  enterState(transaction, id, row);
  affect(transaction, id, row, body, old);
}

function enterState(transaction: Transaction, id: string, row: Transition): void {
  const field = transaction.lookup.workflow(entityOf(id))?.field ?? null;
  const moves = field !== null && row.to !== 'same';
  const enters = moves && storedAt(transaction, id).values[field] !== row.to;
  change(transaction, id, moves ? { [field]: row.to } : {});
  if (enters) transaction.world.put({ ...storedAt(transaction, id), enteredAt: transaction.world.now });
}

function affect(transaction: Transaction, id: string, row: Transition, body: Body, old: View | null = null): void {
  const place = { clause: row.clause, names: { input: inputsOf(transaction, row, body), old }, old };
  runEffects(transaction, id, row.effects, place, fireNested);
}

/** An event that an effect fires runs as `system` (4). */
export function fireNested(transaction: Transaction, id: string, name: string): void {
  const event = requireEvent(transaction, entityOf(id), name);
  fireRows({ ...transaction, actor: null, system: true }, id, event, ofSystem(event.transitions));
}
