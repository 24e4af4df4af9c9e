import { CALLS_CODES } from '../../../diagnostics/codes/calls.ts';
import type { ExactCall, BodySource, Shape } from '../../../model/exact-calls.ts';
import type { Entity, Field } from '../../../model/entities.ts';
import type { Model } from '../../../model/model.ts';
import type { Context } from '../../context.ts';
import { fieldsSet } from '../../derived/fields-set.ts';

/** 7: What reads a body can set something, and what creates is given all that it needs. */
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
    // Only the call of an event sets what the event asks for (4).
    const isClosed = field?.closed === true && (call.does?.kind === 'create' || call.does?.kind === 'update');
    return field && !field.derived && field.computed === null && !field.bySystem && !isClosed;
  });
  if (settable.length > 0 || !entity) return;
  const span = context.placeOf(`${call.clause}.does`) ?? context.placeOf(call.clause);
  const why = reasonsOf(entity, fieldsSet(shape), call);
  const holes = { shape: shape.name, why };
  if (span) context.report('N724', CALLS_CODES.N724, holes, span, { clause: call.clause });
}

/** Why none of the fields that a shape has can be set, each with its reason where it has fields at all. */
function reasonsOf(entity: Entity, names: readonly string[], call: ExactCall): string {
  const reasons = names.flatMap((name) => {
    const field = entity.fields.find((candidate) => candidate.name === name);
    if (!field) return [];
    if (field.derived) return `\`${name}\` is set by the product`;
    if (field.computed !== null) return `\`${name}\` is computed`;
    if (field.bySystem) return `\`${name}\` is \`by system\``;
    const isClosed = field.closed && (call.does?.kind === 'create' || call.does?.kind === 'update');
    return isClosed ? `\`${name}\` is set by events alone` : [];
  });
  return reasons.length === 0 ? 'none of its properties is a field that can be set' : reasons.join(', ');
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
  const holes = { call: `${call.method} ${call.path}`, entity: name, fields: missing, ...(shown && { shown }) };
  context.report('N723', CALLS_CODES.N723, holes, span, { clause: call.clause });
}

/** The first property that shows a value of a record that one of these fields refers to: `property.pin`, which sets nothing. */
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

/** What a create must give: nothing else puts a value there. */
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
