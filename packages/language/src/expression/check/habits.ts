import { printSyntax } from '../print.ts';
import type { CallSyntax, Syntax } from '../syntax.ts';
import type { Type } from '../type.ts';
import type { Check } from './place.ts';

/**
 * Names, functions and properties of SQL and of programming languages, with their equivalents here. They are only
 * looked up if the document and the language have no such name.
 */

const NAMES: Readonly<Record<string, string>> = {
  null: 'null',
  nil: 'null',
  none: 'null',
  undefined: 'null',
  nothing: 'null',
  true: 'true',
  false: 'false',
  now: 'now()',
  today: 'today()',
  currentdate: 'today()',
  currenttimestamp: 'now()',
  currenttime: 'now()',
  me: 'user',
  currentuser: 'user',
  loggedinuser: 'user',
  actor: 'user',
  caller: 'user',
  self: 'this',
  record: 'this',
  it: 'this',
  previous: 'old',
  before: 'old',
};

const VARIABLES: ReadonlySet<string> = new Set(['user', 'this', 'old']);

/** The name here for a name of another language; null if there is none, or if it is not in scope. */
export function meantName({ scope }: Check, name: string): string | null {
  const plain = name.toLowerCase().replaceAll('_', '');
  const meant = Object.hasOwn(NAMES, plain) ? NAMES[plain] : undefined;
  if (meant === undefined || meant === name) return null;
  return VARIABLES.has(meant) && !Object.hasOwn(scope.variables, meant) ? null : meant;
}

type Rewrite = (values: readonly string[]) => string | null;

const named =
  (name: string): Rewrite =>
  (values) =>
    `${name}(${values.join(', ')})`;
const one =
  (write: (value: string) => string): Rewrite =>
  ([value, ...more]) =>
    value === undefined || more.length > 0 ? null : write(value);
const two =
  (write: (left: string, right: string) => string): Rewrite =>
  ([left, right, ...more]) =>
    left === undefined || right === undefined || more.length > 0 ? null : write(left, right);
const plain = (name: string): Rewrite => named(name);
const added = (unit: string): Rewrite => two((left, right) => `${left} + ${inUnits(right, unit)}`);
const isEmpty = one((value) => `${value} == null`);
const isFull = one((value) => `${value} != null`);
const orElse = two((left, right) => `(if ${left} != null then ${left} else ${right})`);

/** The functions of others in small letters without `_`, each as it is written here. */
const FUNCTIONS_OF_OTHERS: Readonly<Record<string, Rewrite>> = {
  len: plain('size'),
  length: plain('size'),
  charlength: plain('size'),
  size: plain('size'),
  string: plain('text'),
  str: plain('text'),
  tostring: plain('text'),
  tochar: plain('text'),
  format: plain('text'),
  int: plain('trunc'),
  parseint: plain('integer'),
  tointeger: plain('integer'),
  parsefloat: plain('decimal'),
  tonumber: plain('decimal'),
  todecimal: plain('decimal'),
  truncate: plain('trunc'),
  ceiling: plain('ceil'),
  mathmax: plain('greatest'),
  mathmin: plain('least'),
  lcase: plain('lower'),
  tolowercase: plain('lower'),
  tolower: plain('lower'),
  ucase: plain('upper'),
  touppercase: plain('upper'),
  toupper: plain('upper'),
  strip: plain('trim'),
  substr: plain('substring'),
  slice: plain('substring'),
  includes: plain('contains'),
  hasprefix: plain('startsWith'),
  hassuffix: plain('endsWith'),
  regex: plain('matches'),
  regexpmatch: plain('matches'),
  test: plain('matches'),
  getdate: () => 'now()',
  curdate: () => 'today()',
  currentdate: () => 'today()',
  currenttimestamp: () => 'now()',
  timestamp: plain('datetime'),
  todate: plain('date'),
  datediff: plain('days'),
  daysbetween: plain('days'),
  dayofweek: plain('weekday_number'),
  weekday: plain('weekday_number'),
  getfullyear: plain('year'),
  average: plain('avg'),
  mean: plain('avg'),
  total: plain('sum'),
  any: plain('exists'),
  some: plain('exists'),
  every: plain('all'),
  find: plain('first'),
  adddays: added('day'),
  addhours: added('hour'),
  addmonths: added('month'),
  dateadd: added('day'),
  coalesce: orElse,
  ifnull: orElse,
  nvl: orElse,
  isnull: isEmpty,
  isempty: isEmpty,
  isblank: isEmpty,
  empty: isEmpty,
  isnotnull: isFull,
  notnull: isFull,
  notempty: isFull,
  isnotempty: isFull,
  ispresent: isFull,
  isset: isFull,
  has: isFull,
  present: isFull,
  defined: isFull,
  mod: two((left, right) => `${left} % ${right}`),
  concat: (values) => (values.length > 1 ? values.join(' + ') : null),
  if: ([condition, then, otherwise, ...more]) =>
    otherwise === undefined || more.length > 0 ? null : `(if ${condition} then ${then} else ${otherwise})`,
  iif: ([condition, then, otherwise, ...more]) =>
    otherwise === undefined || more.length > 0 ? null : `(if ${condition} then ${then} else ${otherwise})`,
  not: one((value) => `not (${value})`),
  hasrole: ([first, second]) => roleOf(second ?? first),
  isrole: ([first, second]) => roleOf(second ?? first),
  isinrole: ([first, second]) => roleOf(second ?? first),
};

function inUnits(count: string, unit: string): string {
  if (/^\d+$/.test(count)) return `${count} ${unit}${count === '1' ? '' : 's'}`;
  return `${/^[\w.]+$/.test(count) ? count : `(${count})`} ${unit}s`;
}

function roleOf(role: string | undefined): string | null {
  const name = /^["']?(\w+)["']?$/.exec(role ?? '')?.[1];
  return name === undefined ? null : `user is ${name}`;
}

/** The equivalent of a call of another language's function, with its own arguments; null if none is certain. */
export function meantCall(syntax: CallSyntax): string | null {
  const key = syntax.name.toLowerCase().replaceAll('_', '');
  const rewrite = Object.hasOwn(FUNCTIONS_OF_OTHERS, key) ? FUNCTIONS_OF_OTHERS[key] : undefined;
  if (rewrite === undefined) return null;
  // A part that could not be read has no text.
  const given = syntax.of === null ? syntax.arguments : [syntax.of, ...syntax.arguments];
  return given.some(isBroken) ? null : rewrite(given.map((value) => printSyntax(value)));
}

function isBroken(syntax: Syntax): boolean {
  return syntax.kind === 'error';
}

const SIZES: ReadonlySet<string> = new Set(['length', 'size', 'count', 'len']);
const PARTS_OF_DATES: Readonly<Record<string, string>> = {
  year: 'year',
  month: 'month_number',
  day: 'day_number',
  weekday: 'weekday_number',
  date: 'date',
  hour: 'hour',
  minute: 'minute',
};

/**
 * The equivalent of another language's property (`name.length`, `due.year`) for a value of this type; null if there is
 * none.
 */
export function meantMember(type: Type, name: string, of: string): string | null {
  if (SIZES.has(name) && (type.kind === 'text' || type.kind === 'list'))
    return type.kind === 'text' ? `size(${of})` : `count(${of})`;
  const isDate = type.kind === 'date' && name !== 'date' && name !== 'hour' && name !== 'minute';
  const part = Object.hasOwn(PARTS_OF_DATES, name) ? PARTS_OF_DATES[name] : undefined;
  return part !== undefined && (isDate || type.kind === 'datetime') ? `${part}(${of})` : null;
}
