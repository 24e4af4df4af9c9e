import type { FunctionCall, Type } from '@nonet/language';
import type { Compile, SqlContext } from './context.ts';
import { sqlType } from './identifiers.ts';
import { dateInZone, nowSql, timeZone } from './values.ts';

interface Call {
  /** The SQL of the arguments, and their types. */
  readonly sql: readonly string[];
  readonly types: readonly Type[];
  readonly type: Type;
  readonly context: SqlContext;
}

/** The closed list of functions (1), each as SQL. */
const FUNCTIONS: Readonly<Record<string, (call: Call) => string>> = {
  now: ({ context }) => nowSql(context.parameters),
  today: ({ context }) => dateInZone(nowSql(context.parameters), context),
  date: (call) => asDate(call, 0),
  month: (call) => `date_trunc('month', (${asDate(call, 0)})::timestamp)::date`,
  month_number: (call) => part('month', asDate(call, 0)),
  year: (call) => part('year', asDate(call, 0)),
  day: (call) => part('day', asDate(call, 0)),
  weekday: (call) => part('isodow', asDate(call, 0)),
  hour: (call) => part('hour', localTime(call, 0)),
  minute: (call) => part('minute', localTime(call, 0)),
  /** Whole days from the one date to the other. */
  days: (call) =>
    call.sql.length === 1
      ? `floor(extract(epoch from ${first(call)}) / 86400)::bigint`
      : `(${asDate(call, 1)} - ${asDate(call, 0)})::bigint`,
  dates: (call) => `array(select generate_series(${asDate(call, 0)}, ${asDate(call, 1)}, interval 'P1D')::date)`,
  hours: (call) => elapsed(call, 3600),
  minutes: (call) => elapsed(call, 60),
  seconds: (call) => elapsed(call, 1),
  least: (call) => `least(${call.sql.join(', ')})`,
  greatest: (call) => `greatest(${call.sql.join(', ')})`,
  coalesce: (call) => `coalesce(${call.sql.join(', ')})`,
  abs: (call) => `abs(${first(call)})`,
  round: (call) =>
    integral(call, `round((${first(call)})::numeric, ${call.sql.length > 1 ? `(${call.sql[1]})::int` : '0'})`),
  floor: (call) => integral(call, `floor(${first(call)})`),
  ceil: (call) => integral(call, `ceil(${first(call)})`),
  lower: (call) => `normalize(lower(${first(call)} collate nonet.text), NFC)`,
  upper: (call) => `normalize(upper(${first(call)} collate nonet.text), NFC)`,
  trim: (call) => `btrim(${first(call)})`,
  size: (call) =>
    call.types[0]?.kind === 'list' ? `cardinality(${first(call)})::bigint` : `char_length(${first(call)})::bigint`,
  contains: (call) => `(strpos(${first(call)}, ${call.sql[1]}) > 0)`,
  startsWith: (call) => `starts_with(${first(call)}, ${call.sql[1]})`,
  starts_with: (call) => `starts_with(${first(call)}, ${call.sql[1]})`,
  endsWith: endsWith,
  ends_with: endsWith,
  string: (call) => textOf(call.sql[0] as string, call.types[0] as Type),
  text: (call) => textOf(call.sql[0] as string, call.types[0] as Type),
  integer: (call) => `trunc((${first(call)})::numeric)::bigint`,
  int: (call) => `trunc((${first(call)})::numeric)::bigint`,
  decimal: (call) => `(${first(call)})::numeric`,
};

export function compileFunction(compile: Compile, call: FunctionCall, context: SqlContext): string {
  const build = FUNCTIONS[call.name];
  if (build === undefined) throw new Error(`The function ${call.name} has no form in SQL.`);
  return build({
    sql: call.arguments.map((argument) => compile.value(argument, context)),
    types: call.arguments.map((argument) => argument.type),
    type: call.type,
    context,
  });
}

/** A value as the text that a person or another text is given: the wire's form. */
export function textOf(sql: string, type: Type): string {
  if (type.kind === 'datetime') return `to_char((${sql}) at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`;
  return type.kind === 'text' || type.kind === 'enum' ? sql : `(${sql})::text`;
}

function first(call: Call): string {
  const [sql] = call.sql;
  if (sql === undefined) throw new Error('The function needs an argument.');
  return sql;
}

/** Instants are read in TIME_ZONE (1). */
function asDate(call: Call, position: number): string {
  const sql = call.sql[position] as string;
  return call.types[position]?.kind === 'datetime' ? dateInZone(sql, call.context) : sql;
}

function localTime(call: Call, position: number): string {
  const sql = call.sql[position] as string;
  if (call.types[position]?.kind !== 'datetime') return sql;
  return `(${sql} at time zone ${timeZone(call.context.index, call.context.parameters)})`;
}

function part(name: string, of: string): string {
  return `extract(${name} from ${of})::bigint`;
}

/** Whole units between two instants, or in a duration. */
function elapsed(call: Call, seconds: number): string {
  const span = call.sql.length === 1 ? first(call) : `(${call.sql[1]} - ${call.sql[0]})`;
  return `trunc(extract(epoch from ${span}) / ${seconds})::bigint`;
}

function integral(call: Call, sql: string): string {
  return call.type.kind === 'integer' ? `(${sql})::${sqlType(call.type)}` : sql;
}

function endsWith(call: Call): string {
  return `(right(${first(call)}, char_length(${call.sql[1]})) = ${call.sql[1]})`;
}
