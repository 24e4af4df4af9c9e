import { type Expression, type Field, walk } from '@nonet/language';
import type { Act } from './act.ts';
import { evaluate, holds, type Variables } from './evaluate.ts';
import { plain } from './plain.ts';
import { refuseAll } from './refusal.ts';
import { assigned } from './world.ts';

/** The digits before the point that an amount of money, or a share, may have. */
const DIGITS = 24;

/**
 * The value of an effect or a default as a field keeps it. One that is beyond the field's type is refused by the field: it is
 * never kept as another value, or as none.
 */
export function kept(act: Act, expression: Expression, entity: string, field: Field, names: Variables): unknown {
  const value = evaluate(act.world, expression, names);
  if (!isMissing(act, expression, value, names) && !hasTooManyDigits(value, field))
    return assigned(value, act.lookup, field.type);
  const isText = !['integer', 'decimal', 'money', 'percent', 'date', 'datetime', 'duration'].includes(field.type.kind);
  throw refuseAll(act.lookup, [{ code: isText ? 'TOO_LONG' : 'OUT_OF_RANGE', clause: field.clause }], entity);
}

/** Whether there is no value because what was calculated is beyond its type. What may be empty is so by itself. */
function isMissing(act: Act, expression: Expression, value: unknown, names: Variables): boolean {
  if (value !== null) return false;
  if (expression.kind === 'conditional') {
    const branch = holds(act.world, expression.condition, names) ? expression.then : expression.otherwise;
    return isMissing(act, branch, value, names);
  }
  return !expression.type.nullable && isCalculated(act, expression);
}

function isCalculated({ lookup }: Act, expression: Expression): boolean {
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
