import type { GuardView } from '@nonet/client';
import {
  type Ask,
  type Entity,
  type Event,
  type Expression,
  ownFields,
  type Transition,
  walk,
  type Workflow,
} from '@nonet/language';
import { localView } from './known.ts';
import type { Rights } from './rights.ts';
import { messageOf } from './rules.ts';

/**
 * The guards of an event that its dialog can judge by the asked values (4), by the record's state: they refuse only if
 * it is certain that no row's guard holds and which error the refusal has, for any rows of this reader.
 */
export function guardViews(rights: Rights, entity: Entity, workflow: Workflow, event: Event): GuardView[] {
  const rows = event.transitions.filter((row) => row.from !== 'new');
  const states = workflow.field === null ? [null] : [...new Set(rows.flatMap(({ from }) => from ?? []))];
  return states.flatMap((from) => {
    const view = guardView(rights, entity, from === null ? rows : rows.filter((row) => row.from?.includes(from)));
    return view === null ? [] : [{ ...view, from }];
  });
}

function guardView(rights: Rights, entity: Entity, rows: readonly Transition[]): Omit<GuardView, 'from'> | null {
  const last = rows.at(-1);
  if (last === undefined || rows.some((row) => row.open.length > 0 || asksOf(row) !== asksOf(last))) return null;
  const whens = rows.map(({ when }) => when && localView(rights, when));
  const [first, ...others] = whens.filter((when) => when !== null);
  if (first === undefined || others.length < rows.length - 1) return null;
  const holds = others.reduce(either, first);
  const read = asked(holds);
  const fields = last.asks.map(nameOf).filter((name) => read.has(name));
  const message = errorOf(rights, entity, rows, last);
  return fields.length === 0 || message === null ? null : { clause: last.clause, fields, holds, message };
}

/**
 * The message of the last row's error, if it is certain that the last row is this reader's, or that all rows have the
 * same error.
 */
function errorOf(rights: Rights, entity: Entity, rows: readonly Transition[], last: Transition) {
  const isTheirs = last.by.some((actor) => actor.kind === 'role' && rights.holdsAnywhere(actor.role));
  // A condition of all events refuses with an error of its own.
  if (rows.some(({ conditions = [] }) => conditions.some(({ error }) => error !== last.error))) return null;
  if (last.error === null || !(isTheirs || rows.every(({ error }) => error === last.error))) return null;
  return messageOf(rights, entity.name, last.error);
}

function asksOf({ asks }: Transition): string {
  return asks.map(nameOf).toSorted().join();
}

function nameOf(ask: Ask): string {
  return ask.kind === 'input' ? ask.name : ask.field;
}

/** The fields of the record and the inputs that a guard reads. */
function asked(guard: Expression): ReadonlySet<string> {
  const names = new Set(ownFields(guard));
  walk(guard, (node) => {
    if (node.kind === 'field' && node.of.kind === 'variable' && node.of.name === 'input') names.add(node.field);
  });
  return names;
}

function either(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: 'or', left, right, type: { kind: 'boolean', nullable: false } };
}
