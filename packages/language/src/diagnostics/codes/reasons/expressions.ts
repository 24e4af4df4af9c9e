import { type DescribedType, wordsOfType } from './types.ts';

/** The parts that the grammar of expressions expects at a place, if they are not a single sign. */
export const EXPECTED_PARTS = {
  end: 'an operator or the end',
  field: 'the name of a field',
  operator: 'an operator (a list has no numbered places: `first(…)` reads one of it)',
  queried: 'a name for the queried record',
  regexEnd: 'the closing “/”',
  role: 'the name of a role',
  value: 'a value',
} as const;

/** Hints about what the writer probably means, where another token was expected. */
export const SYNTAX_HINTS = {
  grouped: 'A query gives one value: the groups of a tile stand in its column `by`.',
} as const;

/** Why a span can't be counted at a record. */
export const AT_REASONS = {
  days: 'has days or months of the calendar: at a record working days are counted, or hours and minutes',
  hours: 'is a part of a day, and a date has none: hours are added to a `datetime`',
  moment: 'is added to neither a date nor an instant',
  place: 'has no length of its own: it is added to a date or an instant, as in `today() + 3 working days at branch`',
  span: 'counts neither working days nor hours and minutes',
} as const;

/** The sizes that an expression can exceed. */
export const SIZES = { levels: 'levels', parts: 'parts' } as const;

const KINDS_OF_VALUE = {
  any: 'a value',
  dateOrDatetime: 'a date or a datetime',
  numberOrMoney: 'a number or money',
  ordered: 'a value that has an order',
  printable: 'a value that can be written as text',
  regex: 'a regular expression (`/…/`, or a text as it stands)',
  textOrList: 'text or a list',
} as const;

/** The expected value: of a type, or of one of several, with a name for them. */
export type ExpectedValue = DescribedType | { readonly oneOf: keyof typeof KINDS_OF_VALUE };

/** The words of what a value has to be. */
export function wordsOfExpected(expected: ExpectedValue): string {
  return typeof expected === 'object' && 'oneOf' in expected ? KINDS_OF_VALUE[expected.oneOf] : wordsOfType(expected);
}

const REGEX = {
  argument: 'a regular expression',
  value: 'a regular expression (it stands in `matches`)',
} as const;

/** The value that was found: of a type, or a regular expression. */
export type FoundValue = DescribedType | { readonly regex: keyof typeof REGEX };

/** The words of what a value is. */
export function wordsOfFound(found: FoundValue): string {
  return typeof found === 'object' && 'regex' in found ? REGEX[found.regex] : wordsOfType(found);
}

/** Conversions of a value to the expected type. */
export const VALUE_HINTS = {
  count: ({ unit }: { readonly unit: string }) => `It stands before “${unit}”.`,
  condition: ({ operator, written }: { readonly operator: string; readonly written: string }) =>
    `Each side of “${operator}” is a condition of its own: \`${written}\`.`,
  round: '`round(…)`, `floor(…)` and `ceil(…)` make it a whole one.',
  unit: 'A unit behind it says how long that is: `(…) days`.',
} as const;

const dateOfDatetime = '`date(x)` is the date of a datetime.';

/** The notations to use if an operator does not take two values. */
export const OPERATOR_HINTS = {
  contains: '`contains(text, part)` looks for a part of a text.',
  dateOfDatetime,
  list: 'Lists are not computed with. A `many` is written as a whole (`update`, `asks`), or changed by an exact call (`add user to …`, point 7) or an effect (`watchers + user`, `watchers - user`).',
  money: 'Money is added to money, and multiplied with numbers.',
  textOf: '`text(x)` is a value as text.',
  time: 'Times of day are compared alone: what is computed with is a datetime, or a number.',
  unit: ({ number }: { readonly number: string }) => `A duration has a unit: \`${number} days\`.`,
  workingDays: 'How long a working day is depends on where it is counted from: add one to the date, then the other.',
} as const;

/** The notations to use if two values can't be compared. */
export const COMPARISON_HINTS = {
  dateOfDatetime,
  days: 'The difference of two dates is a whole number of days.',
  in: 'Whether a list has a value is asked with `in`.',
  records: ({ meant }: { readonly meant: string }) =>
    `Records are compared themselves, without their ids: \`${meant}\`.`,
} as const;

/** Why something is no number, date or duration of the language. */
export const NUMBER_REASONS = {
  dates: 'there are dates of the years 1 to 9999',
  durations: 'a duration has at most 9,999 years, or 285 years of hours, minutes and seconds',
  exponent: 'an exponent has at most three digits',
  integers: 'whole numbers reach from -(2^53-1) to 2^53-1',
  rate: 'a rate counts whole things, at least one',
  separated: 'thousands are not separated',
  size: 'a size is not negative',
  wholeUnits: 'a duration has whole units',
  workingDays: 'working days are whole',
} as const;

/** The places where something is not allowed. */
export const PLACES = {
  computed: 'a computed field',
  expression: 'an expression (only in point 9)',
  expressionOrDefault: 'an expression (only in point 9 and in defaults)',
  permission: 'a permission',
  where: 'a `where`',
} as const;

/** The words for types without an order, for several values together. */
export function wordsOfUnordered(described: DescribedType): string {
  if (described === 'boolean') return 'True and false';
  const type = typeof described === 'object' ? described.type : undefined;
  if (type === 'enum') return 'Choices and states';
  return type === 'record' ? 'Records' : `Values like this (${wordsOfType(described)})`;
}

/** The fault that RE2 finds in a regular expression, and the part that has it. */
export interface PatternFault {
  readonly description: string;
  readonly part: string | null;
}

export function wordsOfPatternFault({ description, part }: PatternFault): string {
  return part === null || part === '' ? description : `${description}: \`${part}\``;
}
