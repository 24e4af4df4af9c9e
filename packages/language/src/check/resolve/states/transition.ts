import type { Scope } from '../../../expression/scope.ts';
import { fieldsRead } from '../../../expression/fields.ts';
import type { Expression } from '../../../expression/tree.ts';
import type { Type } from '../../../expression/type.ts';
import type { Ask, EventCondition, Transition } from '../../../model/states.ts';
import type { Declaration } from '../../declare/declare.ts';
import type { EventRow, WorkflowDraft } from '../../declare/workflows.ts';
import { replaceVariable } from '../../analysis/replace.ts';
import { resolveEffects } from '../effects.ts';
import { BOOLEAN, recordType, userType } from '../types.ts';
import { conjuncts, reads } from '../walk.ts';
import { typeOf } from '../../declare/schema.ts';
import { mayBeAnonymous, readTriggers } from './triggers.ts';
import { givenByAsks, readAsks } from './asks.ts';
import { type ConditionOfEvents, withConditions } from './conditions.ts';
import { readError } from './error.ts';
import { type RowPlace, statedOrOpen } from './row.ts';
import { readFrom, readTo } from './from-to.ts';

/** Resolves one row of the event table (4). */
export function resolveTransition(
  declaration: Declaration,
  draft: WorkflowDraft,
  row: EventRow,
  clause: string,
  ofAll: readonly ConditionOfEvents[],
): Transition {
  const place: RowPlace = { declaration, draft, row, clause, open: [] };
  const { context, declared } = declaration;
  const from = readFrom(place);
  const to = readTo(place);
  const asks = readAsks(place);
  // A condition is about a record that is there.
  const holding = from === 'new' ? [] : ofAll.filter(({ except }) => !except.has(row.name.text));
  for (const { open } of holding) place.open.push(...open);
  const conditions = holding.flatMap(({ condition }) => condition ?? []);
  const scope = rowScope(place, asks, conditions);
  const guard = statedOrOpen(place, 'when', 'eventWhen');
  if (guard) context.place(`${clause}.when`, guard.span);
  const own = guard ? context.expression(guard, { ...scope, purpose: 'guard' }, BOOLEAN) : null;
  if (guard && own === null) place.open.push(`${clause}.when`); // Reported already.
  const when = withConditions(conditions, own);
  // A timer's time is read only where its guard holds, so the guard's facts apply to it.
  const by = readTriggers(place, when ? conjuncts(when).filter((fact) => !reads(fact, 'user')) : []);
  const then = statedOrOpen(place, 'then', 'eventThen');
  const effects = then
    ? resolveEffects(
        { context, declared, entity: draft.entity, scope: effectScope(place, scope, from, asks, when), row: clause },
        then,
      )
    : [];
  // A value whose type can't be read is known by its name alone.
  const read = asks.filter((ask) => ask.kind !== 'input' || ask.type.kind !== 'open');
  return {
    clause,
    from,
    to,
    by,
    when,
    ...(conditions.length > 0 && { conditions }),
    asks: read,
    effects,
    error: readError(place, guard),
    open: place.open,
  };
}

/** The record with the asked values, who acts, and the inputs that are not stored. */
function rowScope(place: RowPlace, asks: readonly Ask[], conditions: readonly EventCondition[]): Scope {
  const { declaration, draft } = place;
  const inputs: Record<string, Type> = {};
  for (const ask of asks) if (ask.kind === 'input') inputs[ask.name] = typeOf(ask.type, !ask.required);
  const hasInputs = Object.keys(inputs).length > 0;
  const variables: Record<string, Type> = { this: recordType(draft.entity), user: userType(mayBeAnonymous(place)) };
  if (hasInputs) variables['input'] = { kind: 'object', properties: inputs, nullable: false };
  return {
    variables,
    bare: hasInputs ? ['this', 'input'] : ['this'],
    purpose: 'guard',
    given: [...givenByAsks(declaration, draft.entity, asks), ...conditions.map(({ when }) => when)],
  };
}

/**
 * The scope of effects (4): `new` is the present record, with the asked values and earlier effects; `old` is the
 * record before the event, if there was one. The guard's facts about fields that were not asked for hold for `old`.
 */
function effectScope(
  { declaration, draft }: RowPlace,
  scope: Scope,
  from: Transition['from'],
  asks: readonly Ask[],
  when: Expression | null,
): Scope {
  const given = when ? [...(scope.given ?? []), when] : (scope.given ?? []);
  const variables = { ...scope.variables, new: recordType(draft.entity) };
  if (from === 'new') return { ...scope, variables, given };
  const type = recordType(draft.entity);
  const old: Expression = { kind: 'variable', name: 'old', type };
  const asked = new Set(asks.map((ask) => (ask.kind === 'input' ? ask.name : ask.field)));
  const fields = declaration.declared.entities.get(draft.entity)?.fields;
  // A computed field may depend on an asked value.
  const isAsked = (name: string): boolean =>
    asked.has(name) || (asked.size > 0 && fields?.get(name)?.computed === true);
  const before = (when ? conjuncts(when) : []).filter((fact) =>
    fieldsRead(fact).every(({ variable, path }) => variable !== 'this' || !isAsked(path[0] ?? '')),
  );
  return {
    ...scope,
    variables: { ...variables, old: type },
    given: [...given, ...before.map((fact) => replaceVariable(fact, 'this', old))],
  };
}
