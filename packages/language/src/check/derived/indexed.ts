import type { Expression, Query } from '../../expression/tree.ts';
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

/** Whether a condition on a record (the variable) finds the records by an index, as far as it stands in `and`. */
export function narrows(entity: Entity, variable: string, condition: Expression | null): boolean {
  if (condition === null) return false;
  return conjuncts(condition).some((part) => {
    if (part.kind === 'binary' && part.operator === 'or')
      return narrows(entity, variable, part.left) && narrows(entity, variable, part.right);
    if (part.kind === 'binary' && COMPARISONS.has(part.operator))
      return [part.left, part.right].some((side) => isIndexedPath(entity, variable, side));
    const [of] = part.kind === 'call' ? part.arguments : [];
    return (
      part.kind === 'call' && of !== undefined && PARTS_OF_TEXT.has(part.name) && isIndexedPath(entity, variable, of)
    );
  });
}

/** Whether a query over all records of an entity reads only some of them: by its condition, or the first in an order. */
export function readsSome(entity: Entity, { form, variable, where, order }: Query): boolean {
  if (narrows(entity, variable, where)) return true;
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
