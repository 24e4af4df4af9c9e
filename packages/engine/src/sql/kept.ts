import { type Expression, type Field, hasValue } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { SqlContext } from './context.ts';
import { compileCondition, compileExpression } from './expression.ts';
import { columnType, quote } from './identifiers.ts';
import { FALSE, or } from './logic.ts';
import { magnitude } from './magnitude.ts';
import { mayHaveNoValue } from './range.ts';

/** The maximum number of digits before the point in an amount of money, or a share, that a client may send. */
const DIGITS = 24;

/**
 * The SQL of an expression's value as a field keeps it: text is NFC, trimmed, and null if nothing is left; numbers have
 * the column's scale. A value that is beyond the field's type is refused by the statement, which names the field: it is
 * never kept as another value, or as none.
 */
export function compileKept(expression: Expression, entity: string, field: Field, context: SqlContext): string {
  const value = compileExpression(expression, context);
  const kept = assigned(value, columnType(field.type, context.index.plan.settings));
  const beyond = or(hasNoValue(expression, value, context), isOutOfRange(expression, value, field, context));
  if (beyond === FALSE) return kept;
  const refused = `nonet.refuse_beyond('${named(entity)}', '${named(field.name)}', '${classOf(field)}')`;
  // PostgreSQL chooses which of several conditions of one level it evaluates first, so these are nested.
  return `(case when (case when ${beyond} then ${refused} else false end) then null else ${kept} end)`;
}

/**
 * A value that a record gets from its values in a former document: null if the value exceeds the type of `field` (one
 * of `after`), and whether it does.
 */
export function compileConversion(
  expression: Expression,
  field: Field,
  after: PlanIndex,
  context: SqlContext,
): { readonly value: string; readonly beyond: string } {
  const value = compileExpression(expression, context);
  const beyond = or(hasNoValue(expression, value, context), isOutOfRange(expression, value, field, context));
  const kept = assigned(value, columnType(field.type, after.plan.settings));
  return { value: beyond === FALSE ? kept : `(case when ${beyond} then null else ${kept} end)`, beyond };
}

/** The value of a statement as a column of this type takes it. */
export function assigned(sql: string, type: string): string {
  // A `many` holds each record once.
  if (type === 'uuid[]')
    return `array(select u.id from unnest(${sql}) with ordinality u(id, n) where u.id is not null group by u.id order by min(u.n))`;
  return type === 'text' ? `nullif(btrim(normalize((${sql})::text, NFC)), '')` : `(${sql})::${type}`;
}

/**
 * Whether a value is null because it is beyond its type, and not because a value that may be empty is empty: its
 * branches are examined.
 */
function hasNoValue(expression: Expression, sql: string, context: SqlContext): string {
  if (!mayHaveNoValue(expression, context.index)) return FALSE;
  if (expression.kind === 'conditional') {
    const [then, otherwise] = [expression.then, expression.otherwise].map((branch) =>
      hasNoValue(branch, compileExpression(branch, context), context),
    );
    return `(case when ${compileCondition(expression.condition, context)} then ${then} else ${otherwise} end)`;
  }
  return expression.type.nullable ? FALSE : `(${sql}) is null`;
}

/** Whether a number is larger than the field's type holds. */
function isOutOfRange(expression: Expression, sql: string, { type }: Field, { index }: SqlContext): string {
  const most = mostOf(type);
  // Values that are not numbers have no magnitude and no such bound.
  if (most === null || magnitude(expression, index) < most.value) return FALSE;
  return `abs(${type.kind === 'decimal' ? `round((${sql})::numeric, ${Math.trunc(type.scale)})` : sql}) >= ${most.sql}`;
}

/** The first number that is too large for a type. */
function mostOf(type: Field['type']): { readonly value: number; readonly sql: string } | null {
  if (!hasValue(type, 'number')) return null;
  switch (type.kind) {
    case 'integer':
      return { value: 2 ** 53, sql: String(2 ** 53) };
    case 'decimal': {
      const digits = Math.trunc(type.precision - type.scale);
      return { value: 10 ** digits, sql: `1e${digits}` };
    }
    case 'money':
    case 'percent':
      return { value: 10 ** DIGITS, sql: `1e${DIGITS}` };
  }
}

/** A checked name, as it is in a text. */
function named(name: string): string {
  return quote(name).slice(1, -1);
}

function classOf({ type }: Field): 'number' | 'time' | 'text' {
  if (type.kind === 'date' || type.kind === 'datetime' || type.kind === 'duration') return 'time';
  return mostOf(type) === null ? 'text' : 'number';
}
