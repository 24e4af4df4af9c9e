import {
  isObject,
  type Expression,
  message,
  type Message,
  nearest,
  type Shape,
  type ShapeProperty,
} from '@nonet/language';
import type { FieldError } from '../../refusal.ts';
import { recordPredicate } from '../../sql/permissions.ts';
import { column, columnOf, columnType } from '../../sql/identifiers.ts';
import { and } from '../../sql/logic.ts';
import { living } from '../../sql/admits.ts';
import { createRecord } from '../create.ts';
import { authorityKey, clauseContext, fromThis, perform, THIS, type Write } from '../write.ts';
import { readGiven } from './request.ts';
import { hinted } from '../hinted.ts';

/** The field that a property sets when it is read backwards (7): the field of the record itself that it shows. */
export function fieldOf({ value }: ShapeProperty): string | null {
  if (value.kind === 'ignored') return null;
  return value.kind === 'password' ? value.kind : ownField(value.expression);
}

/** The field itself, or the reference whose `id` it shows. */
function ownField(expression: Expression): string | null {
  if (expression.kind !== 'field') return null;
  if (expression.of.kind === 'variable') return expression.of.name === 'this' ? expression.field : null;
  return expression.field === 'id' ? ownField(expression.of) : null;
}

export function shapeNamed(write: Pick<Write, 'index'>, name: string): Shape {
  const shape = write.index.plan.answered.shapes.find((candidate) => candidate.name === name);
  if (shape === undefined) throw new Error(`The plan has no shape ${name}.`);
  return shape;
}

/**
 * Reads a body by a shape, to the record that the derived API would get. A property that the shape does not have, or
 * that it only shows, is refused.
 */
export async function bodyByShape(
  write: Write,
  shape: Shape,
  body: unknown,
  errors: FieldError[],
  path = '',
): Promise<Record<string, unknown>> {
  const read: Record<string, unknown> = {};
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    const field = path.replace(/\.$/, '') || null;
    errors.push({ field, code: 'INVALID', message: message('anObject'), clause: shape.clause });
    return read;
  }
  for (const [key, value] of Object.entries(body)) {
    const property = shape.properties.find(({ name }) => name === key);
    const field = property === undefined ? null : fieldOf(property);
    // A password is not a value of the record; it is set separately.
    if (property?.value.kind === 'password' || property?.value.kind === 'ignored') continue;
    if (property === undefined || field === null) errors.push(unknownKey(shape, property, `${path}${key}`, key));
    // Errors name fields here; `callersName` translates them into the caller's names at the end.
    else read[field] = await valueOf(write, property, value, errors, `${path}${field}`);
  }
  return read;
}

function unknownKey(shape: Shape, property: ShapeProperty | undefined, field: string, key: string): FieldError {
  if (property !== undefined)
    return { field, code: 'INVALID', message: message('unsettableKey', { key }), clause: property.clause };
  const names = shape.properties.filter((known) => fieldOf(known) !== null).map(({ name }) => name);
  const words = hinted(message('unknownKey', { key: key.slice(0, 80) }), nearest(key, names));
  return { field, code: 'INVALID', message: words, clause: shape.clause };
}

async function valueOf(
  write: Write,
  { value: shaped, clause }: ShapeProperty,
  value: unknown,
  errors: FieldError[],
  path: string,
): Promise<unknown> {
  const refused = (words: Message, at = path): null => {
    errors.push({ field: at, code: 'INVALID', message: words, clause });
    return null;
  };
  if (shaped.kind === 'value' || shaped.kind === 'password' || shaped.kind === 'ignored') return value;
  if (shaped.kind === 'shape' && !shaped.list)
    return value === null ? null : referred(write, shapeNamed(write, shaped.shape), value, errors, path);
  // A list is stated whole, and `[]` clears it: null says neither.
  if (!Array.isArray(value)) return refused(message('aList'));
  const items: unknown[] = [];
  for (const [place, item] of value.entries()) {
    const at = `${path}.${place}`;
    if (shaped.kind === 'names') items.push(await named(write, shaped, item, errors, at));
    else {
      const shape = shapeNamed(write, shaped.shape);
      const owned = write.index.entity(shape.entity).owner !== null;
      items.push(
        owned
          ? await bodyByShape(write, shape, item, errors, `${at}.`)
          : await referred(write, shape, item, errors, at),
      );
    }
  }
  return items.filter((item) => item !== null);
}

/** The record that an object of a shape means: by its id, or by a property that no two records share. */
async function referred(
  write: Write,
  shape: Shape,
  value: unknown,
  errors: FieldError[],
  path: string,
): Promise<unknown> {
  const keys = shape.properties.flatMap((property) => {
    const field = fieldOf(property);
    const isKey = field === 'id' || (field !== null && write.index.findField(shape.entity, field)?.unique);
    return field !== null && isKey ? [{ name: property.name, field }] : [];
  });
  for (const { name, field } of keys) {
    const stated: unknown = isObject(value) ? value[name] : value;
    if (stated === undefined || stated === null) continue;
    const id = await find(write, shape.entity, field, stated, path);
    if (id !== null) return id;
    errors.push({ field: path, code: 'INVALID', message: message('notThere'), clause: shape.clause });
    return null;
  }
  const words = message('byName', { names: keys.map(({ name }) => name) });
  errors.push({ field: path, code: 'INVALID', message: words, clause: shape.clause });
  return null;
}

async function named(
  write: Write,
  shaped: Extract<ShapeProperty['value'], { kind: 'names' }>,
  name: unknown,
  errors: FieldError[],
  path: string,
): Promise<string | null> {
  const { entity, field, orNew } = shaped;
  const { label, clause } = write.index.field(entity, field);
  const refused = (words: Message): null => {
    errors.push({ field: path, code: 'INVALID', message: words, clause });
    return null;
  };
  if (name === '' || (typeof name !== 'string' && typeof name !== 'number')) return refused(message('name', { label }));
  const found = await find(write, entity, field, name, path);
  if (found !== null) return found;
  return orNew ? createRecord(write, entity, { [field]: name }) : refused(message('noSuch', { label }));
}

/** The id of the record with this value that the caller may read; null if there is none. */
async function find(write: Write, entity: string, field: string, value: unknown, path: string): Promise<string | null> {
  const known = write.index.field(entity, field);
  const { type, unique } = known;
  const read = readGiven(write.index, value, path, type);
  if (!read.ok || read.value === null) return null;
  const [row] = await perform<{ id: string }>(
    write,
    `named ${entity} ${field} ${write.system ? 'system' : authorityKey(write)}`,
    (parameters) => {
      const context = clauseContext(write, parameters, entity);
      const row = { kind: 'row', entity, alias: THIS } as const;
      const slot = parameters.slot('named', columnType(type, write.index.plan.settings));
      const stored = column(THIS, columnOf(known));
      const equal = unique === 'ignoring case' ? `lower(${stored}) = lower(${slot})` : `${stored} = ${slot}`;
      const may = write.system ? 'true' : recordPredicate(context, write.authority, 'read', row);
      return `select ${column(THIS, 'id')} as id ${fromThis(entity)} where ${and(equal, living(row, context), may)}`;
    },
    { named: read.value },
  );
  return row?.id ?? null;
}

/** The property under which the caller knows a field: `tagList` for `tags`; the field's own name if there is none. */
export function callersName(shape: Shape, path: string): string {
  const [field = '', ...rest] = path.split('.');
  const property = shape.properties.find((candidate) => fieldOf(candidate) === field);
  return [property?.name ?? field, ...rest].join('.');
}
