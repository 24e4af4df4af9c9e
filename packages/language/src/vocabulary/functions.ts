import type { Purpose } from './purposes.ts';

/** The values that a function takes at one place. */
export interface Parameter {
  readonly is:
    | 'text'
    | 'text or list'
    | 'regex'
    | 'number'
    | 'integer'
    | 'date'
    | 'datetime'
    | 'date or datetime'
    | 'datetime or date'
    | 'ordered'
    | 'printable'
    | 'recurrence'
    | 'working time';
  readonly optional?: true;
}

/** One function of the closed list. Values are never null: what may be null is guarded before it is given. */
export interface FunctionRow {
  /** Its notation, with names for its arguments. */
  readonly usage: string;
  /** Its meaning, in one sentence of the reference. */
  readonly meaning: string;
  readonly parameters: readonly Parameter[];
  /** The last parameter may be given any number of times; all values are of one type. */
  readonly variadic?: true;
  /**
   * `same`: the type of its values. `whole`: money stays money, a number becomes whole. `rounded`: the same, with
   * places a decimal. `text or null`: null if nothing is left, as for any text; `integer or null`, `decimal or null`:
   * null if a text writes none.
   */
  readonly result:
    | 'text'
    | 'text or null'
    | 'integer or null'
    | 'decimal or null'
    | 'boolean'
    | 'integer'
    | 'date'
    | 'datetime'
    | 'date or null'
    | 'dates'
    | 'same'
    | 'whole'
    | 'rounded';
  /** May also be written behind its first value, as in CEL: `name.contains("x")`. */
  readonly method?: true;
  /** The clauses in which it is not allowed. */
  readonly notIn?: readonly BoundedPurpose[];
}

/** The purposes of expressions in which some functions are not allowed. */
export type BoundedPurpose = Extract<Purpose, 'permission' | 'where' | 'computed'>;

const BOUNDED: readonly BoundedPurpose[] = ['permission', 'where', 'computed'];
const text: Parameter = { is: 'text' };
const number: Parameter = { is: 'number' };
const place: Parameter = { is: 'integer' };
const instant: Parameter = { is: 'datetime' };
const moment: Parameter = { is: 'date or datetime' };

/** The functions of the language, in the order of the reference. */
export const FUNCTIONS: Readonly<Record<string, FunctionRow>> = {
  today: {
    usage: 'today()',
    meaning: 'The date in `TIME_ZONE`, fixed for a transaction.',
    parameters: [],
    result: 'date',
  },
  now: {
    usage: 'now()',
    meaning: 'The instant, with microseconds, fixed for a transaction.',
    parameters: [],
    result: 'datetime',
  },
  date: {
    usage: 'date(instant)',
    meaning: 'The date of an instant in `TIME_ZONE`.',
    parameters: [moment],
    result: 'date',
  },
  datetime: {
    usage: 'datetime(day)',
    meaning:
      'The instant at which a date begins in `TIME_ZONE`; or an instant that is written out where nothing else says so: `datetime("2026-11-21T09:30:00Z")`.',
    parameters: [{ is: 'datetime or date' }],
    result: 'datetime',
  },
  year: { usage: 'year(day)', meaning: 'The year of a date or instant.', parameters: [moment], result: 'integer' },
  month: {
    usage: 'month(day)',
    meaning: "The first day of a date's or instant's month.",
    parameters: [moment],
    result: 'date',
  },
  month_number: {
    usage: 'month_number(day)',
    meaning: 'The month of a date or instant, 1 to 12.',
    parameters: [moment],
    result: 'integer',
  },
  day_number: {
    usage: 'day_number(day)',
    meaning: 'The day of the month of a date or instant, 1 to 31.',
    parameters: [moment],
    result: 'integer',
  },
  weekday_number: {
    usage: 'weekday_number(day)',
    meaning: 'The day of the week of a date or instant, 1 (Monday) to 7 (Sunday).',
    parameters: [moment],
    result: 'integer',
  },
  hour: {
    usage: 'hour(instant)',
    meaning: 'The hour of an instant, 0 to 23.',
    parameters: [instant],
    result: 'integer',
  },
  minute: {
    usage: 'minute(instant)',
    meaning: 'The minute of an instant, 0 to 59.',
    parameters: [instant],
    result: 'integer',
  },
  days: {
    usage: 'days(from, to)',
    meaning: 'The whole days from a date to a later one: `to - from`.',
    parameters: [{ is: 'date' }, { is: 'date' }],
    result: 'integer',
  },
  hours: {
    usage: 'hours(from, to)',
    meaning: 'The whole hours from an instant to a later one, however long the day was.',
    parameters: [instant, instant],
    result: 'integer',
  },
  minutes: {
    usage: 'minutes(from, to)',
    meaning: 'The whole minutes from an instant to a later one.',
    parameters: [instant, instant],
    result: 'integer',
  },
  working_days: {
    usage: 'working_days(from, to, record)',
    meaning:
      'The working days after a date up to a later one, of the product or of a record that has `working time`; `working_days(d, d + 3 working days)` is 3.',
    parameters: [{ is: 'date' }, { is: 'date' }, { is: 'working time', optional: true }],
    result: 'integer',
  },
  working_hours: {
    usage: 'working_hours(from, to, record)',
    meaning: 'The whole hours of the working time of a record from an instant to a later one.',
    parameters: [instant, instant, { is: 'working time' }],
    result: 'integer',
  },
  working_minutes: {
    usage: 'working_minutes(from, to, record)',
    meaning: 'The whole minutes of the working time of a record from an instant to a later one.',
    parameters: [instant, instant, { is: 'working time' }],
    result: 'integer',
  },
  dates: {
    usage: 'dates(from, to)',
    meaning: 'The dates from one to another, both included.',
    parameters: [{ is: 'date' }, { is: 'date' }],
    result: 'dates',
  },
  next_occurrence: {
    usage: 'next_occurrence(recurrence, after)',
    meaning: 'The first date of a `recurrence` behind a day; null if there is none.',
    parameters: [{ is: 'recurrence' }, { is: 'date' }],
    result: 'date or null',
  },
  occurrences: {
    usage: 'occurrences(recurrence, from, to)',
    meaning: 'The dates of a `recurrence` from one day to another, both included.',
    parameters: [{ is: 'recurrence' }, { is: 'date' }, { is: 'date' }],
    result: 'dates',
  },
  least: {
    usage: 'least(a, b, …)',
    meaning: 'The least of several values.',
    parameters: [{ is: 'ordered' }],
    variadic: true,
    result: 'same',
  },
  greatest: {
    usage: 'greatest(a, b, …)',
    meaning: 'The greatest of several values.',
    parameters: [{ is: 'ordered' }],
    variadic: true,
    result: 'same',
  },
  round: {
    usage: 'round(number, places)',
    meaning: 'Rounds half away from zero, to whole numbers where no places are given.',
    parameters: [number, { is: 'integer', optional: true }],
    result: 'rounded',
  },
  floor: { usage: 'floor(number)', meaning: 'The next whole number down.', parameters: [number], result: 'whole' },
  ceil: { usage: 'ceil(number)', meaning: 'The next whole number up.', parameters: [number], result: 'whole' },
  trunc: {
    usage: 'trunc(number)',
    meaning: 'The next whole number towards zero.',
    parameters: [number],
    result: 'whole',
  },
  sign: {
    usage: 'sign(number)',
    meaning: '-1, 0 or 1: whether a number is below zero, zero or above.',
    parameters: [number],
    result: 'integer',
  },
  abs: { usage: 'abs(number)', meaning: 'The number without its sign.', parameters: [number], result: 'same' },
  lower: {
    usage: 'lower(text)',
    meaning: 'In small letters.',
    parameters: [text],
    result: 'text',
    notIn: BOUNDED,
  },
  upper: {
    usage: 'upper(text)',
    meaning: 'In capital letters.',
    parameters: [text],
    result: 'text',
    notIn: BOUNDED,
  },
  trim: {
    usage: 'trim(text)',
    meaning: 'Without space at its ends.',
    parameters: [text],
    result: 'text',
    method: true,
  },
  lowerAscii: {
    usage: 'lowerAscii(text)',
    meaning: 'With the letters A to Z small and all others as they are; it may stand anywhere.',
    parameters: [text],
    result: 'text',
    method: true,
  },
  upperAscii: {
    usage: 'upperAscii(text)',
    meaning: 'With the letters a to z as capitals and all others as they are; it may stand anywhere.',
    parameters: [text],
    result: 'text',
    method: true,
  },
  substring: {
    usage: 'substring(text, from, to)',
    meaning: 'The code points from a place (the first is 0) up to another, or to the end; null where there are none.',
    parameters: [text, place, { ...place, optional: true }],
    result: 'text or null',
    method: true,
  },
  replace: {
    usage: 'replace(text, part, by)',
    meaning: 'With another text in the place of each part.',
    parameters: [text, text, text],
    result: 'text',
    method: true,
  },
  indexOf: {
    usage: 'indexOf(text, part, from)',
    meaning: 'Where a text has a part first (from a place on), in code points from 0; -1 where it has none.',
    parameters: [text, text, { ...place, optional: true }],
    result: 'integer',
    method: true,
  },
  lastIndexOf: {
    usage: 'lastIndexOf(text, part)',
    meaning: 'Where a text has a part last, in code points from 0; -1 where it has none.',
    parameters: [text, text],
    result: 'integer',
    method: true,
  },
  size: {
    usage: 'size(x)',
    meaning: 'The code points of a text, or the items of a list.',
    parameters: [{ is: 'text or list' }],
    result: 'integer',
    method: true,
  },
  contains: {
    usage: 'contains(text, part)',
    meaning: 'Whether a text has a part.',
    parameters: [text, text],
    result: 'boolean',
    method: true,
  },
  startsWith: {
    usage: 'startsWith(text, part)',
    meaning: 'Whether a text begins with a part.',
    parameters: [text, text],
    result: 'boolean',
    method: true,
  },
  endsWith: {
    usage: 'endsWith(text, part)',
    meaning: 'Whether a text ends with a part.',
    parameters: [text, text],
    result: 'boolean',
    method: true,
  },
  matches: {
    usage: 'matches(text, /pattern/)',
    meaning: 'Whether a text has a match of a regular expression (RE2), which stands there as it is: `/…/` or a text.',
    parameters: [text, { is: 'regex' }],
    result: 'boolean',
    method: true,
    notIn: BOUNDED,
  },
  integer: {
    usage: 'integer(text)',
    meaning:
      'The whole number that a text writes: up to 30 digits, perhaps with `-` before them; null where it writes none.',
    parameters: [text],
    result: 'integer or null',
  },
  decimal: {
    usage: 'decimal(text)',
    meaning:
      'The number that a text writes: up to 30 digits, with `-` before them or a point and up to 30 more behind them; null where it writes none.',
    parameters: [text],
    result: 'decimal or null',
  },
  text: {
    usage: 'text(x)',
    meaning: 'A value as text, in the form of the wire.',
    parameters: [{ is: 'printable' }],
    result: 'text',
  },
};

/** The kind of clause in which a function is not allowed; undefined if it is allowed. */
export function forbiddenIn(name: string, purpose: Purpose): BoundedPurpose | undefined {
  const row = Object.hasOwn(FUNCTIONS, name) ? FUNCTIONS[name] : undefined;
  return row?.notIn?.find((forbidden) => forbidden === purpose);
}
