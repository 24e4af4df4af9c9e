import { asDecimal, asDuration, asInstant } from './operands.ts';
import { compilePattern } from '../compile-pattern.ts';
import { beginningOf, clockIn, dateIn, datesBetween, daysBetween, readInstant, weekdayOf } from '../calendar.ts';
import { ceil, decimal, floor, formatDecimal, round, trunc } from '../decimal.ts';
import type { FunctionCall } from '../tree.ts';
import type { Type } from '../type.ts';
import type { Closure, Compile, Frame } from './environment.ts';
import { addWorkingDays, addWorkingDaysToInstant } from '../working-days.ts';
import {
  addWorkingTime,
  workingDaysBetween,
  workingTimeBetween,
  type WorkingTime,
  workingTimeOf,
} from '../working-time.ts';
import { nextOccurrence, occurrencesBetween, storedRecurrence } from '../recurrence.ts';
import { LONGEST_TEXT, lengthOf } from './length.ts';
import { compare, toWire } from './values.ts';

type Body = (values: readonly unknown[], frame: Frame, types: readonly Type[]) => unknown;

const text = (value: unknown): string => String(value);

/** Reads a date, or an instant's date in `TIME_ZONE`; null if it is outside of the calendar. */
function ofDay(read: (day: string) => unknown): Body {
  return ([value], { environment }, [type]) => {
    const day = type?.kind === 'datetime' ? dateIn(asInstant(value), environment.timeZone) : text(value);
    return day === null ? null : read(day);
  };
}

const MINUTE = 60_000_000_000n;
const HOUR = 60n * MINUTE;

function nanosecondsBetween(from: unknown, to: unknown): bigint {
  return asInstant(to).epochNanoseconds - asInstant(from).epochNanoseconds;
}

function best(values: readonly unknown[], types: readonly Type[], sign: 1 | -1): unknown {
  const kind = types[0]?.kind ?? 'integer';
  return values.reduce((known, next) => (sign * compare(next, known, kind) > 0 ? next : known));
}

const BODIES: Readonly<Record<string, Body>> = {
  today: (_, { environment }) => dateIn(readInstant(environment.now), environment.timeZone),
  now: (_, { environment }) => readInstant(environment.now),
  date: ofDay((day) => day),
  datetime: ([value], { environment }, [type]) =>
    type?.kind === 'date' ? beginningOf(text(value), environment.timeZone) : value,
  year: ofDay((day) => decimal(Number(day.slice(0, 4)))),
  month: ofDay((day) => `${day.slice(0, 8)}01`),
  month_number: ofDay((day) => decimal(Number(day.slice(5, 7)))),
  day_number: ofDay((day) => decimal(Number(day.slice(8, 10)))),
  weekday_number: ofDay((day) => decimal(weekdayOf(day))),
  hour: ([value], { environment }) => decimal(clockIn(asInstant(value), environment.timeZone).hour),
  minute: ([value], { environment }) => decimal(clockIn(asInstant(value), environment.timeZone).minute),
  days: ([from, to]) => decimal(daysBetween(text(from), text(to))),
  hours: ([from, to]) => decimal(Number(nanosecondsBetween(from, to) / HOUR)),
  minutes: ([from, to]) => decimal(Number(nanosecondsBetween(from, to) / MINUTE)),
  working_days: ([from, to, , ...lists], { environment }) =>
    decimal(workingDaysBetween(text(from), text(to), lists.length === 0 ? environment : timeAt(lists))),
  working_hours: (values, frame) => workedTime(values, frame, MINUTE * 60n),
  working_minutes: (values, frame) => workedTime(values, frame, MINUTE),
  add_working_days: ([moment, count, , ...lists], { environment }, [type]) => {
    const time = timeAt(lists);
    const days = asDecimal(count).toNumber();
    if (time.workingDays.length === 0) return null;
    return type?.kind === 'date'
      ? addWorkingDays(text(moment), days, time)
      : addWorkingDaysToInstant(asInstant(moment), days, time, environment.timeZone);
  },
  add_working_time: ([moment, span, , ...lists], { environment }) => {
    const { months, days, microseconds } = asDuration(span);
    if (months !== 0 || days !== 0) return null;
    return addWorkingTime(asInstant(moment), microseconds, timeAt(lists), environment.timeZone);
  },
  dates: ([from, to]) => datesBetween(text(from), text(to)),
  next_occurrence: ([rule, after]) => {
    const recurrence = storedRecurrence(text(rule));
    return recurrence && nextOccurrence(recurrence, text(after));
  },
  occurrences: ([rule, from, to]) => {
    const recurrence = storedRecurrence(text(rule));
    return recurrence && occurrencesBetween(recurrence, text(from), text(to));
  },
  least: (values, _, types) => best(values, types, -1),
  greatest: (values, _, types) => best(values, types, 1),
  round: ([value, places]) => round(asDecimal(value), places === undefined ? 0 : asDecimal(places).toNumber()),
  floor: ([value]) => floor(asDecimal(value)),
  ceil: ([value]) => ceil(asDecimal(value)),
  trunc: ([value]) => trunc(asDecimal(value)),
  sign: ([value]) => decimal(asDecimal(value).cmp(0)),
  abs: ([value]) => asDecimal(value).abs(),
  lower: ([value]) => text(value).toLowerCase().normalize('NFC'),
  upper: ([value]) => text(value).toUpperCase().normalize('NFC'),
  trim: ([value]) => orNull(text(value).replaceAll(/^\p{White_Space}+|\p{White_Space}+$/gu, '')),
  lowerAscii: ([value]) =>
    text(value)
      .replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase())
      .normalize('NFC'),
  upperAscii: ([value]) =>
    text(value)
      .replaceAll(/[a-z]+/g, (letters) => letters.toUpperCase())
      .normalize('NFC'),
  substring: ([value, from, to]) => orNull(Array.from(text(value)).slice(place(from), place(to)).join('')),
  replace: ([value, part, by]) => replaced(text(value), text(part), text(by)),
  indexOf: ([value, part, from]) => decimal(indexIn(text(value), text(part), place(from) ?? 0)),
  lastIndexOf: ([value, part]) => decimal(lengthTo(text(value), text(value).lastIndexOf(text(part)))),
  size: ([value]) => decimal(Array.isArray(value) ? value.length : Array.from(text(value)).length),
  contains: ([value, part]) => text(value).includes(text(part)),
  startsWith: ([value, part]) => text(value).startsWith(text(part)),
  endsWith: ([value, part]) => text(value).endsWith(text(part)),
  matches: ([value, pattern]) => compilePattern(text(pattern)).matcher(text(value)).find(),
  integer: ([value]) => (/^-?[0-9]{1,30}$/.test(text(value)) ? decimal(text(value)).plus(0) : null),
  decimal: ([value]) => (/^-?[0-9]{1,30}(?:\.[0-9]{1,30})?$/.test(text(value)) ? decimal(text(value)).plus(0) : null),
  text: ([value], _, [type]) => written(value, type),
};

/** The working time of the record that a call names, in the lists behind it. */
function timeAt(lists: readonly unknown[]): WorkingTime {
  return workingTimeOf(lists.map((list) => (Array.isArray(list) ? list : [])));
}

/** The whole units (in nanoseconds) of working time between two instants. */
function workedTime([from, to, , ...lists]: readonly unknown[], { environment }: Frame, unit: bigint): unknown {
  const time = workingTimeBetween(asInstant(from), asInstant(to), timeAt(lists), environment.timeZone);
  return time === null ? null : decimal(Number((time * 1000n) / unit));
}

/** Null if the text that would come of it is longer than a computed text may be. */
function replaced(value: string, part: string, by: string): string | null {
  if (part === '') return value;
  const times = value.split(part).length - 1;
  const length = lengthOf(value) + times * (lengthOf(by) - lengthOf(part));
  return length > LONGEST_TEXT ? null : value.replaceAll(part, () => by).normalize('NFC');
}

/** A position between code points; positions before the first count as the first. */
function place(value: unknown): number | undefined {
  return value === undefined ? undefined : Math.max(0, asDecimal(value).toNumber());
}

function indexIn(value: string, part: string, from: number): number {
  const rest = Array.from(value).slice(from).join('');
  const at = lengthTo(rest, rest.indexOf(part));
  return at < 0 ? at : from + at;
}

/** The code points before an index in code units. */
function lengthTo(value: string, at: number): number {
  return at < 0 ? at : Array.from(value.slice(0, at)).length;
}

function orNull(value: string): string | null {
  return value === '' ? null : value;
}

function written(value: unknown, type: Type | undefined): string | null {
  if (type === undefined) return text(value);
  if (type.kind === 'integer') return formatDecimal(asDecimal(value));
  const wire = toWire(value, type);
  return wire === null ? null : text(wire);
}

/** A function of the closed list; null if a value is null (messages alone run through null). */
export function compileCall(compile: Compile, call: FunctionCall): Closure {
  const body = Object.hasOwn(BODIES, call.name) ? BODIES[call.name] : undefined;
  if (body === undefined) throw new Error(`The function ${call.name} is not known`);
  const closures = call.arguments.map(compile);
  const types = call.arguments.map((argument) => argument.type);
  return (frame) => {
    const values = closures.map((closure) => closure(frame));
    return values.includes(null) ? null : body(values, frame, types);
  };
}
