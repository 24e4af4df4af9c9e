import { type Literal, message, readWorkingDays, type Type } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import type { SqlContext } from './context.ts';
import { sqlType } from './identifiers.ts';
import { NULL } from './logic.ts';
import { notShown } from './not-shown.ts';
import type { Parameters } from './parameters.ts';

/** A literal as a bound parameter. */
export function compileLiteral(literal: Literal, parameters: Parameters): string {
  if (literal.type.kind === 'unknown') throw notShown(message('partNotShown'));
  if (literal.value === null) return NULL;
  if (literal.type.kind === 'boolean') return literal.value === true ? 'true' : 'false';
  return bindValue(literal.value, literal.type, parameters);
}

/** A constant of point 9 as a bound parameter; a constant that is a gap refuses everything that needs it. */
export function compileConstant(name: string, type: Type, { index, parameters }: SqlContext): string {
  return bindValue(constantValue(index, name), type, parameters);
}

/** A constant's value in the form of a literal's; `env` and `secret` from the process's environment. */
export function constantValue(index: PlanIndex, name: string): unknown {
  const constant = index.constant(name);
  const { value } = constant;
  switch (value.kind) {
    case 'literal':
      return value.value;
    case 'open':
      throw notShown(message('valueNotShown', { name }), constant.clause);
    case 'env':
    case 'secret': {
      const found = index.environment[value.name];
      if (found === undefined)
        throw new Error(`${name} is read from the environment variable ${value.name}, which is not set.`);
      return found;
    }
  }
}

/** Binds a value in the form of `Literal.value` (a list as an array of these). */
export function bindValue(value: unknown, type: Type, parameters: Parameters): string {
  const of = type.kind === 'list' ? type.of : type;
  const bound = Array.isArray(value) ? value.map((item) => plainValue(item, of)) : plainValue(value, of);
  return parameters.bind(bound, sqlType(type));
}

/** Working days are counted in numbers here. */
function plainValue(value: unknown, type: Type): unknown {
  return type.kind === 'working days' ? readWorkingDays(String(value)) : value;
}

/** `now()`: fixed per transaction, by the product's clock. */
export function nowSql(parameters: Parameters): string {
  return parameters.slot('now', 'timestamptz');
}

/** The date of an instant in the product's TIME_ZONE. */
export function dateInZone(instant: string, context: SqlContext): string {
  return `(${inZone(instant, context)})::date`;
}

/** The date and the time of day of an instant in `TIME_ZONE`. */
export function inZone(instant: string, { index, parameters }: SqlContext): string {
  return `((${instant}) at time zone ${timeZone(index, parameters)})`;
}

export function timeZone(index: PlanIndex, parameters: Parameters): string {
  return parameters.bind(index.plan.settings.timeZone, 'text');
}
