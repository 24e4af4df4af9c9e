import { type Expression, hasValue, isOneOf, message, type Type } from '@nonet/language';
import type { SqlContext } from '../../sql/context.ts';
import { compileExpression } from '../../sql/expression.ts';
import { sqlType } from '../../sql/identifiers.ts';
import type { ReadScope } from '../read-scope.ts';
import { findPath, type ReadablePath, refuseKey } from './readable-path.ts';

/** The periods that dates are grouped by; the key of a group is its first day. Weeks begin on Monday (ISO 8601). */
export const PERIODS = ['day', 'week', 'month', 'quarter', 'year'] as const;
type Period = (typeof PERIODS)[number];

/** The value, or the period of a date, that divides records into groups. */
export interface Grouping {
  /** As the request has it: `status`, `month(paid_at)`. */
  readonly key: string;
  readonly path: ReadablePath;
  readonly period: Period | null;
  /** The type of the groups' keys. */
  readonly type: Type;
}

const OF_PERIOD = /^([a-z]+)\((.+)\)$/;

/**
 * A choice, a tick, a reference, a text of one line, or the period of a date: `status`, `month(paid_at)`.
 * @throws {Refusal} INVALID with the key, where this reader has no such field or it makes no groups.
 */
export function readGrouping(scope: ReadScope, entity: string, given: string): Grouping {
  const [, period, of] = OF_PERIOD.exec(given) ?? [];
  const words = message('notGrouped', { key: given });
  if (period !== undefined && of !== undefined && isOneOf(PERIODS, period)) {
    const path = findPath(scope, entity, of.split('.'));
    if (path === null || !hasValue(path.field.type, 'date', 'datetime')) throw refuseKey(scope, entity, of, words);
    return { key: given, path, period, type: { kind: 'date', nullable: true } };
  }
  const path = findPath(scope, entity, given.split('.'));
  const isGrouped =
    path !== null && (path.field.type.kind === 'text' || hasValue(path.field.type, 'choice', 'boolean', 'reference'));
  if (!isGrouped) throw refuseKey(scope, entity, given, words);
  return { key: given, path, period: null, type: path.expression.type };
}

/** The key of a record's group. */
export function compileGrouping({ path: { expression }, period, type }: Grouping, context: SqlContext): string {
  if (period === null) return `(${compileExpression(expression, context)})::${sqlType(type)}`;
  const day: Expression = {
    kind: 'call',
    name: 'date',
    arguments: [expression],
    type: { kind: 'date', nullable: true },
  };
  return `date_trunc('${period}', (${compileExpression(day, context)})::timestamp)::date`;
}
