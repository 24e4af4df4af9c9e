import { type Event, type Expression, type Transition, openPart } from '@nonet/language';
import { compileCondition } from '../../sql/expression.ts';
import { column, SYSTEM_COLUMNS } from '../../sql/identifiers.ts';
import { FALSE } from '../../sql/logic.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { fits } from './possible-event.ts';
import { refuse } from '../refuse.ts';
import type { Subject } from './transition.ts';
import { actorKey, authorityKey, clauseContext, fromThis, perform, snapshot, THIS, type Write } from '../write.ts';

/** The rows that the product itself takes: those that name `system`, or all if none does. */
export function rowsOfSystem(rows: readonly Transition[]): readonly Transition[] {
  const own = rows.filter((row) => row.by.some((trigger) => trigger.kind === 'system'));
  return own.length > 0 ? own : rows;
}

/** The refusal where no row of an event is the actor's. */
export function nobodyFits(write: Write, event: Event) {
  const gap = event.transitions.map((row) => openPart(row, 'by')).find((open) => open !== null);
  if (gap) return refuse(write.index, 'NOT_SPECIFIED', { clause: gap });
  return refuse(write.index, 'FORBIDDEN', { clause: event.transitions[0]?.clause ?? null });
}

/** The record of an event, as it was locked. */
export function subjectOf(write: Write, entity: string, id: string, { before, guards }: LockedForEvent): Subject {
  const stateField = write.index.stateField(entity);
  const state =
    stateField === null ? null : ((JSON.parse(before) as Record<string, string | null>)[stateField] ?? null);
  return { entity, id, before, state, guards };
}

/** A record that an event is on, as its lock found it. */
export interface LockedForEvent {
  readonly before: string;
  readonly readable: boolean;
  /** For each row of the event: whether its `by` fits this actor on this record. */
  readonly fits: readonly boolean[];
  /** Whether the guard holds, for rows without inputs. */
  readonly guards: ReadonlyMap<Transition, boolean>;
}

/** Locks a record, and asks about the rows of an event there; null if it is gone. */
export async function lockForEvent(
  write: Write,
  entity: string,
  id: string,
  event: Event,
): Promise<LockedForEvent | null> {
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
