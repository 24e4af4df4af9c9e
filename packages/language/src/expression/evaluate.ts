import { asDecimal, asDuration, fieldOf } from './evaluate/operands.ts';
import { multiplyDuration } from './duration.ts';
import type { Closure, Environment, Frame } from './evaluate/environment.ts';
import { compileCall } from './evaluate/functions.ts';
import { compileBinary } from './evaluate/operators.ts';
import { compileListQuery, compileQuery } from './evaluate/queries.ts';
import { fromWire, toWire } from './evaluate/values.ts';
import type { Expression, FieldAccess, GivenCall, HoldsRole, Unary } from './tree.ts';

export type { Environment } from './evaluate/environment.ts';

/**
 * Compiles a checked expression to a function. Its values are in the wire's form: integers as numbers, decimals and
 * money as text. It agrees with the SQL of the same expression. A record that it reads must be given as an object, not
 * as its id alone (`isLocal` tests that beforehand); otherwise the caller is at fault.
 */
export function compileToClosure(expression: Expression): (environment: Environment) => unknown {
  const closure = compile(expression);
  return (environment) => toWire(closure({ environment, locals: {} }), expression.type);
}

function compile(expression: Expression): Closure {
  switch (expression.kind) {
    case 'literal': {
      const value = fromWire(expression.value, expression.type);
      return () => value;
    }
    case 'list': {
      const items = expression.items.map(compile);
      return (frame) => items.map((item) => item(frame));
    }
    case 'variable': {
      const { name, type } = expression;
      return ({ environment, locals }) => {
        if (Object.hasOwn(locals, name)) return locals[name];
        if (!Object.hasOwn(environment.variables, name)) throw new Error(`The variable ${name} is not at hand`);
        return fromWire(environment.variables[name], type);
      };
    }
    case 'field':
      return compileField(expression);
    case 'constant': {
      const { name, type } = expression;
      return ({ environment }) => {
        if (!Object.hasOwn(environment.constants, name)) throw new Error(`The constant ${name} is not at hand`);
        return fromWire(environment.constants[name], type);
      };
    }
    case 'unary':
      return compileUnary(expression);
    case 'binary':
      return compileBinary(compile, expression);
    case 'conditional': {
      const condition = compile(expression.condition);
      const then = compile(expression.then);
      const otherwise = compile(expression.otherwise);
      return (frame) => (condition(frame) === true ? then(frame) : otherwise(frame));
    }
    case 'call':
      return compileCall(compile, expression);
    case 'given call':
      return compileGivenCall(expression);
    case 'role':
      return compileRole(expression);
    case 'query':
      return compileQuery(compile, expression);
    case 'list query':
      return compileListQuery(compile, expression);
  }
}

function compileField({ of, field, type }: FieldAccess): Closure {
  const record = compile(of);
  return (frame) => {
    const owner = record(frame);
    if (owner === null) return null;
    if (typeof owner === 'object') return fromWire(fieldOf(owner, field), type);
    if (field === 'id') return owner;
    throw new Error(`The field ${field} is asked of a record that is only known by its id`);
  };
}

function compileUnary({ operator, operand }: Unary): Closure {
  const inner = compile(operand);
  if (operator === 'not') return (frame) => inner(frame) !== true;
  if (operand.type.kind === 'duration') {
    return (frame) => negated(inner(frame), (value) => multiplyDuration(asDuration(value), -1));
  }
  return (frame) => negated(inner(frame), (value) => asDecimal(value).times(-1));
}

function negated(value: unknown, negate: (value: unknown) => unknown): unknown {
  return value === null ? null : negate(value);
}

function compileGivenCall(expression: GivenCall): Closure {
  const { name, type } = expression;
  const values = expression.arguments.map((argument) => ({ value: compile(argument), type: argument.type }));
  return (frame) => {
    const given = values.map(({ value, type: of }) => toWire(value(frame), of));
    if (given.includes(null)) return null;
    const { callGiven } = frame.environment;
    if (callGiven === undefined) throw new Error(`The function ${name} is not at hand`);
    return fromWire(callGiven(name, given), type);
  };
}

function compileRole({ of, role }: HoldsRole): Closure {
  const who = compile(of);
  return (frame: Frame) => {
    const user = who(frame);
    const { holdsRole } = frame.environment;
    if (holdsRole !== undefined) return holdsRole(user, role);
    const roles = typeof user === 'object' && user !== null && 'roles' in user ? user.roles : [];
    return Array.isArray(roles) && roles.includes(role);
  };
}
