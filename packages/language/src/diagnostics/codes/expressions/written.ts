import { code } from '../../code.ts';
import {
  EXPECTED_PARTS,
  NUMBER_REASONS,
  SIZES,
  SYNTAX_HINTS,
  type PatternFault,
  wordsOfPatternFault,
} from '../reasons/expressions.ts';
import { wordsOfType } from '../reasons/types.ts';
import { behind, guess } from './hints.ts';

const UNITS = ' Behind a number stands a unit of time (days, months, hours), of size (MB), or a currency (EUR).';

/** How an expression is written: characters, literals, operators. */
export const WRITTEN_CODES = {
  N049: code<{ meant: string }>({
    severity: 'warning',
    title: 'A text with a placeholder',
    message: ({ meant }) =>
      `Braces mean nothing in a text of an expression, so that it holds them as they stand. A text is put together with “+”: \`${meant}\`, and \`text(x)\` of what is no text.`,
    page: 'Titles, messages and the bodies of calls are templates, in which `{name}` is filled in. A text in an expression stands for itself.\n\n❌ `purpose == "{status}"`\n\n✅ `purpose == "status " + text(total)`',
  }),
  N050: code<{ found: string }>({
    severity: 'error',
    title: 'Unexpected character',
    traits: ['foreign cell'],
    message: ({ found }) => `“${found}” has no meaning in an expression.`,
    page: 'Expressions are made of names, numbers, quoted text and the operators of the language.\n\n❌ `total # 3`\n\n✅ `total > 3`',
  }),
  N051: code({
    severity: 'error',
    title: 'Text without an end',
    traits: ['foreign cell'],
    message: () => 'This text has no closing quote.',
    page: 'Text stands between two quotes of the same kind, on one line.\n\n❌ `status == "draft`\n\n✅ `status == "draft"`',
  }),
  N052: code<{
    expected: keyof typeof EXPECTED_PARTS | { readonly sign: string };
    found: string | null;
    hint?: keyof typeof SYNTAX_HINTS;
  }>({
    severity: 'error',
    title: 'Something else is expected here',
    traits: ['foreign cell', 'part of a cell'],
    message: ({ expected, found, hint }) =>
      `${found === null ? 'The expression ends' : `“${found}” stands`} where ${typeof expected === 'string' ? EXPECTED_PARTS[expected] : `“${expected.sign}”`} is expected.${hint === undefined ? '' : behind(SYNTAX_HINTS[hint])}`,
    page: 'An operator needs a value on each of its sides, and what is opened has to be closed.\n\n❌ `total > `\n\n✅ `total > 3`',
  }),
  N053: code<{ written: string; meant: string }>({
    severity: 'error',
    title: 'Not an operator of the language',
    traits: ['foreign cell', 'likely fixed'],
    message: ({ written, meant }) => `“${written}” is written “${meant}” here.`,
    page: 'Operators of SQL, of programming languages and of spreadsheets are written as this language has them: `==`, `!=`, `and`, `or`, `not`, `in [a, b]`, `== null`, `contains(text, part)`, `x >= a and x <= b`, `if a then b else c`.\n\n❌ `owner = user`\n\n✅ `owner == user`\n\n✅ `project == null`, for `project is null`\n\n✅ `contains(purpose, "trip")`, for `purpose like "%trip%"`',
  }),
  N054: code<{ limit: number; what: keyof typeof SIZES }>({
    severity: 'error',
    title: 'Expression too large',
    traits: ['foreign cell'],
    message: ({ limit, what }) =>
      `This expression has more than ${limit} ${SIZES[what]}. State a part of it as a computed field.`,
    page: 'The size and the depth of an expression are bounded, so that its cost is. A part of it can be a computed field of its own, which has a name and a meaning: `late` with `= due < today()`, and then `not late`.',
    withoutExample: 'an expression that is too large would fill the page',
  }),
  N069: code<{ unit: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown unit',
    message: ({ unit, nearest }) => `“${unit}” is not a unit.${nearest === null ? UNITS : guess(nearest)}`,
    page: 'Behind a number stands a unit of time (`days`, `months`, `working days`, `hours`, …), of size (`MB`), or a currency (`EUR`).\n\n❌ `from + 3 dayz > to`\n\n✅ `from + 3 days > to`',
  }),
  N070: code<{ text: string; reason: keyof typeof NUMBER_REASONS; what?: 'date' | 'duration' }>({
    severity: 'error',
    title: 'Not a number, a date or a duration of the language',
    message: ({ text, reason, what }) => `“${text}” is not a ${what ?? 'number'} here: ${NUMBER_REASONS[reason]}.`,
    page: 'Numbers are exact: digits, with a point before the decimal places and nothing between thousands.\n\n❌ `total > 1_000`\n\n✅ `total > 1000`\n\nThere are dates of the years 1 to 9999, and durations of as many years. What is calculated beyond these has no value; where that is so for every record, it is reported here.\n\n❌ `to < today() + 9000 years`\n\n✅ `to < today() + 900 years`',
  }),
  N074: code<{ fault: PatternFault }>({
    severity: 'error',
    title: 'Not a regular expression of the language',
    message: ({ fault }) => `This regular expression can't be read: ${wordsOfPatternFault(fault)}.`,
    page: 'Regular expressions are those of RE2, which take linear time: no references back, no look around.\n\n❌ `matches(purpose, /(a/)`\n\n✅ `matches(purpose, /(a)/)`',
  }),
  N075: code<{ text: string; type: 'date' | 'datetime' | 'time'; form: string }>({
    severity: 'error',
    title: 'Not a date or time',
    message: ({ text, type, form }) => `“${text}” is not ${wordsOfType(type)}. It is written \`"${form}"\`.`,
    page: 'Dates are written year, month, day.\n\n❌ `from > "1.2.2026"`\n\n✅ `from > "2026-02-01"`',
  }),
  N077: code({
    severity: 'error',
    title: 'Comparisons in a row',
    message: () => 'Comparisons do not stand in a row. Write two of them with “and” between.',
    page: 'Each comparison has two sides.\n\n❌ `1 < size(lines) < 3`\n\n✅ `1 < size(lines) and size(lines) < 3`',
  }),
  N080: code<{ brace: string }>({
    severity: 'error',
    title: 'A brace without its partner',
    message: ({ brace }) => `This “${brace}” has no partner. Write “${brace}${brace}” for the character itself.`,
    page: 'A placeholder stands between `{` and `}`.\n\n❌ a message `{total is too high`\n\n✅ a message `{total} is too high`',
  }),
  N081: code<{ text: string; meant?: string }>({
    severity: 'error',
    title: 'Not a value',
    message: ({ text, meant }) =>
      meant !== undefined
        ? `“${text}” is not a value. It is written \`${meant}\`.`
        : `“${text}” is not a value. Values are numbers, \`21 %\`, \`500 EUR\`, \`30 days\`, \`2026-12-31\`, \`10 MB\`, \`600 per minute\`, \`"text"\`, \`true\`, lists \`["a", "b"]\`, \`env NAME\`, \`secret NAME\`.`,
    page: 'A constant states a value of its own, not an expression.\n\n❌ a constant `2 * 3`\n\n✅ a constant `6`',
  }),
  N082: code<{ escape: string }>({
    severity: 'error',
    title: 'Unknown escape',
    message: ({ escape }) => `“${escape}” has no meaning inside a text. A backslash itself is written \`\\\\\`.`,
    page: 'Inside text a backslash begins one of `\\n`, `\\t`, `\\r`, `\\\\`, `\\"`, `\\\'`, `\\u00e9`.\n\n❌ `purpose == "a\\q"`\n\n✅ `purpose == "a\\\\q"`',
  }),
  N084: code({
    severity: 'error',
    title: 'No expression',
    message: () => 'An expression is expected here.',
    page: 'Something has to stand here.\n\n❌ ``\n\n✅ `total > 3`',
  }),
};
