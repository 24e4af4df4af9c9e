import { type Event, type Expression, ownFields, type Transition } from '@nonet/language';
import { Refusal } from '../../refusal.ts';
import { FALSE, and, or, TRUE } from '../../sql/logic.ts';
import { roleHeld } from '../../sql/permissions.ts';
import { seeingEverything, type RecordVariable, type SqlContext } from '../../sql/context.ts';
import { compileCondition, compileFieldValue } from '../../sql/expression.ts';
import { nameOf } from './asked.ts';
import { propertiesRead } from '../reads.ts';
import { literal, type Write } from '../write.ts';

type ActorContext = Pick<Write, 'index' | 'actor' | 'authority'>;
/** A record whose columns are in reach. */
export type RowVariable = Extract<RecordVariable, { kind: 'row' }>;

/** Whether the actor is one of those who may cause this row of an event (4, `by`). */
export function fits(acting: ActorContext, transition: Transition, context: SqlContext, record: RowVariable): string {
  return or(
    ...transition.by.map((trigger) => {
      if (trigger.kind === 'role') return roleHeld(context, acting.authority, acting.index.role(trigger.role), record);
      if (trigger.kind !== 'field' || acting.actor.userId === null) return FALSE;
      return `coalesce(${compileFieldValue(record, trigger.field, context)} = ${context.parameters.slot('user', 'uuid')}, false)`;
    }),
  );
}

/**
 * The part of the guard that does not depend on the asked values: "`/can` leaves out what they decide" (4). `gap` is
 * the clause that the guard needs and that is not shown; in that case the guard does not hold.
 */
export function knownGuard(transition: Transition, context: SqlContext): { holds: string; gap: string | null } {
  return knownPart(transition.when, transition, context);
}

/** The same of one condition of a row's guard. */
export function knownPart(
  guard: Expression | null,
  transition: Transition,
  context: SqlContext,
): { holds: string; gap: string | null } {
  const asked = new Set(transition.asks.map(nameOf));
  const known = conjuncts(guard).filter(
    (part) => propertiesRead(part, 'input').size === 0 && !ownFields(part).some((field) => asked.has(field)),
  );
  try {
    return { holds: and(...known.map((part) => compileCondition(part, context))), gap: null };
  } catch (error) {
    if (!(error instanceof Refusal) || error.code !== 'NOT_SPECIFIED') throw error;
    return { holds: FALSE, gap: error.clause ?? transition.clause };
  }
}

/** Whether `/can` says that the actor may cause this event now, as one condition on a row: `this` is the row. */
export function possible(acting: ActorContext, event: Event, context: SqlContext, record: RowVariable): string {
  const stateField = acting.index.stateField(record.entity);
  const everything = seeingEverything(context);
  return event.transitions
    .filter((transition) => transition.from !== 'new')
    .reduceRight((otherwise, transition) => {
      const applies = and(
        fits(acting, transition, everything, record),
        stateField === null || transition.from === null
          ? TRUE
          : `(${compileFieldValue(record, stateField, context)} in (${[...transition.from].map(literal).join(', ') || 'null'}))`,
      );
      // The first row whose guard holds is taken; a row with a gap prevents the rows behind it.
      const { holds, gap } = knownGuard(transition, everything);
      if (transition.open.length > 0 || gap !== null)
        return otherwise === FALSE ? FALSE : and(`not coalesce(${applies}, false)`, otherwise);
      return or(and(applies, holds), otherwise);
    }, FALSE);
}

function conjuncts(expression: Expression | null): Expression[] {
  if (expression === null) return [];
  if (expression.kind !== 'binary' || expression.operator !== 'and') return [expression];
  return [...conjuncts(expression.left), ...conjuncts(expression.right)];
}
