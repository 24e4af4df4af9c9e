import type { DetailsOf } from '../../../diagnostics/catalogue.ts';
import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ExactCall, BodySource, Shape } from '../../../model/exact-calls.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { fieldsSet } from '../../derived/fields-set.ts';

/** 7: Each property of a body sets something, and a call that creates gets all values that it needs. */
export function checkBodies(model: Model, context: Context): void {
  for (const call of model.answered.calls) {
    const { does } = call;
    const source = does && 'body' in does ? does.body : null;
    const shape = source && shapeNamed(model, source);
    if (shape) checkSets(model, context, call, shape);
    if (does?.kind === 'create') {
      const link = does.records.of ? [linkOf(model, does.records.of.target.entity, does.records.of.list)] : [];
      checkComplete(
        model,
        context,
        call,
        does.records.entity,
        [...Object.keys(does.values), ...link, ...fieldsSet(shape)],
        [],
        shape,
      );
    }
    if (does?.kind === 'sign up') {
      const missing = fieldsSet(shape).includes('password') ? [] : ['password'];
      checkComplete(model, context, call, 'User', fieldsSet(shape), missing);
    }
  }
}

function shapeNamed({ answered }: Model, { shape }: BodySource): Shape | null {
  return answered.shapes.find(({ name }) => name === shape) ?? null;
}

function checkSets(model: Model, context: Context, call: ExactCall, shape: Shape): void {
  const entity = model.entities.find(({ name }) => name === shape.entity);
  const settable = fieldsSet(shape).filter((name) => {
    const field = entity?.fields.find((candidate) => candidate.name === name);
    if (name === 'password' && shape.entity === 'User') return true;
    // Only a call that causes the event sets the fields that the event asks for (4).
    const isClosed = field?.closed === true && (call.does?.kind === 'create' || call.does?.kind === 'update');
    return field && !field.derived && field.computed === null && !field.bySystem && !isClosed;
  });
  if (settable.length > 0 || !entity) return;
  const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
  const details = { shape: shape.name, unset: unsetFields(entity, fieldsSet(shape), call) };
  if (span) context.report('N724', CALLS_CODES.N724, details, span, { clause: call.clause });
}

/** The fields of a shape with the reason why none of them can be set. */
function unsetFields(entity: Entity, names: readonly string[], call: ExactCall): DetailsOf<'N724'>['unset'] {
  return names.flatMap((name): DetailsOf<'N724'>['unset'] => {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (!field) return [];
    if (field.derived) return [{ name, why: 'derived' }];
    if (field.computed !== null) return [{ name, why: 'computed' }];
    if (field.bySystem) return [{ name, why: 'system' }];
    const isClosed = field.closed && (call.does?.kind === 'create' || call.does?.kind === 'update');
    return isClosed ? [{ name, why: 'closed' }] : [];
  });
}

function checkComplete(
  model: Model,
  context: Context,
  call: ExactCall,
  name: string,
  given: readonly string[],
  further: readonly string[] = [],
  shape: Shape | null = null,
): void {
  const entity = model.entities.find((candidate) => candidate.name === name);
  if (!entity) return;
  const needed = entity.fields.filter((field) => isNeeded(entity, field) && !given.includes(field.name));
  const missing = [...needed.map(({ name: field }) => field), ...further];
  const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
  if (missing.length === 0 || !span) return;
  const shown = shownThrough(shape, missing);
  const details = { call: `${call.method} ${call.path}`, entity: name, fields: missing, ...(shown && { shown }) };
  context.report('N723', CALLS_CODES.N723, details, span, { clause: call.clause });
}

/**
 * The first property that shows a value of a record that one of these fields refers to: `property.pin`. Such a property
 * sets nothing.
 */
function shownThrough(
  shape: Shape | null,
  fields: readonly string[],
): { readonly property: string; readonly field: string } | null {
  for (const { name, value } of shape?.properties ?? []) {
    if (value.kind !== 'value' || value.expression.kind !== 'field') continue;
    const { of } = value.expression;
    if (of.kind === 'field' && of.of.kind === 'variable' && fields.includes(of.field))
      return { property: name, field: of.field };
  }
  return null;
}

/** Whether a create must give the field: no other source gives it a value. */
function isNeeded(entity: Entity, field: Field): boolean {
  const given = ['state', 'number', 'children', 'open', 'roles', 'boolean', 'id', 'slug', 'many', 'all'];
  if (entity.name === 'User' && ['roles', 'disabled'].includes(field.name)) return false;
  return (
    field.required &&
    field.default === null &&
    field.computed === null &&
    field.when === null &&
    !field.derived &&
    !field.bySystem &&
    !given.includes(field.type.kind)
  );
}

/** The field by which a new record belongs to the list that it is made in. */
function linkOf(model: Model, entity: string, list: string): string {
  const type = model.entities.find(({ name }) => name === entity)?.fields.find(({ name }) => name === list)?.type;
  return type?.kind === 'all' ? type.by : '';
}
