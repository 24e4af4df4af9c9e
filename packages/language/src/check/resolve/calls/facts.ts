import { keyOf } from '../../../expression/key.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { CallCause } from '../../../model/outbound-calls.ts';
import type { Transition, Workflow } from '../../../model/states.ts';
import type { Context } from '../../context.ts';
import { BOOLEAN, recordType } from '../types.ts';
import { conjuncts, fieldsOf } from '../walk.ts';

/** The facts about a record that hold when a call is built: those that all rows of all its causes establish. */
export function factsOf(
  context: Context,
  causes: readonly CallCause[],
  workflows: readonly Workflow[],
): readonly Expression[] {
  const sets = causes.flatMap((cause) => factSets(context, cause, workflows));
  const [first, ...others] = sets;
  return (first ?? []).filter((fact) => others.every((set) => set.some((other) => keyOf(other) === keyOf(fact))));
}

/** The facts of each row that may cause the call. */
function factSets(context: Context, cause: CallCause, workflows: readonly Workflow[]): (readonly Expression[])[] {
  const own = cause.condition ? conjuncts(cause.condition) : [];
  const workflow = workflows.find((other) => other.entity === cause.entity);
  const event = workflow?.events.find((other) => other.name === cause.event);
  if (!event) return [own];
  return event.transitions
    .filter(isClosed)
    .map((row) => own.concat(established(context, cause.entity, row, workflow?.field ?? null)));
}

/** Whether a call can't be made yet: every row that would cause it has a gap, and is refused until that is closed. */
export function neverCaused(causes: readonly CallCause[], workflows: readonly Workflow[]): boolean {
  return causes.every((cause) => {
    const workflow = workflows.find((other) => other.entity === cause.entity);
    const event = workflow?.events.find((other) => other.name === cause.event);
    return event !== undefined && !event.transitions.some(isClosed);
  });
}

function isClosed(row: Transition): boolean {
  return row.open.length === 0;
}

/** The guard as far as no effect writes to what it reads, and what asking and setting have filled in. */
function established(
  context: Context,
  entity: string,
  row: Transition,
  stateField: string | null,
): readonly Expression[] {
  // Another event on the record may change anything, and so may what happens to several.
  if (row.effects.some((effect) => effect.kind !== 'set' && effect.kind !== 'create')) return [];
  const written = new Set(
    row.effects.flatMap((effect) => (effect.kind === 'set' ? [effect.path[0] ?? effect.field] : [])),
  );
  if (stateField !== null && row.to !== 'same') written.add(stateField);
  const guard = row.when ? conjuncts(row.when) : [];
  const kept = guard.filter((fact) => !fieldsOf(fact, 'this').some((field) => written.has(field)));
  const filled = new Set<string>();
  for (const ask of row.asks)
    if (ask.kind === 'field' && ask.required && !written.has(ask.field)) filled.add(ask.field);
  for (const effect of row.effects) {
    if (effect.kind !== 'set' || effect.path.length > 0) continue;
    if (effect.condition === null && !effect.value.type.nullable) filled.add(effect.field);
    else filled.delete(effect.field);
  }
  return [...kept, ...[...filled].flatMap((field) => isNotNull(context, entity, field))];
}

function isNotNull(context: Context, entity: string, field: string): readonly Expression[] {
  const type = context.schema.entities.get(entity)?.fields.get(field);
  if (!type) return [];
  const record: Expression = { kind: 'variable', name: 'this', type: recordType(entity) };
  return [
    {
      kind: 'binary',
      operator: '!=',
      left: { kind: 'field', of: record, field, type },
      right: { kind: 'literal', value: null, type: { kind: 'null', nullable: true } },
      type: BOOLEAN,
    },
  ];
}
