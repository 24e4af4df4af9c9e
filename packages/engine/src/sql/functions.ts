import { type FunctionCall, itemAt, message, type Type } from '@nonet/language';
import type { Compile, SqlContext } from './context.ts';
import { isWide } from './magnitude.ts';
import { notShown } from './not-shown.ts';
import { mayBeNull } from './nullability.ts';
import { addWorkingDays } from './operators.ts';
import type { TracedText } from './parameters.ts';
import { postgresPattern } from './pattern.ts';
import { guarded, isNear, mayLeaveItsType } from './range.ts';
import { ordered } from './text.ts';
import { dateInZone, inZone, nowSql, timeZone } from './values.ts';

interface Call {
  /** The SQL of the arguments, what it holds, and their types. */
  readonly sql: readonly string[];
  readonly traits: readonly TracedText['traits'][];
  readonly types: readonly Type[];
  readonly expression: FunctionCall;
  readonly context: SqlContext;
}

/** The characters that have the property White_Space in Unicode. */
const SPACES =
  '\t\n\v\f\r \u0085\u00a0\u1680\u2000\u2001\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009\u200a\u2028\u2029\u202f\u205f\u3000';

const CAPITALS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** The closed list of functions (1), each as SQL. */
const FUNCTIONS: Readonly<Record<string, (call: Call) => string>> = {
  now: ({ context }) => nowSql(context.parameters),
  today: ({ context }) => dateInZone(nowSql(context.parameters), context),
  date: (call) => asDate(call, 0),
  datetime: (call) => (call.types[0]?.kind === 'date' ? beginning(call) : first(call)),
  month: (call) => `date_trunc('month', (${asDate(call, 0)})::timestamp)::date`,
  month_number: (call) => part('month', asDate(call, 0)),
  year: (call) => part('year', asDate(call, 0)),
  day_number: (call) => part('day', asDate(call, 0)),
  weekday_number: (call) => part('isodow', asDate(call, 0)),
  hour: (call) => part('hour', inZone(first(call), call.context)),
  minute: (call) => part('minute', inZone(first(call), call.context)),
  days: (call) => `(${call.sql[1]} - ${call.sql[0]})::bigint`,
  hours: (call) => whole(call, 3600),
  minutes: (call) => whole(call, 60),
  dates: (call) => dates(asDate(call, 0), asDate(call, 1), call.context),
  next_occurrence: ({ sql: [recurrence, after] }) => `nonet.next_occurrence(${recurrence}, ${after})`,
  occurrences: ({ sql: [recurrence, from, to] }) =>
    `(case when (${to}) - (${from}) < 36525 then nonet.occurrences(${recurrence}, ${from}, ${to}, 36525) end)`,
  working_days: (call) => workingDays(call),
  working_hours: (call) => workedTime(call, 3_600_000_000),
  working_minutes: (call) => workedTime(call, 60_000_000),
  add_working_days: addedWorkingDays,
  add_working_time: (call) => addedWorkingTime(call),
  least: (call) => `least(${inOrder(call)})`,
  greatest: (call) => `greatest(${inOrder(call)})`,
  trunc: (call) => integral(call, `trunc(${first(call)})`),
  sign: (call) => `sign(${first(call)})::bigint`,
  abs: (call) => `abs(${first(call)})`,
  round: (call) => integral(call, `round((${first(call)})::numeric, ${call.sql.length > 1 ? places(call) : '0'})`),
  floor: (call) => integral(call, `floor(${first(call)})`),
  ceil: (call) => integral(call, `ceil(${first(call)})`),
  lower: (call) => `normalize(lower(${first(call)} collate nonet.text), NFC)`,
  upper: (call) => `normalize(upper(${first(call)} collate nonet.text), NFC)`,
  trim: (call) => `nullif(btrim(${first(call)}, ${call.context.parameters.bind(SPACES, 'text')}), '')`,
  lowerAscii: (call) => `normalize(translate(${first(call)}, '${CAPITALS}', '${CAPITALS.toLowerCase()}'), NFC)`,
  upperAscii: (call) => `normalize(translate(${first(call)}, '${CAPITALS.toLowerCase()}', '${CAPITALS}'), NFC)`,
  substring: ({ sql: [text, from, to] }) => {
    const whole = to === undefined ? text : `left(${text}, ${place(to)})`;
    return `nullif(substr(${whole}, ${place(from)} + 1), '')`;
  },
  replace: ({ sql, expression, context }) => {
    const name = mayLeaveItsType(expression, context.index) ? 'nonet.replaced' : 'replace';
    return `normalize(${name}(${sql.join(', ')}), NFC)`;
  },
  indexOf: ({ sql: [text, part, from] }) => {
    if (from === undefined) return `(strpos(${text}, ${part}) - 1)::bigint`;
    const found = `nullif(strpos(substr(${text}, ${place(from)} + 1), ${part}), 0)`;
    return `(coalesce(${found} + ${place(from)}, 0) - 1)::bigint`;
  },
  lastIndexOf: ({ sql: [text, part] }) =>
    `coalesce(char_length(${text}) - char_length(${part}) + 1 - nullif(strpos(reverse(${text}), reverse(${part})), 0), -1)::bigint`,
  size: (call) =>
    call.types[0]?.kind === 'list' ? `cardinality(${first(call)})::bigint` : `char_length(${first(call)})::bigint`,
  contains: (call) => `(strpos(${first(call)}, ${call.sql[1]}) > 0)`,
  startsWith: (call) => `starts_with(${first(call)}, ${call.sql[1]})`,
  endsWith: endsWith,
  integer: (call) => integral(call, `substring((${first(call)}) collate "C" from '^-?[0-9]{1,30}$')::numeric`),
  decimal: (call) => `substring((${first(call)}) collate "C" from '^-?[0-9]{1,30}(?:[.][0-9]{1,30})?$')::numeric`,
  text: (call) => written(first(call), itemAt(call.types, 0)),
};

export function compileFunction(compile: Compile, call: FunctionCall, context: SqlContext): string {
  if (call.name === 'matches') return matches(compile, call, context);
  const build = FUNCTIONS[call.name];
  if (build === undefined) throw new Error(`The function ${call.name} has no form in SQL.`);
  const parts = call.arguments.map((argument) => context.parameters.trace(() => compile.value(argument, context)));
  // The working time that it counts on is a gap: a value that is none refuses itself.
  if (call.type.kind === 'unknown') throw notShown(message('partNotShown'));
  const sql = parts.map(({ text }) => text);
  const types = call.arguments.map((argument) => argument.type);
  const built = build({ sql, traits: parts.map(({ traits }) => traits), types, expression: call, context });
  // PostgreSQL's own would pass over a null; here what is not there has no value.
  const nulls = IGNORES_NULL.has(call.name)
    ? sql.filter((_, at) => mayBeNull(itemAt(call.arguments, at), context))
    : [];
  if (nulls.length === 0) return built;
  return `(case when ${nulls.map((value) => `${value} is null`).join(' or ')} then null else ${built} end)`;
}

const IGNORES_NULL: ReadonlySet<string> = new Set([
  'least',
  'greatest',
  'round',
  'substring',
  'indexOf',
  'lastIndexOf',
]);

/** The pattern is a literal (its check says so), and bound as PostgreSQL writes it. */
function matches(compile: Compile, { arguments: [text, pattern] }: FunctionCall, context: SqlContext): string {
  if (text === undefined || pattern?.kind !== 'literal') throw new Error('`matches` needs a text and a pattern.');
  const written = context.parameters.bind(postgresPattern(String(pattern.value)), 'text');
  return `((${compile.value(text, context)}) collate "C" ~ ${written})`;
}

/** `text(x)`: without needless zeros, so that one value has one text. */
function written(sql: string, type: Type): string {
  if (type.kind === 'decimal' || type.kind === 'money') return `trim_scale(${sql})::text`;
  if (type.kind !== 'datetime') return textOf(sql, type);
  return `regexp_replace(${textOf(sql, type)}, '\\.?0*Z$', 'Z')`;
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

function inOrder(call: Call): string {
  return call.sql.map((sql) => ordered(sql, call.expression.type)).join(', ');
}

/** Instants are read in TIME_ZONE (1). */
function asDate(call: Call, position: number): string {
  const sql = itemAt(call.sql, position);
  const moment = call.expression.arguments[position];
  if (moment?.type.kind !== 'datetime') return sql;
  // At the ends of the calendar, the date in another zone may belong to the year before the first or after the last
  // one.
  const { context } = call;
  return isNear(moment, context.index)
    ? dateInZone(sql, context)
    : guarded('day', { text: inZone(sql, context), traits: call.traits[position] ?? new Set() }, context.parameters);
}

/**
 * The instant at which a date begins in TIME_ZONE; at the ends of the calendar, it may be of another year than 1 to
 * 9999.
 */
function beginning(call: Call): string {
  const { context, expression, traits } = call;
  const text = `((${first(call)})::timestamp at time zone ${timeZone(context.index, context.parameters)})`;
  if (isNear(expression, context.index)) return text;
  return guarded('instant', { text, traits: traits[0] ?? new Set() }, context.parameters);
}

/** The dates from one to another; null if they are more than a hundred years of them. */
function dates(from: string, to: string, { parameters }: SqlContext): string {
  const series = parameters.subselect(`array(select generate_series(${from}, ${to}, interval 'P1D')::date)`);
  return `(case when (${to}) - (${from}) < 36525 then ${series} end)`;
}

/**
 * The working time of the record that a call names (its third value), as PostgreSQL's functions take it: the lists of
 * its week, and its days off.
 */
function workingTime({ sql: [, , , weekdays, opens, closes, ...off] }: Call): WeekSql {
  const dates = (parity: number): string =>
    off
      .filter((_, at) => at % 2 === parity)
      .map((list) => `(${list})::date[]`)
      .join(' || ') || `'{}'::date[]`;
  return {
    weekdays: `(${weekdays})::text[]`,
    hours: `(${opens})::time[], (${closes})::time[]`,
    daysOff: `nonet.days_off(${dates(0)}, ${dates(1)})`,
  };
}

interface WeekSql {
  readonly weekdays: string;
  readonly hours: string;
  readonly daysOff: string;
}

function workingDays(call: Call): string {
  const { sql, context } = call;
  const { workingDays: week, holidays } = context.index.plan.settings;
  const { parameters } = context;
  if (sql.length === 2)
    return `nonet.working_days_between(${sql[0]}, ${sql[1]}, ${parameters.bind(week, 'int[]')}, ${parameters.bind(holidays, 'date[]')})`;
  const { weekdays, daysOff } = workingTime(call);
  return atRecord(
    call,
    `nonet.working_days_between(${sql[0]}, ${sql[1]}, nonet.weekday_numbers(${weekdays}), ${daysOff})`,
  );
}

/** Nothing is counted at a record that is not there, or that its reader may not know. */
function atRecord({ sql: [, , record] }: Call, counted: string): string {
  return `(case when (${record}) is not null then ${counted} end)`;
}

function addedWorkingDays(call: Call): string {
  const { weekdays, daysOff } = workingTime(call);
  const kind = call.types[0]?.kind === 'date' ? 'date' : 'datetime';
  const calendar = `nonet.weekday_numbers(${weekdays}), ${daysOff}`;
  return atRecord(call, addWorkingDays(first(call), kind, call.sql[1] ?? '', calendar, call.context));
}

function addedWorkingTime(call: Call): string {
  const { weekdays, hours, daysOff } = workingTime(call);
  const zone = timeZone(call.context.index, call.context.parameters);
  return atRecord(
    call,
    `nonet.add_working_time(${first(call)}, ${call.sql[1]}, ${weekdays}, ${hours}, ${daysOff}, ${zone})`,
  );
}

function workedTime(call: Call, microseconds: number): string {
  const { weekdays, hours, daysOff } = workingTime(call);
  const zone = timeZone(call.context.index, call.context.parameters);
  const counted = `nonet.working_time_between(${first(call)}, ${call.sql[1]}, ${weekdays}, ${hours}, ${daysOff}, ${zone})`;
  return atRecord(call, `trunc(${counted} / ${microseconds})::bigint`);
}

/** Places after the point, or before it: more than a hundred say no more. */
function places({ sql: [, at], expression }: Call): string {
  const stated = expression.arguments[1];
  const isSmall = stated?.kind === 'literal' && Math.abs(Number(stated.value)) <= 100;
  return isSmall ? `(${at})::int` : `least(greatest(${at}, -100), 100)::int`;
}

/**
 * A position between code points; positions before the first count as the first, and no text is longer than the last.
 */
function place(sql: string | undefined): string {
  return `least(greatest(${sql}, 0), 2147483646)::int`;
}

function part(name: string, of: string): string {
  return `extract(${name} from ${of})::bigint`;
}

/** The whole spans of so many seconds between two instants. */
function whole({ sql: [from, to] }: Call, seconds: number): string {
  return `trunc(extract(epoch from (${to}) - (${from})) / ${seconds})::bigint`;
}

/** A whole number of a function, which PostgreSQL's bigint may not hold. */
function integral({ expression, context }: Call, sql: string): string {
  if (expression.type.kind !== 'integer') return sql;
  return isWide(expression, context.index) ? `(${sql})` : `(${sql})::bigint`;
}

function endsWith(call: Call): string {
  return `(right(${first(call)}, char_length(${call.sql[1]})) = ${call.sql[1]})`;
}
