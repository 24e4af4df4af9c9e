import { type Expression, type Field, hasValue, walk } from '@nonet/language';
import type { Transaction } from './transaction.ts';
import { evaluate, holds, type Variables } from './evaluate.ts';
import { plain } from './plain.ts';
import { refuseAll } from './refusal.ts';
import { assigned } from './assigned.ts';

/** The digits before the point that an amount of money, or a share, may have. */
const DIGITS = 24;

/**
 * The value of an effect or a default as a field keeps it. One that is beyond the field's type is refused by the field: it is
 * never kept as another value, or as none.
 */
export function kept(
  transaction: Transaction,
  expression: Expression,
  entity: string,
  field: Field,
  names: Variables,
): unknown {
  const value = evaluate(transaction.world, expression, names);
  if (!isMissing(transaction, expression, value, names) && !hasTooManyDigits(value, field))
    return assigned(value, transaction.lookup, field.type);
  const isText = !hasValue(field.type, 'number', 'date', 'datetime', 'duration');
  throw refuseAll(transaction.lookup, [{ code: isText ? 'TOO_LONG' : 'OUT_OF_RANGE', clause: field.clause }], entity);
}

/**
 * Whether a value is null because the result of a calculation is beyond its type, and not because a value that may be
 * empty is empty.
 */
function isMissing(transaction: Transaction, expression: Expression, value: unknown, names: Variables): boolean {
  if (value !== null) return false;
  if (expression.kind === 'conditional') {
    const branch = holds(transaction.world, expression.condition, names) ? expression.then : expression.otherwise;
    return isMissing(transaction, branch, value, names);
  }
  return !expression.type.nullable && isCalculated(transaction, expression);
}

function isCalculated({ lookup }: Transaction, expression: Expression): boolean {
  let found = false;
  walk(expression, (node) => {
    if (node.kind === 'binary' || node.kind === 'call') found = true;
    if (node.kind !== 'field' || node.of.type.kind !== 'record') return;
    if (lookup.field(node.of.type.entity, node.field)?.computed) found = true;
  });
  return found;
}

function hasTooManyDigits(value: unknown, { type }: Field): boolean {
  if (value === null || value === undefined) return false;
  const most = { decimal: type.kind === 'decimal' ? type.precision - type.scale : 0, money: DIGITS, percent: DIGITS };
  if (type.kind !== 'decimal' && type.kind !== 'money' && type.kind !== 'percent') return false;
  const [whole = ''] = plain(value).replace(/^-/, '').split('.');
  return whole.replace(/^0+/, '').length > most[type.kind];
}
