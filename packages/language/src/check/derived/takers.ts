import type { Expression } from '../../expression/tree.ts';
import type { Field } from '../../model/entities.ts';
import type { Transition } from '../../model/states.ts';
import { and, or, thisRecord } from '../analysis/build.ts';
import type { Context } from '../context.ts';
import { type Disclosing, permitted, writers } from './disclosing.ts';
import { flatEffects } from './effects.ts';
import { fieldOf } from './field-of.ts';

/** Whoever takes an event, as a condition. */
export function takers(disclosing: Disclosing, context: Context, entity: string, event: string): Expression {
  const workflow = disclosing.model.states.find((other) => other.entity === entity);
  const rows = workflow?.events.find(({ name }) => name === event)?.transitions ?? [];
  return or(...rows.map((row) => actorsOf(disclosing, context, entity, row)));
}

/** Whoever takes an event by one of its rows, as a condition. */
export function actorsOf({ rights }: Disclosing, context: Context, entity: string, { by }: Transition): Expression {
  return or(
    ...by.flatMap((actor): readonly Expression[] => {
      if (actor.kind === 'role') return [rights.holds(actor.role, thisRecord(entity))];
      const field = actor.kind === 'field' ? fieldOf(context, entity, actor.field) : null;
      // A timer's guard shows nobody its result.
      return field === null ? [] : [same(field, rights.user)];
    }),
  );
}

function same(left: Expression, right: Expression): Expression {
  return { kind: 'binary', operator: '==', left, right, type: { kind: 'boolean', nullable: false } };
}

/**
 * Whoever enters a field's value: as a record is created or changed, where a row of its own stands in the place of the
 * entity's, and as they take an event that asks for it or sets it.
 */
export function enterers(disclosing: Disclosing, context: Context, entity: string, field: Field): Expression {
  const { model, rights } = disclosing;
  const record = thisRecord(entity);
  const own = model.permissions.find((other) => other.entity === entity)?.fields[field.name]?.update;
  const written = own
    ? own.map((grant) => permitted(rights, grant, record))
    : [writers(disclosing, entity, 'create'), rights.does('update', record)];
  const taken = model.states
    .filter((workflow) => workflow.entity === entity)
    .flatMap(({ events }) => events.flatMap(({ transitions }) => transitions))
    .filter((row) => enters(row, field.name))
    .map((row) => {
      const actors = actorsOf(disclosing, context, entity, row);
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
