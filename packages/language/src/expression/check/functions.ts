import { isOneOf } from '../../collections.ts';
import type { DetailsOf } from '../../diagnostics/catalogue.ts';
import { nearest } from '../../diagnostics/nearest.ts';
import { FUNCTIONS, type FunctionRow, forbiddenIn, type Parameter } from '../../vocabulary/functions.ts';
import { problem, type Range, replacement } from '../problem.ts';
import { type CallSyntax, QUERY_FORMS, type Syntax } from '../syntax.ts';
import type { Expression } from '../tree.ts';
import type { Type } from '../type.ts';
import {
  BOOLEAN,
  DECIMAL,
  describe,
  INTEGER,
  isLike,
  isOrdered,
  type as plain,
  TEXT,
  UNKNOWN,
  unite,
  withNull,
} from '../types.ts';
import { adapt } from './adapt.ts';
import { currenciesAgree } from './comparisons.ts';
import { meantCall } from './habits.ts';
import { checkRegex, type PatternSyntax } from './literals.ts';
import { requireValue } from './nulls.ts';
import { type Check, isUnknown, nullRuns, type Place, rangeOf, source, unknown } from './place.ts';
import { checkTerm } from './terms.ts';
import { recordsOf, workingTimeOf } from './working-time.ts';

/** `lower(x)`, or as a method `x.contains(y)`; or a term of point 9. */
export function checkCall(check: Check, place: Place, syntax: CallSyntax): Expression {
  const { name, nameRange, range } = syntax;
  const isFunction = Object.hasOwn(FUNCTIONS, name);
  const term = syntax.of === null && !isFunction ? (check.schema.terms?.find(name) ?? null) : null;
  if (term !== null) {
    if (!('circle' in term)) return checkTerm(check, place, term, syntax);
    check.problems.push(problem('N089', { circle: term.circle }, nameRange));
    return unknown(range);
  }
  const given = syntax.of === null ? syntax.arguments : [syntax.of, ...syntax.arguments];
  const row = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  const isPattern = (argument: Syntax | undefined, index: number): argument is PatternSyntax =>
    argument?.kind === 'regex' || (argument?.kind === 'text' && row?.parameters[index]?.is === 'regex');
  const earlier = check.problems.length;
  const visited = given.map((argument, index) =>
    isPattern(argument, index) ? checkRegex(check, argument) : check.visit(argument, place),
  );
  if (row === undefined || (syntax.of !== null && row.method !== true)) {
    // The meaning of its parts is not known: a query of this name reads lists and entities.
    const own = check.problems.splice(earlier);
    check.problems.push(...own.filter(({ id }) => id !== 'N085' && id !== 'N086'));
    reportUnknown(check, syntax, row);
    return unknown(range);
  }
  const forbidden = forbiddenIn(name, check.scope.purpose);
  if (forbidden !== undefined) check.problems.push(problem('N073', { name, place: forbidden }, nameRange));

  const required = row.parameters.filter((parameter) => !parameter.optional).length;
  const most = row.variadic === true ? Number.POSITIVE_INFINITY : row.parameters.length;
  if (given.length < required || given.length > most) {
    check.problems.push(problem('N059', { name, parameters: null }, range));
    return unknown(range);
  }
  if (name === 'contains' && visited[0]?.type.kind === 'list') {
    reportListPart(check, given, range);
    return unknown(range);
  }
  const values: Expression[] = [];
  for (const [index, argument] of visited.entries()) {
    const parameter = row.parameters[Math.min(index, row.parameters.length - 1)];
    if (parameter === undefined) continue;
    values.push(checkArgument(check, place, argument, parameter, isPattern(given[index], index)));
  }
  if (isUnknown(...values)) return { kind: 'call', name, arguments: values, type: UNKNOWN, range };
  const like = row.variadic === true ? alike(check, values) : values;
  const type = like === null ? null : resultOf(row, like);
  if (like === null || type === null) return unknown(range);
  if (name === 'size' && like[0]?.kind === 'field' && like[0].type.kind === 'list') {
    const counted = countOf(like[0], place, range);
    if (counted !== null) return counted;
  }
  const at = row.parameters[2]?.is === 'working time' ? like[2] : undefined;
  const time = at && workingTimeOf(check, at, name !== 'working_days');
  if (time === null) return unknown(range);
  if (time === 'not shown') return { kind: 'call', name, arguments: like, type: UNKNOWN, range };
  const hidden = at && time ? recordsOf(place, time, at) : [];
  const nullable =
    row.result.endsWith(' or null') || (nullRuns(check, place) && like.some((value) => value.type.nullable));
  return { kind: 'call', name, arguments: [...like, ...hidden], type: withNull(type, nullable), range };
}

/** `contains(roles, "clerk")`, `roles contains "clerk"`: whether a list has a value is asked with `in`. */
function reportListPart(check: Check, given: readonly Syntax[], range: Range): void {
  const [list, value] = given;
  if (list === undefined || value === undefined) return;
  const meant = `${source(check, value.range)} in ${source(check, list.range)}`;
  const fix = replacement(`Write ${meant}`, range, meant);
  check.problems.push(problem('N053', { written: source(check, range), meant }, range, { fix }));
}

function reportUnknown(check: Check, syntax: CallSyntax, row: FunctionRow | undefined): void {
  const { name, nameRange, range } = syntax;
  const meant = row === undefined ? (meantCall(syntax) ?? meantQuery(check, syntax)) : null;
  if (meant !== null) {
    const fix = replacement(`Write ${meant}`, range, meant);
    const details = { name: syntax.of === null ? name : `.${name}()`, nearest: meant };
    check.problems.push(problem('N058', details, nameRange, { fix }));
    return;
  }
  const known = [...Object.keys(FUNCTIONS), ...QUERY_FORMS, ...(check.schema.terms?.names() ?? [])];
  const near = nearest(name, known);
  const takes = near === null || takesAsMany(near, syntax);
  const closest = row === undefined ? (takes ? near : null) : `${name}(…)`;
  const fix = closest === null || row !== undefined ? {} : { fix: replacement(`Write ${closest}`, nameRange, closest) };
  check.problems.push(
    problem('N058', { name: syntax.of === null ? name : `.${name}()`, nearest: closest }, nameRange, fix),
  );
}

/** Whether a function takes as many values as a call gives; unknown of queries and terms, which are not refused. */
function takesAsMany(name: string, { of, arguments: given }: CallSyntax): boolean {
  const row = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  if (row === undefined) return true;
  const count = given.length + (of === null ? 0 : 1);
  const least = row.parameters.filter(({ optional }) => !optional).length;
  return count >= least && (row.variadic === true || count <= row.parameters.length);
}

/** `Book.count()` is `count(Book)`. */
function meantQuery(check: Check, { name, of, arguments: given }: CallSyntax): string | null {
  const isForm = isOneOf(QUERY_FORMS, name);
  return isForm && of !== null && given.length === 0 ? `${name}(${source(check, of.range)})` : null;
}

/** `size(lines)` is `count(lines)`. */
function countOf(
  list: Extract<Expression, { kind: 'field' }>,
  place: Place,
  range: readonly [number, number],
): Expression | null {
  if (list.type.kind !== 'list' || list.type.of.kind !== 'record' || list.of.type.kind !== 'record') return null;
  const source = { kind: 'list', of: list.of, field: list.field, entity: list.type.of.entity } as const;
  return {
    kind: 'query',
    form: 'count',
    source,
    variable: `$${place.frames.length + 1}`,
    where: null,
    value: null,
    order: [],
    type: INTEGER,
    range,
  };
}

const EXPECTED: Readonly<Record<Parameter['is'], DetailsOf<'N060'>['expected']>> = {
  text: 'text',
  'text or list': { oneOf: 'textOrList' },
  regex: { oneOf: 'regex' },
  number: { oneOf: 'numberOrMoney' },
  integer: 'integer',
  date: 'date',
  datetime: 'datetime',
  'date or datetime': { oneOf: 'dateOrDatetime' },
  'datetime or date': { oneOf: 'dateOrDatetime' },
  ordered: { oneOf: 'ordered' },
  printable: { oneOf: 'printable' },
  recurrence: 'recurrence',
  'working time': { oneOf: 'any' },
};

function fits(type: Type, parameter: Parameter, isRegex: boolean): boolean {
  const { kind } = type;
  switch (parameter.is) {
    case 'text':
      return (kind === 'text' || kind === 'enum') && !isRegex;
    case 'text or list':
      return kind === 'text' || kind === 'enum' || kind === 'list';
    case 'regex':
      return isRegex;
    case 'number':
      return kind === 'integer' || kind === 'decimal' || kind === 'money';
    case 'integer':
      return kind === 'integer';
    case 'date':
    case 'datetime':
    case 'recurrence':
      return kind === parameter.is;
    case 'date or datetime':
    case 'datetime or date':
      return kind === 'date' || kind === 'datetime';
    case 'ordered':
      return isOrdered(type) && !isRegex;
    case 'working time':
      return kind === 'record';
    case 'printable':
      return (
        ['text', 'enum', 'boolean', 'integer', 'decimal', 'money', 'date', 'time', 'datetime'].includes(kind) &&
        !isRegex
      );
  }
}

/** The type by which a function reads a value of a request. */
const TAKEN_AS: Readonly<Record<Parameter['is'], Type | null>> = {
  text: TEXT,
  'text or list': TEXT,
  regex: null,
  number: DECIMAL,
  integer: INTEGER,
  date: plain('date'),
  datetime: plain('datetime'),
  'date or datetime': plain('date'),
  'datetime or date': plain('datetime'),
  ordered: TEXT,
  printable: TEXT,
  recurrence: null,
  'working time': null,
};

const MOMENTS: ReadonlySet<Parameter['is']> = new Set(['date', 'datetime', 'date or datetime', 'datetime or date']);

function checkArgument(
  check: Check,
  place: Place,
  argument: Expression,
  parameter: Parameter,
  isRegex: boolean,
): Expression {
  if (isUnknown(argument)) return argument;
  const taken = argument.type.kind === 'given' || MOMENTS.has(parameter.is) ? TAKEN_AS[parameter.is] : null;
  const adapted = taken === null ? argument : adapt(check, argument, taken);
  if (isUnknown(adapted)) return adapted;
  const value = adapted.type.kind === 'null' ? adapted : requireValue(check, place, adapted);
  // A value without working time has a problem of its own.
  if (fits(value.type, parameter, isRegex) || parameter.is === 'working time') return value;
  check.problems.push(
    problem(
      'N060',
      { expected: EXPECTED[parameter.is], found: isRegex ? { regex: 'argument' } : describe(value.type) },
      rangeOf(value),
    ),
  );
  return unknown(rangeOf(value));
}

/** The values of `least` and `greatest`, which are all of one type. */
function alike(check: Check, values: readonly Expression[]): Expression[] | null {
  const typed = values.find((value) => value.kind !== 'literal') ?? values[0];
  if (typed === undefined) return null;
  const adapted = values.map((value) => adapt(check, value, typed.type));
  for (const value of adapted) {
    if (isUnknown(value)) return null;
    if (!isLike(value.type, typed.type)) {
      check.problems.push(
        problem('N060', { expected: describe(typed.type), found: describe(value.type) }, rangeOf(value)),
      );
      return null;
    }
    if (!currenciesAgree(check, typed.type, value)) return null;
  }
  return adapted;
}

function resultOf(row: FunctionRow, values: readonly Expression[]): Type | null {
  const first = values[0];
  switch (row.result) {
    case 'text':
    case 'text or null':
      return TEXT;
    case 'decimal or null':
      return DECIMAL;
    case 'boolean':
      return BOOLEAN;
    case 'integer':
    case 'integer or null':
      return INTEGER;
    case 'date':
    case 'datetime':
      return plain(row.result);
    case 'date or null':
      return plain('date');
    case 'dates':
      return { kind: 'list', of: plain('date'), nullable: false };
    case 'same':
      return values.map((value) => value.type).reduce(unite);
    case 'whole':
      return first?.type.kind === 'money' ? first.type : INTEGER;
    case 'rounded':
      if (first?.type.kind === 'money') return first.type;
      return values.length === 1 ? INTEGER : DECIMAL;
  }
}
