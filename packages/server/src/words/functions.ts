/** One function in an effect, as a value of this type, and what is then answered. `DAY` and `AT` are fields. */
export interface FunctionCase {
  readonly type: string;
  readonly expression: string;
  readonly answered: unknown;
}

/** A datetime whose date in `TIME_ZONE` is the next day's, in the next month. */
export const AT = '2026-01-31T23:30:00.000000Z';
export const DAY = '2026-02-27';

/** The results of each function of the language. */
export const FUNCTION_CASES: Readonly<Record<string, FunctionCase>> = {
  today: { type: 'boolean', expression: 'today() == date(now())', answered: true },
  now: { type: 'boolean', expression: 'now() >= created_at', answered: true },
  date: { type: 'date', expression: 'date(at)', answered: '2026-02-01' },
  year: { type: 'integer', expression: 'year(day)', answered: 2026 },
  month: { type: 'date', expression: 'month(at)', answered: '2026-02-01' },
  month_number: { type: 'integer', expression: 'month_number(at)', answered: 2 },
  datetime: {
    type: 'datetime',
    expression: 'datetime("2026-01-31T23:30:00Z") + 1 hour',
    answered: '2026-02-01T00:30:00.000000Z',
  },
  day_number: { type: 'integer', expression: 'day_number(day)', answered: 27 },
  weekday_number: { type: 'integer', expression: 'weekday_number(at)', answered: 7 },
  hour: { type: 'integer', expression: 'hour(at)', answered: 0 },
  minute: { type: 'integer', expression: 'minute(at)', answered: 30 },
  hours: { type: 'integer', expression: 'hours(at, at + 90 minutes)', answered: 1 },
  minutes: { type: 'integer', expression: 'minutes(at, at + 90 minutes)', answered: 90 },
  days: { type: 'integer', expression: 'days(day, day + 1 month)', answered: 28 },
  dates: { type: 'integer', expression: 'size(dates(day, day + 2 days))', answered: 3 },
  least: { type: 'date', expression: 'least(day, day + 1 day, day - 1 day)', answered: '2026-02-26' },
  greatest: { type: 'decimal(5, 2)', expression: 'greatest(1.5, 2.25, 2)', answered: '2.25' },
  round: { type: 'decimal(5, 2)', expression: 'round(-2.345, 2)', answered: '-2.35' },
  floor: { type: 'integer', expression: 'floor(-1.5)', answered: -2 },
  ceil: { type: 'integer', expression: 'ceil(-1.5)', answered: -1 },
  trunc: { type: 'integer', expression: 'trunc(-1.5)', answered: -1 },
  sign: { type: 'integer', expression: 'sign(-1.5)', answered: -1 },
  abs: { type: 'decimal(5, 2)', expression: 'abs(-1.5)', answered: '1.50' },
  lower: { type: 'text', expression: 'lower("ÄB")', answered: 'äb' },
  upper: { type: 'text', expression: 'upper("äb")', answered: 'ÄB' },
  trim: { type: 'text', expression: 'trim("  a b ")', answered: 'a b' },
  lowerAscii: { type: 'text', expression: '"ÄBc".lowerAscii()', answered: 'Äbc' },
  upperAscii: { type: 'text', expression: '"äBc".upperAscii()', answered: 'äBC' },
  substring: { type: 'text', expression: '"a\u{1f600}bc".substring(1, 3)', answered: '\u{1f600}b' },
  replace: { type: 'text', expression: 'replace("a-b-c", "-", "+")', answered: 'a+b+c' },
  indexOf: { type: 'integer', expression: '"a\u{1f600}bc".indexOf("c")', answered: 3 },
  lastIndexOf: { type: 'integer', expression: '"a.b.c".lastIndexOf(".")', answered: 3 },
  size: { type: 'integer', expression: 'size("a\u{1f600}")', answered: 2 },
  contains: { type: 'boolean', expression: '"abc".contains("b")', answered: true },
  startsWith: { type: 'boolean', expression: '"abc".startsWith("b")', answered: false },
  endsWith: { type: 'boolean', expression: 'endsWith("abc", "bc")', answered: true },
  matches: { type: 'boolean', expression: String.raw`"Öl 12".matches(/(?i)^öl \d+$/)`, answered: true },
  integer: { type: 'integer', expression: 'integer("-012")', answered: -12 },
  decimal: { type: 'decimal(5, 2)', expression: 'decimal("-12.50")', answered: '-12.50' },
  text: { type: 'text', expression: 'text(12.50)', answered: '12.5' },
};

/** An entity `Sample` whose event `work` sets a field by each case. */
export function documentOfFunctions(cases: Readonly<Record<string, FunctionCase>>): string {
  const rows = Object.entries(cases);
  return `# Specification: Functions

## 1. What the product does and for whom

It works values out.

## 2. Screens and routes

none

## 3. Entities and their fields

### Sample

| field | type | rules |
| --- | --- | --- |
| at | datetime | |
| day | date | |
${rows.map(([, { type }], index) => `| f${index} | ${type} | optional |`).join('\n')}
| status | state | |

## 4. States and transitions

### Sample.status

| state | kind |
| --- | --- |
| fresh | initial |
| worked | final |

| event | from | to | by | then |
| --- | --- | --- | --- | --- |
| work | fresh | worked | anybody | \`${rows.map(([, { expression }], index) => `f${index} = ${expression}`).join('; ')}\` |

## 5. Validation rules

none

## 6. Roles and permissions

### Roles

| role | is given to |
| --- | --- |
| anybody | anyone |

### Permissions

#### Sample

| may | anybody |
| --- | --- |
| read, create, update, delete | yes |

#### User

| may | anybody |
| --- | --- |
| read, create, update, delete, update roles, update email | no |

## 7. The calls it makes

none

## 8. Error catalogue

none

## 9. Business constants and limits

| name | value |
| --- | --- |
| TIME_ZONE | "Europe/Amsterdam" |
`;
}
