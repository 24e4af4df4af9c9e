import { type Entity, message, type Screen, isSortable } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { sqlType } from '../../sql/identifiers.ts';
import { and, or } from '../../sql/logic.ts';
import { mayBeReadAsNull } from '../../sql/nullability.ts';
import { findPath, refuseKey, type ReadablePath } from './readable-path.ts';
import type { ReadScope } from '../read-scope.ts';

export interface OrderKey {
  readonly path: ReadablePath;
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
  const stated = screen !== null && screen.order.length > 0 ? screen.order : entity.order;
  return stated.flatMap((key) => {
    // A field that this reader can never read orders nothing for them.
    const path = findPath(scope, entity.name, key.path);
    return path === null ? [] : [{ path, descending: key.descending }];
  });
}

export function orderText(keys: readonly OrderKey[]): string {
  return keys.map(({ path, descending }) => `${descending ? '-' : ''}${path.segments.join('.')}`).join(',');
}

export function compileOrderKeys(context: SqlContext, keys: readonly OrderKey[]): string[] {
  return keys.map(({ path }) => compileExpression(path.expression, context));
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
