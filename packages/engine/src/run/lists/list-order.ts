import { type Entity, itemAt, message, type Screen, type ScreenSortKey, isSortable } from '@nonet/language';
import type { PlanIndex } from '../../plan-index.ts';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression, compileFilter } from '../../sql/expression.ts';
import { sqlType } from '../../sql/identifiers.ts';
import { and, or } from '../../sql/logic.ts';
import { mayBeReadAsNull } from '../../sql/nullability.ts';
import { orderDirections } from '../../sql/order-directions.ts';
import { findPath, refuseKey, type ReadablePath } from './readable-path.ts';
import type { ReadScope } from '../read-scope.ts';

export interface OrderKey {
  /** A condition of the screen has no segments: no request can name it. */
  readonly path: Pick<ReadablePath, 'expression' | 'segments'>;
  readonly descending: boolean;
}

/** The order that a request names, else its screen's, else its entity's; the id breaks ties always. */
export function readOrder(scope: ReadScope, entity: Entity, order: string | null, screen: Screen | null): OrderKey[] {
  if (order !== null) {
    return order.split(',').flatMap((word) => {
      const name = word.trim().replace(/^-/, '');
      if (name === '') return [];
      const path = findPath(scope, entity.name, name.split('.'));
      if (path === null || !isSortable(path.field.type))
        throw refuseKey(scope, entity.name, name, message('notOrdered', { key: name }));
      return [{ path, descending: word.trim().startsWith('-') }];
    });
  }
  const stated: readonly ScreenSortKey[] = screen !== null && screen.order.length > 0 ? screen.order : entity.order;
  return stated.flatMap((key): readonly OrderKey[] => {
    if (key.by) return [{ path: { expression: key.by, segments: [] }, descending: key.descending }];
    // A field that this reader can never read orders nothing for them.
    const path = findPath(scope, entity.name, key.path);
    return path === null ? [] : [{ path, descending: key.descending }];
  });
}

/** The keys as a request writes them; a condition is empty there, and the screen says which it is. */
export function orderText(keys: readonly OrderKey[]): string {
  return keys.map(({ path, descending }) => `${descending ? '-' : ''}${path.segments.join('.')}`).join(',');
}

export function compileOrderKeys(context: SqlContext, keys: readonly OrderKey[]): string[] {
  return keys.map(({ path }) =>
    // A value that its reader may not read fulfils no condition.
    path.segments.length === 0
      ? `((${compileFilter(path.expression, context)}) is true)`
      : compileExpression(path.expression, context),
  );
}

/** The keys with their directions, as `order by` has them before the id. `context`: the one that the keys are read in. */
export function sortedKeys(
  context: SqlContext,
  entity: Entity,
  order: readonly OrderKey[],
  keys: readonly string[],
): string[] {
  return keys.map((sql, place) => {
    const key = itemAt(order, place);
    const nulls = place === 0 && isWholeReadBackwards(context, entity, key) ? 'first' : 'last';
    return `${sql} ${key.descending ? 'desc' : 'asc'} nulls ${nulls}`;
  });
}

/** Whether an index has a key the other way round, and it is never null. */
function isWholeReadBackwards(context: SqlContext, entity: Entity, { path, descending }: OrderKey): boolean {
  const [field = ''] = path.segments;
  if (path.segments.length !== 1 || mayBeReadAsNull(path.expression, context)) return false;
  return isReadBackwards(context.index, entity, field, descending);
}

/** Whether the index of a field has it the other way round: read from its end, it has this order, with nulls first. */
export function isReadBackwards(index: PlanIndex, entity: Entity, field: string, descending: boolean): boolean {
  const has = orderDirections(index, entity.name).get(field);
  return has !== undefined && (descending ? !has.descending : !has.ascending);
}

/** The condition for rows behind the cursor: nulls last in both directions, then by id. */
export function compileAfter(
  context: SqlContext,
  keys: readonly OrderKey[],
  values: readonly (string | null)[],
  alias: string,
): string {
  const { parameters } = context;
  const columns = compileOrderKeys(context, keys);
  const slots = keys.map(({ path }, place) => parameters.slot(`cursor_${place}`, sqlType(path.expression.type)));
  const equal = columns.map((column, place) =>
    values[place] === null ? `${column} is null` : `${column} = ${slots[place]}`,
  );
  const alternatives = columns.flatMap((column, place) => {
    if (values[place] === null) return [];
    const beyond = keys[place]?.descending ? '<' : '>';
    return [and(...equal.slice(0, place), `(${column} ${beyond} ${slots[place]} or ${column} is null)`)];
  });
  const tie = and(...equal, `${alias}."id" > ${parameters.slot('cursor_id', 'uuid')}`);
  const exact = or(...alternatives, tie);
  const [first] = keys;
  if (first === undefined || values[0] === null) return exact;
  // Said once more for the first key alone, where an index can begin there.
  const bound = `${columns[0]} ${first.descending ? '<=' : '>='} ${slots[0]}`;
  return and(mayBeReadAsNull(first.path.expression, context) ? `(${bound} or ${columns[0]} is null)` : bound, exact);
}
