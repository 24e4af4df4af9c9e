import type { Expression } from '@nonet/language';
import type { SqlContext, SqlVariable } from './context.ts';

/** The value that a row's field has in every record that the statement admits; undefined where that is not known. */
export function fixedValue(record: SqlVariable, field: string): string | undefined {
  return record.kind === 'row' && record.before !== true ? record.fixed?.[field] : undefined;
}

/** Whether both sides are equal, if a row's fixed value and a literal decide it; null if they do not. */
export function isEqualByFixed(left: Expression, right: Expression, context: SqlContext): boolean | null {
  const [one, other] = [valueOf(left, context), valueOf(right, context)];
  const isOfRow = one?.isFixed === true || other?.isFixed === true;
  return !isOfRow || one === null || other === null ? null : one.value === other.value;
}

/** Whether a row's fixed value is in a list, if the list's literals decide it; null if they do not. */
export function isAmongByFixed(item: Expression, list: Expression, context: SqlContext): boolean | null {
  const one = valueOf(item, context);
  if (one?.isFixed !== true || list.kind !== 'list') return null;
  const items = list.items.map((each) => valueOf(each, context));
  if (items.some((each) => each !== null && each.value === one.value)) return true;
  return items.includes(null) ? null : false;
}

/** A literal's text, or the fixed value of a field. `null` compares like a text that no value is. */
function valueOf(
  expression: Expression,
  context: SqlContext,
): { readonly value: unknown; readonly isFixed: boolean } | null {
  if (expression.kind === 'literal') return { value: expression.value, isFixed: false };
  if (expression.kind !== 'field' || expression.of.kind !== 'variable') return null;
  const record = context.variables.get(expression.of.name);
  const value = record && fixedValue(record, expression.field);
  return value === undefined ? null : { value, isFixed: true };
}
