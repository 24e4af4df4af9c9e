import { FUNCTIONS } from '../vocabulary/functions.ts';
import { SIZE_UNITS } from '../vocabulary/units.ts';
import { parseDuration, readWorkingDays } from './duration.ts';
import type { Range } from './problem.ts';
import type { QuerySyntax, Syntax } from './syntax.ts';
import type { Expression, FunctionCall, ListQuery, Literal, Query } from './tree.ts';

const NOWHERE: Range = [0, 0];

/** A checked expression as syntax again. `inner` is the variable whose fields are written bare. */
export function toSyntax(expression: Expression, inner = 'this'): Syntax {
  const range = NOWHERE;
  const part = (child: Expression): Syntax => toSyntax(child, inner);
  switch (expression.kind) {
    case 'literal':
      return literal(expression);
    case 'list':
      return { kind: 'list', items: expression.items.map(part), range };
    case 'variable':
    case 'constant':
      return { kind: 'name', name: writtenName(expression.name), range };
    case 'field': {
      const { of, field } = expression;
      if (of.kind === 'variable' && (of.name === inner || of.name === 'input'))
        return { kind: 'name', name: field, range };
      return { kind: 'member', of: part(of), name: field, nameRange: range, range };
    }
    case 'unary':
      return { kind: 'unary', operator: expression.operator, operand: part(expression.operand), range };
    case 'binary': {
      const { operator, left, right } = expression;
      return { kind: 'binary', operator, operatorRange: range, left: part(left), right: part(right), range };
    }
    case 'conditional': {
      const { condition, then, otherwise } = expression;
      return { kind: 'conditional', condition: part(condition), then: part(then), otherwise: part(otherwise), range };
    }
    case 'call': {
      const counted = countedAt(expression, part);
      if (counted !== null) return counted;
      const [first, ...rest] = expression.arguments;
      const values =
        expression.name === 'matches' && first !== undefined
          ? [part(first), ...rest.map(regex)]
          : expression.arguments.map(part);
      return { kind: 'call', name: expression.name, nameRange: range, of: null, arguments: values, range };
    }
    case 'given call': {
      const { name } = expression;
      return { kind: 'call', name, nameRange: range, of: null, arguments: expression.arguments.map(part), range };
    }
    case 'role':
      return { kind: 'is', of: part(expression.of), role: expression.role, roleRange: range, range };
    case 'query':
      return query(expression, inner);
    case 'list query':
      return listQuery(expression, part);
  }
}

/** A call that counts on the working time of a record, as it is written; null for any other. */
function countedAt({ name, arguments: given }: FunctionCall, part: (of: Expression) => Syntax): Syntax | null {
  const range = NOWHERE;
  const [first, second, third] = given;
  if (first === undefined || second === undefined || third === undefined) return null;
  if (Object.hasOwn(FUNCTIONS, name) && FUNCTIONS[name]?.parameters.at(-1)?.is === 'working time')
    return { kind: 'call', name, nameRange: range, of: null, arguments: [first, second, third].map(part), range };
  if (name !== 'add_working_days' && name !== 'add_working_time') return null;
  const isBefore = second.kind === 'unary' && second.operator === '-';
  const span = part(isBefore ? second.operand : second);
  const right: Syntax = { kind: 'at', span, record: part(third), range };
  return { kind: 'binary', operator: isBefore ? '-' : '+', operatorRange: range, left: part(first), right, range };
}

function regex(expression: Expression): Syntax {
  const source = expression.kind === 'literal' ? String(expression.value) : '';
  return { kind: 'regex', source, range: NOWHERE };
}

function literal({ value, type }: Literal): Syntax {
  const range = NOWHERE;
  const number = (text: string, unit: string | null): Syntax => ({
    kind: 'number',
    text,
    unit,
    unitRange: null,
    range,
  });
  if (value === null || typeof value === 'boolean') return { kind: 'word', value, range };
  if (type.kind === 'money') return number(String(value), type.currency);
  if (type.kind === 'integer' || type.kind === 'decimal') return number(String(value), null);
  if (type.kind === 'size') return size(Number(value), number);
  if (type.kind === 'working days') return number(String(readWorkingDays(String(value))), 'working days');
  if (type.kind === 'duration') return duration(String(value), number);
  return { kind: 'text', value: String(value), range };
}

function size(bytes: number, number: (text: string, unit: string) => Syntax): Syntax {
  const [unit, factor] = Object.entries(SIZE_UNITS)
    .filter(([, each]) => bytes % each === 0)
    .reduce((largest, next) => (next[1] > largest[1] ? next : largest), ['B', 1]);
  return number(String(bytes / factor), unit);
}

/** A duration that a document wrote has one unit. */
function duration(text: string, number: (text: string, unit: string) => Syntax): Syntax {
  const parts = parseDuration(text);
  const seconds = (parts?.microseconds ?? 0) / 1_000_000;
  const units: [number, string][] = [
    [(parts?.months ?? 0) % 12 === 0 ? (parts?.months ?? 0) / 12 : 0, 'year'],
    [parts?.months ?? 0, 'month'],
    [parts?.days ?? 0, 'day'],
    [seconds % 3600 === 0 ? seconds / 3600 : 0, 'hour'],
    [seconds % 60 === 0 ? seconds / 60 : 0, 'minute'],
    [seconds, 'second'],
  ];
  const [count, unit] = units.find(([amount]) => amount !== 0) ?? [0, 'second'];
  return number(String(count), count === 1 ? unit : `${unit}s`);
}

function query(expression: Query, inner: string): Syntax {
  const { source, form, variable, where, value, order } = expression;
  const inside = (child: Expression): Syntax => toSyntax(child, variable);
  let read: Syntax =
    source.kind === 'entity'
      ? { kind: 'name', name: source.entity, range: NOWHERE }
      : toSyntax(
          { kind: 'field', of: source.of, field: source.field, type: { kind: 'unknown', nullable: false } },
          inner,
        );
  const path = form === 'all' || value === null ? null : pathFrom(value, variable);
  for (const name of path ?? []) read = { kind: 'member', of: read, name, nameRange: NOWHERE, range: NOWHERE };
  // Nobody writes it: it stands in calls that are printed without it.
  if (form === 'values')
    return { kind: 'call', name: form, nameRange: NOWHERE, of: null, arguments: [read], range: NOWHERE };
  return {
    kind: 'query',
    form,
    formRange: NOWHERE,
    value: form === 'all' || value === null || path !== null ? null : inside(value),
    source: read,
    as: variable.startsWith('$') ? null : { name: variable, range: NOWHERE },
    where: where === null ? null : inside(where),
    have: form === 'all' && value !== null ? inside(value) : null,
    order: order.map(({ by, descending }) => ({ by: inside(by), descending })),
    range: NOWHERE,
  };
}

/** Bare names mean in it what they mean around it. */
function listQuery({ form, list, variable, where, value }: ListQuery, part: (of: Expression) => Syntax): QuerySyntax {
  const range = NOWHERE;
  return {
    kind: 'query',
    form,
    formRange: range,
    value: null,
    source: part(list),
    as: where === null && value === null ? null : { name: writtenName(variable), range },
    where: where && part(where),
    have: value && part(value),
    order: [],
    range,
  };
}

/** The name of a variable that a term's body brought with it (`$leave_days_1`), as a document could write it. */
function writtenName(variable: string): string {
  return variable.replace('$', '');
}

/** The names of a path of fields that begins at a variable; null for anything else. */
function pathFrom(expression: Expression, variable: string): string[] | null {
  const names: string[] = [];
  let at = expression;
  while (at.kind === 'field') {
    names.unshift(at.field);
    at = at.of;
  }
  return at.kind === 'variable' && at.name === variable && names.length > 0 ? names : null;
}
