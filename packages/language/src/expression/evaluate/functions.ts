import { RE2JS } from 're2js';
import { dateIn, datesBetween, daysBetween, type Instant, readInstant } from '../calendar.ts';
import { ceil, type Decimal, decimal, floor, formatDecimal, round } from '../decimal.ts';
import type { FunctionCall } from '../tree.ts';
import type { Type } from '../type.ts';
import type { Closure, Compile, Frame } from './environment.ts';
import { compare, toWire } from './values.ts';

type Body = (values: readonly unknown[], frame: Frame, types: readonly Type[]) => unknown;

const text = (value: unknown): string => String(value);
const number = (value: unknown): Decimal => value as Decimal;

/** Instants are read in `TIME_ZONE`. */
function day(value: unknown, type: Type | undefined, { environment }: Frame): string {
  return type?.kind === 'datetime' ? dateIn(value as Instant, environment.timeZone) : text(value);
}

function best(values: readonly unknown[], types: readonly Type[], sign: 1 | -1): unknown {
  const kind = types[0]?.kind ?? 'integer';
  return values.reduce((known, next) => (sign * compare(next, known, kind) > 0 ? next : known));
}

const BODIES: Readonly<Record<string, Body>> = {
  today: (_, { environment }) => dateIn(readInstant(environment.now), environment.timeZone),
  now: (_, { environment }) => readInstant(environment.now),
  date: ([value], frame, [type]) => day(value, type, frame),
  year: ([value], frame, [type]) => decimal(Number(day(value, type, frame).slice(0, 4))),
  month: ([value], frame, [type]) => `${day(value, type, frame).slice(0, 8)}01`,
  month_number: ([value], frame, [type]) => decimal(Number(day(value, type, frame).slice(5, 7))),
  days: ([from, to]) => decimal(daysBetween(text(from), text(to))),
  dates: ([from, to]) => datesBetween(text(from), text(to)),
  least: (values, _, types) => best(values, types, -1),
  greatest: (values, _, types) => best(values, types, 1),
  round: ([value, places]) => round(number(value), places === undefined ? 0 : number(places).toNumber()),
  floor: ([value]) => floor(number(value)),
  ceil: ([value]) => ceil(number(value)),
  abs: ([value]) => number(value).abs(),
  lower: ([value]) => text(value).toLowerCase().normalize('NFC'),
  upper: ([value]) => text(value).toUpperCase().normalize('NFC'),
  trim: ([value]) => orNull(text(value).trim()),
  size: ([value]) => decimal(Array.isArray(value) ? value.length : Array.from(text(value)).length),
  contains: ([value, part]) => text(value).includes(text(part)),
  startsWith: ([value, part]) => text(value).startsWith(text(part)),
  endsWith: ([value, part]) => text(value).endsWith(text(part)),
  matches: ([value, pattern]) => RE2JS.compile(text(pattern)).matcher(text(value)).find(),
  text: ([value], _, [type]) => written(value, type),
};

function orNull(value: string): string | null {
  return value === '' ? null : value;
}

function written(value: unknown, type: Type | undefined): string {
  if (type === undefined) return text(value);
  return type.kind === 'integer' ? formatDecimal(number(value)) : text(toWire(value, type));
}

/** A function of the closed list; null where a value is null (messages alone run through null). */
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
