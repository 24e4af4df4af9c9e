import type { Expression } from '../../expression/tree.ts';
import type { Field } from '../../model/entities.ts';
import type { Transition, Trigger } from '../../model/states.ts';
import { and, or, thisRecord } from '../analysis/build.ts';
import type { Context } from '../context.ts';
import { type Disclosing, allowedBy, writers } from './disclosing.ts';
import { flatEffects } from './effects.ts';
import { fieldOf } from './field-of.ts';

/** A condition for each way to be somebody who takes an event. */
export function actorsOfEvent(disclosing: Disclosing, context: Context, entity: string, event: string): Expression {
  const workflow = disclosing.model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find(({ name }) => name === event)?.transitions ?? [];
  return or(...rows.map((row) => actorsOfRow(disclosing, context, entity, row)));
}

/** A condition for each way to be somebody who takes an event by one of its rows. */
export function actorsOfRow(disclosing: Disclosing, context: Context, entity: string, { by }: Transition): Expression {
  return or(...by.flatMap((trigger) => actorsOfTrigger(disclosing, context, entity, trigger) ?? []));
}

/** The people who take an event by one of those that a row names, as a condition; null for the system and for a timer. */
export function actorsOfTrigger(
  { rights }: Disclosing,
  context: Context,
  entity: string,
  trigger: Trigger,
): Expression | null {
  if (trigger.kind === 'role') return rights.holds(trigger.role, thisRecord(entity));
  const field = trigger.kind === 'field' ? fieldOf(context, entity, trigger.field) : null;
  // A timer's guard shows its result to nobody.
  return field === null ? null : same(field, rights.user);
}

function same(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '==', left, right, type: { kind: 'boolean', nullable: false } };
}

/**
 * The people who enter a field's value, as conditions: those who create or change a record (if the field has a row of
 * its own, that row decides instead of the entity's), and those who take an event that asks for the field or sets it.
 */
export function actorsEntering(disclosing: Disclosing, context: Context, entity: string, field: Field): Expression {
  const { model, rights } = disclosing;
  const record = thisRecord(entity);
  const own = model.permissions.find((other) => other.entity === entity)?.fields[field.name]?.update;
  const written = own
    ? own.map((grant) => allowedBy(rights, grant, record))
    : [writers(disclosing, entity, 'create'), rights.does('update', record)];
  const taken = model.states
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ events }) => events.flatMap(({ transitions }) => transitions))
    .filter((row) => enters(row, field.name))
    .map((row) => {
      const actors = actorsOfRow(disclosing, context, entity, row);
      return row.from === 'new' ? actors : and(actors, rights.does('read', record));
    });
  return or(...(field.closed ? [] : written), ...taken);
}

/** Whether a row of an event asks for a field of its record, or sets it. */
function enters({ asks, effects }: Transition, field: string): boolean {
  return (
    asks.some((ask) => ask.kind === 'field' && ask.field === field) ||
    flatEffects(effects).some(
      (effect) =>
        effect.kind === 'set' && effect.field === field && effect.path.length === 0 && effect.start.variable === 'this',
    )
  );
}
