import { isObject, type Expression, type Shape, type ShapeProperty } from '@nonet/language';
import { type Transaction, storedAt } from '../transaction.ts';
import { mayDo } from '../permissions.ts';
import { create } from '../write.ts';
import type { ExactError } from './request.ts';
import { shapeNamed } from './shape.ts';

/**
 * The field that a property sets when it is read backwards (7): the shown field of the record itself, or the reference
 * whose `id` it shows.
 */
export function fieldSetBy({ value }: ShapeProperty): string | null {
  if (value.kind === 'ignored') return null;
  return value.kind === 'password' ? 'password' : ownField(value.expression);
}

function ownField(expression: Expression): string | null {
  if (expression.kind !== 'field') return null;
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? expression.field : null;
  return expression.field === 'id' ? ownField(expression.of) : null;
}

/**
 * The fields that a body sets according to a shape. Unknown properties, and properties that are only shown, are
 * errors.
 */
export function readBody(
  transaction: Transaction,
  shape: Shape,
  body: unknown,
  errors: ExactError[],
  nested = false,
): Record<string, unknown> {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    errors.push({ code: 'INVALID', clause: shape.clause, ...(nested ? {} : { key: null }) });
    return {};
  }
  const fields: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(body)) {
    const property = shape.properties.find(({ name }) => name === key);
    if (property?.value.kind === 'password' || property?.value.kind === 'ignored') continue;
    const field = property === undefined ? null : fieldSetBy(property);
    if (property === undefined || field === null)
      errors.push({ code: 'INVALID', clause: property?.clause ?? shape.clause, ...(nested ? {} : { key }) });
    else fields[field] = fieldValue(transaction, property, value, errors);
  }
  return fields;
}

function fieldValue(
  transaction: Transaction,
  { value: shaped, clause, name }: ShapeProperty,
  value: unknown,
  errors: ExactError[],
): unknown {
  const wrong = (key?: string): null => {
    errors.push({ code: 'INVALID', clause, ...(key === undefined ? {} : { key }) });
    return null;
  };
  if (shaped.kind === 'value' || shaped.kind === 'password' || shaped.kind === 'ignored')
    return value === '' ? null : value;
  if (shaped.kind === 'shape' && !shaped.list) {
    if (value === null) return null;
    return named(transaction, shapeNamed(transaction.lookup, shaped.shape), value) ?? wrong(name);
  }
  // A list is stated whole, and `[]` clears it.
  if (!Array.isArray(value)) return wrong(name) ?? [];
  return value.flatMap((item: unknown): readonly unknown[] => {
    if (shaped.kind === 'names') {
      if (item === '' || (typeof item !== 'string' && typeof item !== 'number')) return wrong() ?? [];
      const found = find(transaction, shaped.entity, shaped.field, item);
      const id = found ?? (shaped.orNew ? create(transaction, shaped.entity, { [shaped.field]: item }) : wrong());
      return id === null ? [] : [id];
    }
    const shape = shapeNamed(transaction.lookup, shaped.shape);
    if (transaction.lookup.entity(shape.entity).owner !== null)
      return [readBody(transaction, shape, item, errors, true)];
    const id = named(transaction, shape, item) ?? wrong();
    return id === null ? [] : [id];
  });
}

/** The record that an object means: by its id, or by a property that no two records share. */
function named(transaction: Transaction, shape: Shape, value: unknown): string | null {
  for (const property of shape.properties) {
    const field = fieldSetBy(property);
    const isUnique = field === 'id' || (field !== null && transaction.lookup.field(shape.entity, field)?.unique);
    if (!isUnique || field === null) continue;
    const stated: unknown = isObject(value) ? value[property.name] : value;
    if (stated !== undefined && stated !== null) return find(transaction, shape.entity, field, stated);
  }
  return null;
}

/** The record that the caller may read and that has this value. */
export function find(transaction: Transaction, entity: string, field: string, value: unknown): string | null {
  const ignoring = transaction.lookup.field(entity, field)?.unique === 'ignoring case';
  const fold = (one: unknown) => (ignoring && typeof one === 'string' ? one.toLowerCase() : one);
  const found = transaction.world.living(entity).find(({ id, values }) => {
    const own = field === 'id' ? id : (values[field] ?? null);
    const view = transaction.world.view(id);
    return (
      own !== null &&
      fold(own) === fold(value) &&
      view !== null &&
      (transaction.system || mayDo(transaction.actor, 'read', view))
    );
  });
  return found === undefined ? null : storedAt(transaction, found.id).id;
}
