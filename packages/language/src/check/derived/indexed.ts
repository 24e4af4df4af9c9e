import type { Binary, Expression, Query } from '../../expression/tree.ts';
import { walk } from '../../expression/walk.ts';
import { hasValue } from '../../model/field-kinds.ts';
import type { Entity, Field } from '../../model/entities.ts';
import type { Model } from '../../model/model.ts';
import { conjuncts } from '../resolve/walk.ts';

/** The number of records from which on reading all of them is felt: some tenths of a second. */
export const MANY_RECORDS = 100_000;

/** The entity, where it is stated to have so many records that none of its lists or queries should read all of them. */
export function largeEntity(model: Model, name: string): (Entity & { readonly size: number }) | null {
  const entity = model.entities.find((each) => each.name === name);
  return entity !== undefined && isLarge(entity) ? entity : null;
}

function isLarge(entity: Entity): entity is Entity & { readonly size: number } {
  return entity.size !== null && entity.size >= MANY_RECORDS;
}

/** Whether records are found by a value of the field, or in its order, without reading all of them (3, `indexed`). */
export function isIndexed(entity: Entity, name: string): boolean {
  if (name === 'id' || entity.unique.some(([first]) => first === name)) return true;
  const field = entity.fields.find((each) => each.name === name);
  if (field === undefined) return entity.order[0]?.path[0] === name;
  if (field.computed !== null) return false;
  const { kind } = field.type;
  const isKey =
    kind === 'number' || kind === 'serial' || kind === 'slug' || kind === 'state' || hasValue(field.type, 'records');
  return isKey || kind === 'reference' || field.unique !== null || field.indexed;
}

/** Whether a field is worked out when it is read: no index can hold it. */
export function isComputed(field: Field | undefined): boolean {
  return field !== undefined && field.computed !== null;
}

/**
 * Whether a condition on a record (the variable) finds the records by an index, as far as it stands in `and`: by a field
 * of its own, or by one that a reference leads to.
 */
export function narrows(model: Model, entity: Entity, variable: string, condition: Expression | null): boolean {
  if (condition === null) return false;
  return conjuncts(condition).some(
    (part) => narrowsByOwn(entity, variable, part) || narrowsThrough(model, entity, variable, part),
  );
}

function narrowsByOwn(entity: Entity, variable: string, part: Expression): boolean {
  // Two conditions are answered from two indexes, where both are of the records' own fields.
  if (part.kind === 'binary' && part.operator === 'or')
    return [part.left, part.right].every((side) =>
      conjuncts(side).some((each) => narrowsByOwn(entity, variable, each)),
    );
  if (part.kind === 'binary' && COMPARISONS.has(part.operator))
    return sidesOf(part).some(([side, value]) => isIndexedPath(entity, variable, side) && !reads(value, variable));
  const [of] = part.kind === 'call' ? part.arguments : [];
  return (
    part.kind === 'call' && of !== undefined && PARTS_OF_TEXT.has(part.name) && isIndexedPath(entity, variable, of)
  );
}

/**
 * `member.account == user`: the engine asks for it as a semi-join, which begins at the record that is referred to and
 * comes back by the index of each reference.
 */
function narrowsThrough(model: Model, entity: Entity, variable: string, part: Expression): boolean {
  if (part.kind !== 'binary' || part.operator !== '==') return false;
  return sidesOf(part).some(
    ([path, value]) => isThere(value) && !reads(value, variable) && isFoundThrough(model, entity, variable, path),
  );
}

function sidesOf({ left, right }: Binary): readonly (readonly [Expression, Expression])[] {
  return [
    [left, right],
    [right, left],
  ];
}

/** Whether a value is known only with the record: then no index is asked for it. */
function reads(value: Expression, variable: string): boolean {
  let found = false;
  walk(value, (part) => {
    found ||= part.kind === 'variable' && part.name === variable;
  });
  return found;
}

function isFoundThrough(model: Model, entity: Entity, variable: string, path: Expression): boolean {
  if (path.kind !== 'field' || path.of.kind !== 'field') return false;
  const end = entityAt(model, entity, variable, path.of);
  const field = end?.fields.find(({ name }) => name === path.field);
  if (end === null || field === undefined || field.computed !== null) return false;
  return !isLarge(end) || isIndexed(end, path.field);
}

/** The entity that a path of references leads to from the variable; null if one of them is worked out. */
function entityAt(model: Model, start: Entity, variable: string, path: Expression): Entity | null {
  if (path.kind === 'variable') return path.name === variable ? start : null;
  if (path.kind !== 'field' || path.type.kind !== 'record') return null;
  const { entity: name } = path.type;
  const from = entityAt(model, start, variable, path.of);
  const field = from?.fields.find((each) => each.name === path.field);
  if (from === null || isComputed(field)) return null;
  return model.entities.find((each) => each.name === name) ?? null;
}

/** A comparison with what may be missing is no semi-join: nothing equals nothing. Whoever is not signed in finds none. */
function isThere(value: Expression): boolean {
  return !value.type.nullable || (value.kind === 'variable' && value.name === 'user');
}

/** Whether a query over all records of an entity reads only some of them: by its condition, or the first in an order. */
export function readsSome(model: Model, entity: Entity, { form, variable, where, order }: Query): boolean {
  if (narrows(model, entity, variable, where)) return true;
  const [first] = order;
  return form === 'first' && where === null && first !== undefined && isIndexedPath(entity, variable, first.by);
}

const COMPARISONS: ReadonlySet<string> = new Set(['==', '<', '<=', '>', '>=', 'in']);
const PARTS_OF_TEXT: ReadonlySet<string> = new Set(['contains', 'startsWith']);

/** `status` or `customer` of the record itself; what lies behind a reference is found by no index of the entity. */
function isIndexedPath(entity: Entity, variable: string, side: Expression): boolean {
  if (side.kind === 'variable') return side.name === variable;
  return (
    side.kind === 'field' && side.of.kind === 'variable' && side.of.name === variable && isIndexed(entity, side.field)
  );
}
