import type { RuleView } from '@nonet/client';
import { compileToClosure, type Expression, fieldsRead, walk } from '@nonet/language';
import type { FormValues } from './when.ts';

/** The most that a rule lets a field be, unless one of the other conditions holds. */
interface Bound {
  readonly value: Expression;
  readonly unless: readonly Expression[];
}

/**
 * The least of the values that the rules (5) let a number be at most, as far as the record's own values tell it; null if
 * they tell none. `total <= LIMIT` and `budget == null or total <= budget` bound `total`.
 *
 * @param isKnown whether the record has a value of one of its fields.
 */
export function limitOf(
  field: string,
  rules: readonly RuleView[],
  values: FormValues,
  isKnown: (field: string) => boolean,
): string | number | null {
  const found = rules.flatMap(({ holds }) =>
    boundsOn(field, holds).flatMap(({ value, unless }) => {
      if (![value, ...unless].every((expression) => isOwn(expression, isKnown))) return [];
      if (unless.some((condition) => evaluate(condition, values) === true)) return [];
      const bound = evaluate(value, values);
      return typeof bound === 'string' || typeof bound === 'number' ? [bound] : [];
    }),
  );
  return found.toSorted((one, other) => Number(one) - Number(other))[0] ?? null;
}

function boundsOn(field: string, holds: Expression, unless: readonly Expression[] = []): Bound[] {
  if (holds.kind !== 'binary') return [];
  const { operator, left, right } = holds;
  if (operator === 'and') return [...boundsOn(field, left, unless), ...boundsOn(field, right, unless)];
  if (operator === 'or')
    return [...boundsOn(field, left, [...unless, right]), ...boundsOn(field, right, [...unless, left])];
  if (operator === '<=' || operator === '<') return isField(left, field) ? [{ value: right, unless }] : [];
  if (operator === '>=' || operator === '>') return isField(right, field) ? [{ value: left, unless }] : [];
  return [];
}

function isField(expression: Expression, name: string): boolean {
  return (
    expression.kind === 'field' &&
    expression.field === name &&
    expression.of.kind === 'variable' &&
    expression.of.name === 'this'
  );
}

/** Whether it reads nothing but fields of the record that have a value, and the user who enters it. */
function isOwn(expression: Expression, isKnown: (field: string) => boolean): boolean {
  let isLocal = true;
  walk(expression, (node) => {
    if (node.kind === 'query' || node.kind === 'role') isLocal = false;
  });
  return (
    isLocal &&
    fieldsRead(expression).every((read) => read.kind === 'own' && (read.variable === 'user' || isKnown(read.field)))
  );
}

function evaluate(expression: Expression, { record, user, settings }: FormValues): unknown {
  return compileToClosure(expression)({
    variables: { this: record, user },
    constants: {},
    now: new Date().toISOString(),
    ...settings,
  });
}
