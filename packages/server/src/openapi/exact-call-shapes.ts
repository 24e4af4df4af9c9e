import { mayBeBeyondRange } from '@nonet/engine';
import type { ExactCall, Expression, Shape, ShapedValue } from '@nonet/language';
import { fieldsRead, shapesInTemplate, readFields } from '@nonet/language';
import { entityView } from '../view/entities.ts';
import type { Rights } from '../view/rights.ts';
import { mayBeHidden } from './may-be-hidden.ts';
import { exactOrNumber, nullable, reference, type Schema, typeSchemaOf } from './schemas.ts';

/** The shapes in which these calls answer and read bodies, each as a schema. */
export function shapeSchemas(rights: Rights, calls: readonly ExactCall[]): Record<string, Schema> {
  const { shapes } = rights.plan.answered;
  const shown = withInner(
    shapes,
    calls.flatMap(({ answers }) => (answers?.body ? shapesInTemplate(answers.body) : [])),
  );
  const read = withInner(
    shapes,
    calls.flatMap(({ does }) => (does && 'body' in does && does.body !== null ? [does.body.shape] : [])),
  );
  const signUps = new Set(calls.flatMap(({ does }) => (does?.kind === 'sign up' ? [does.body.shape] : [])));
  return Object.fromEntries([
    ...shapes.filter(({ name }) => shown.has(name)).map((shape) => [`shape.${shape.name}`, shownSchema(rights, shape)]),
    ...shapes
      .filter(({ name }) => read.has(name))
      .map((shape) => [`shape.${shape.name}.body`, bodySchema(rights, shape, signUps.has(shape.name))]),
  ]);
}

function withInner(shapes: readonly Shape[], names: readonly string[]): ReadonlySet<string> {
  const all = new Set(names);
  for (const name of all) {
    const shape = shapes.find((candidate) => candidate.name === name);
    for (const { value } of shape?.properties ?? []) if (value.kind === 'shape') all.add(value.shape);
  }
  return all;
}

/** The properties of a shape that this reader may ever read. */
function shownSchema(rights: Rights, shape: Shape): Schema {
  const shown = shape.properties.flatMap(({ name, optional, note, value }) => {
    if (value.kind === 'password' || value.kind === 'ignored' || !mayShow(rights, value)) return [];
    return [{ name, optional, note, value }];
  });
  return {
    type: 'object',
    ...(shape.description === '' ? {} : { description: shape.description }),
    required: shown.filter(({ optional }) => !optional).map(({ name }) => name),
    properties: Object.fromEntries(
      shown.map(({ name, note, value }) => [
        name,
        { ...shapedSchema(rights, value), ...(note === '' ? {} : { description: note }) },
      ]),
    ),
  };
}

function mayShow(rights: Rights, { expression }: ShapedValue): boolean {
  return isReadable(rights, expression);
}

export function isReadable(rights: Rights, expression: Expression): boolean {
  return readFields(expression).every(({ entity, field }) => rights.mayRead(entity, field));
}

/** The schema of a value of a shape or an answer. */
export function shapedSchema(rights: Rights, value: ShapedValue): Schema {
  if (value.kind === 'names') return { type: 'array', items: { type: 'string' } };
  if (value.kind === 'shape') {
    const schema = { $ref: reference(`shape.${value.shape}`) };
    return value.list ? { type: 'array', items: schema } : nullable(schema);
  }
  const { expression } = value;
  const schema = value.asNumber ? { type: 'number' } : typeSchemaOf(expression.type);
  const isThere = isSurelyThere(rights, expression) && !mayBeBeyondRange(rights.plan, expression);
  return isThere ? schema : nullable(schema);
}

/** Whether a value is present for everyone who may read its record. */
function isSurelyThere(rights: Rights, expression: Expression): boolean {
  if (expression.type.kind === 'boolean') return expression.kind !== 'field';
  if (expression.kind === 'query') return expression.form === 'count' || expression.form === 'sum';
  return (
    !expression.type.nullable &&
    fieldsRead(expression).every(
      ({ entity, field, kind, variable }) =>
        kind === 'own' && variable === 'this' && !mayBeHidden(rights, entity, field),
    )
  );
}

/**
 * The properties that a body may have, according to a shape; for a sign-up all of them, regardless of who may read
 * them later.
 */
function bodySchema(rights: Rights, shape: Shape, isSignUp: boolean): Schema {
  const entity = rights.entity(shape.entity);
  const fields = entity === null ? [] : entityView(rights, entity, []).fields;
  const settable = new Set(fields.filter((field) => field.onCreate || field.onUpdate).map(({ name }) => name));
  const entries = shape.properties.flatMap(({ name, value }): [string, Schema][] => {
    if (value.kind === 'password') return [[name, { type: 'string', writeOnly: true }]];
    if (value.kind === 'ignored') return [[name, {}]];
    const { expression } = value;
    const field = setBy(expression);
    if (field === null || !(isSignUp || settable.has(field) || mayShow(rights, value))) return [];
    if (value.kind === 'names') return [[name, { type: 'array', items: { type: 'string' } }]];
    if (value.kind === 'value') {
      const schema = typeSchemaOf(expression.type);
      const isExact = expression.type.kind === 'decimal' || expression.type.kind === 'money';
      return [[name, nullable(isExact ? exactOrNumber(schema) : schema)]];
    }
    const inner = { $ref: reference(`shape.${value.shape}.body`) };
    return [[name, value.list ? { type: 'array', items: inner } : nullable(inner)]];
  });
  return { type: 'object', additionalProperties: false, properties: Object.fromEntries(entries) };
}

/** The field of the record that a property sets: the shown field, or the reference whose `id` it shows. */
function setBy(expression: Expression): string | null {
  if (expression.kind !== 'field') return null;
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? expression.field : null;
  return expression.field === 'id' ? setBy(expression.of) : null;
}
