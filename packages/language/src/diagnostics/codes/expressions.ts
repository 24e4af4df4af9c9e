import { code } from '../code.ts';

const UNITS = ' Behind a number stands a unit of time (days, months, hours), of size (MB), or a currency (EUR).';

/** ` Did you mean “x”?`, or nothing. */
function guess(nearest: string | null): string {
  return nearest === null ? '' : ` Did you mean “${nearest}”?`;
}

const OLD =
  ' The record before a change is known in rules (5), in the effects of an event on a record that was there (4), and in what an example says of its outcome.';

const DEFAULTS =
  ' A default is known before its record is: it reads `user`, constants, terms, functions and queries of records, no other field of its own record. What follows from another field is computed (`= …`), or set by an effect (point 4).';

/** Where a guard is written, if not where the value is needed: in which cell, or behind which causes of a call. */
export type GuardPlace = 'effect' | 'row' | 'shows' | 'value' | { readonly causes: readonly string[] };

function placeWords(place: GuardPlace): string {
  switch (place) {
    case 'effect':
      return 'behind this effect';
    case 'row':
      return 'in the `when` of this row';
    case 'shows':
      return 'in `shows`';
    case 'value':
      return '(`else null` in an `optional` field)';
    default:
      return place.causes.length === 0
        ? 'behind its cause in `when` (`where …` at a time)'
        : `behind ${place.causes.map((cause) => `\`${cause}\``).join(' and ')} in \`when\``;
  }
}

/** N050 to N099: what the checker says about expressions. The quoted examples of their pages are tests. */
export const EXPRESSION_CODES = {
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
  N052: code<{ expected: string | { readonly sign: string }; found: string | null }>({
    severity: 'error',
    title: 'Something else is expected here',
    traits: ['foreign cell', 'part of a cell'],
    message: ({ expected, found }) =>
      `${found === null ? 'The expression ends' : `“${found}” stands`} where ${typeof expected === 'string' ? expected : `“${expected.sign}”`} is expected.`,
    page: 'An operator needs a value on each of its sides, and what is opened has to be closed.\n\n❌ `total > `\n\n✅ `total > 3`',
  }),
  N053: code<{ written: string; meant: string }>({
    severity: 'error',
    title: 'Not an operator of the language',
    traits: ['foreign cell', 'likely fixed'],
    message: ({ written, meant }) => `“${written}” is written “${meant}” here.`,
    page: 'Operators of SQL, of programming languages and of spreadsheets are written as this language has them: `==`, `!=`, `and`, `or`, `not`, `in [a, b]`, `== null`, `contains(text, part)`, `x >= a and x <= b`, `if a then b else c`.\n\n❌ `owner = user`\n\n✅ `owner == user`\n\n✅ `project == null`, for `project is null`\n\n✅ `contains(purpose, "trip")`, for `purpose like "%trip%"`',
  }),
  N054: code<{ limit: number; what: string }>({
    severity: 'error',
    title: 'Expression too large',
    traits: ['foreign cell'],
    message: ({ limit, what }) =>
      `This expression has more than ${limit} ${what}. State a part of it as a computed field.`,
    page: 'The size and the depth of an expression are bounded, so that its cost is. A part of it can be a computed field of its own, which has a name and a meaning: `late` with `= due < today()`, and then `not late`.',
    withoutExample: 'an expression that is too large would fill the page',
  }),
  N055: code<{
    name: string;
    nearest: string | null;
    isChoice?: true;
    isDefault?: true;
    condition?: string;
    lacks?: { readonly entity: string; readonly has: string };
  }>({
    severity: 'error',
    title: 'Unknown name',
    traits: ['foreign cell'],
    unknownName: { points: '34679' },
    page: 'A bare name is a field of the clause\'s own record (in a query: of the queried record), a constant of point 9, or `user`, `this`, in a rule of point 5 also `old`, in effects `old` and `new`. A choice or a state is a text, and stands in quotes.\n\n❌ `totl > 3`\n\n✅ `total > 3`\n\n✅ `status == "paid"`',
    names: ({ name, condition }) => (condition === undefined ? [name] : [name, condition]),
    message: ({ name, nearest, isChoice, isDefault, condition, lacks }) =>
      lacks !== undefined
        ? `“${name}” is a field of ${lacks.has}, and this is said of ${lacks.entity}, too, which has none: leave it out, or give each an error of its own.`
        : `Nothing here is called “${name}”.${isDefault ? DEFAULTS : condition !== undefined ? ` A choice or a state is compared: \`${condition}\`.` : isChoice ? ` A choice stands in quotes: "${name}".` : name === 'old' ? OLD : guess(nearest)}`,
  }),
  N056: code<{ name: string; entity: string; written: string }>({
    severity: 'error',
    title: 'A name of the record outside the query',
    traits: ['of what is stated elsewhere'],
    names: ({ name, written }) => [name, written],
    message: ({ name, entity, written }) =>
      `“${name}” is no field of ${entity}, which this query reads. The record outside is written “${written}”.`,
    page: "After `where`, `have` and `order`, bare names are the queried record's. The clause's own record is `this`.\n\n❌ `all(lines have date >= from)`\n\n✅ `all(lines have date >= this.from)`",
  }),
  N057: code<{ name: string; of: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    unknownName: { points: '3' },
    names: ({ name }) => [name],
    message: ({ name, of, nearest }) => `${of} has no “${name}”.${guess(nearest)}`,
    page: 'What stands behind a dot is a field of the record before it, by the name that point 3 gives it.\n\n❌ `owner.nam == "Emma"`\n\n✅ `owner.name == "Emma"`',
  }),
  N058: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown function',
    unknownName: { points: '9' },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no function “${name}”.${guess(nearest)}`,
    page: 'The functions are a closed list; a document can add named expressions to it (terms, point 9), not functions.\n\n❌ `from > todays()`\n\n✅ `from > today()`',
  }),
  N059: code<{ name: string; usage: string }>({
    severity: 'error',
    title: 'Wrong number of values',
    message: ({ name, usage }) => `“${name}” is written \`${usage}\`.`,
    page: 'Each function takes the values of its description.\n\n❌ `days(from) > 3`\n\n✅ `days(from, to) > 3`',
  }),
  N060: code<{ expected: string; found: string; hint?: string }>({
    severity: 'error',
    title: 'Another type is expected',
    traits: ['of what is stated elsewhere'],
    message: ({ expected, found, hint }) =>
      `This is ${found}, where ${expected} is expected.${hint === undefined ? '' : ` ${hint}`}`,
    page: 'Each place takes values of its type: a rule or a guard is true or false, a condition too, and a field takes values of its own type.\n\n❌ `purpose and total > 3`\n\n✅ `purpose != "none" and total > 3`',
  }),
  N061: code<{ operator: string; left: string; right: string; hint: string | null }>({
    severity: 'error',
    title: 'An operator can not take these',
    message: ({ operator, left, right, hint }) =>
      `“${operator}” can't take ${left} and ${right}.${hint === null ? '' : ` ${hint}`}`,
    page: 'Numbers are computed with numbers, money with money of one currency or with a number, dates with durations.\n\n❌ `from + 3 > to`\n\n✅ `from + 3 days > to`',
  }),
  N062: code<{ left: string; right: string; hint: string | null }>({
    severity: 'error',
    title: 'Unlike types compared',
    message: ({ left, right, hint }) => `${left} can't be compared with ${right}.${hint === null ? '' : ` ${hint}`}`,
    page: 'Only values of like types are compared.\n\n❌ `purpose == 3`\n\n✅ `purpose == "Trip"`',
  }),
  N063: code<{ value: string; values: readonly string[]; nearest: string | null }>({
    severity: 'error',
    title: 'Not one of the choices',
    traits: ['unknown step'],
    unknownName: { points: '346' },
    names: ({ value, values }) => [value, ...values],
    message: ({ value, values, nearest }) =>
      `“${value}” is none of the choices ${values.map((choice) => `“${choice}”`).join(', ')}.${guess(nearest)}`,
    page: 'A choice or state is compared with one of its own values.\n\n❌ `status == "drat"`\n\n✅ `status == "draft"`',
  }),
  N064: code<{ what: readonly string[]; guard: string; place?: GuardPlace }>({
    severity: 'error',
    title: 'A value may be missing',
    traits: ['of a field'],
    names: ({ what, guard }) => [...what, guard],
    message: ({ what, guard, place }) =>
      `${what.map((one) => `“${one}”`).join(' and ')} may be empty (null), and a value is needed here. Say what holds then: \`${guard}\`${place === undefined ? '' : ` ${placeWords(place)}`}.`,
    page: 'An optional field may be null. Where a value is needed, a guard says what holds without one, so that nothing is decided by accident.\n\n❌ `project.open`\n\n✅ `project == null or project.open`',
  }),
  N065: code<{ left: string; right: string; guard: string }>({
    severity: 'error',
    title: 'Both sides may be missing',
    traits: ['of a field'],
    names: ({ left, right, guard }) => [left, right, guard],
    message: ({ left, right, guard }) =>
      `“${left}” and “${right}” may both be empty (null), and it is not said whether they are the same then. Guard one of them: \`${guard}\`.`,
    page: 'Comparing a value that may be null with one that is never null is well defined. Where both may be null, a guard says what holds then.\n\n❌ `approver == owner.supervisor`\n\n✅ `approver != null and approver == owner.supervisor`',
  }),
  N066: code<{ divisor: string; guard: string | null }>({
    severity: 'error',
    title: 'The divisor may be zero',
    message: ({ divisor, guard }) =>
      `“${divisor}” may be zero.${guard === null ? '' : ` Say what holds then: \`${guard}\`.`}`,
    page: 'A division says what holds where its divisor is zero. A guard `x != 0` or `x > 0` before it is enough, and so is a number that is not zero.\n\n❌ `total / count(lines where amount > 5 EUR) < 3 EUR`\n\n✅ `not exists(lines where amount > 5 EUR) or total / count(lines where amount > 5 EUR) < 3 EUR`\n\n✅ `total / greatest(1, count(lines where amount > 5 EUR)) < 3 EUR`',
  }),
  N067: code<{ left: string; right: string }>({
    severity: 'error',
    title: 'Two currencies',
    message: ({ left, right }) => `Money in ${left} and in ${right} can't be mixed.`,
    page: 'There are no exchange rates in the language: money is computed and compared in one currency.\n\n❌ `total > 10 USD`\n\n✅ `total > 10 EUR`',
  }),
  N068: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown role',
    unknownName: { points: '6' },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no role “${name}”.${guess(nearest)}`,
    page: 'Behind `is` stands the name of a role of point 6.\n\n❌ `user is managr`\n\n✅ `user is manager`',
  }),
  N069: code<{ unit: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown unit',
    message: ({ unit, nearest }) => `“${unit}” is not a unit.${nearest === null ? UNITS : guess(nearest)}`,
    page: 'Behind a number stands a unit of time (`days`, `months`, `working days`, `hours`, …), of size (`MB`), or a currency (`EUR`).\n\n❌ `from + 3 dayz > to`\n\n✅ `from + 3 days > to`',
  }),
  N070: code<{ text: string; reason: string; what?: string }>({
    severity: 'error',
    title: 'Not a number, a date or a duration of the language',
    message: ({ text, reason, what = 'a number' }) => `“${text}” is not ${what} here: ${reason}.`,
    page: 'Numbers are exact: digits, with a point before the decimal places and nothing between thousands.\n\n❌ `total > 1_000`\n\n✅ `total > 1000`\n\nThere are dates of the years 1 to 9999, and durations of as many years. What is calculated beyond these has no value; where that is so for every record, it is reported here.\n\n❌ `to < today() + 9000 years`\n\n✅ `to < today() + 900 years`',
  }),
  N071: code<{ found: string }>({
    severity: 'error',
    title: 'Nothing to query',
    message: ({ found }) =>
      `This is ${found}. A query reads a list of this record (\`lines\`), all records of an entity (\`Claim\`), or a list of values.`,
    page: 'One query form serves own lists, all records of an entity, and lists of values.\n\n❌ `count(purpose) > 3`\n\n✅ `count(lines) > 3`',
  }),
  N072: code<{ form: string; usage: string }>({
    severity: 'error',
    title: 'Incomplete query',
    message: ({ form, usage }) => `“${form}” is written \`${usage}\`.`,
    page: '`sum`, `min`, `max` and `avg` need a value, `all` needs `have`; `count`, `exists` and `first` take records alone. Of a list of values (`dates(…)`, a constant) there are `count`, `exists` and `all`, and a condition names the value: `as day`.\n\n❌ `sum(lines) > 3`\n\n✅ `sum(lines.amount) > 3`',
  }),
  N073: code<{ name: string; place: string }>({
    severity: 'error',
    title: 'Not allowed here',
    message: ({ name, place }) => `“${name}” can't stand in ${place}.`,
    page: '`matches`, `lower` and `upper` do not stand in permissions, `where` or computed fields, whose cost has to stay bounded by the database.\n\n❌ `matches(purpose, /a/)` in a permission\n\n✅ `matches(purpose, /a/)` in a rule',
  }),
  N074: code<{ reason: string }>({
    severity: 'error',
    title: 'Not a regular expression of the language',
    message: ({ reason }) => `This regular expression can't be read: ${reason}.`,
    page: 'Regular expressions are those of RE2, which take linear time: no references back, no look around.\n\n❌ `matches(purpose, /(a/)`\n\n✅ `matches(purpose, /(a)/)`',
  }),
  N075: code<{ text: string; type: string; form: string }>({
    severity: 'error',
    title: 'Not a date or time',
    message: ({ text, type, form }) => `“${text}” is not ${type}. It is written \`"${form}"\`.`,
    page: 'Dates are written year, month, day.\n\n❌ `from > "1.2.2026"`\n\n✅ `from > "2026-02-01"`',
  }),
  N076: code<{
    what: string;
    always: boolean;
    itself?: { readonly other: string; readonly queried: string | null };
  }>({
    severity: 'warning',
    title: 'Comparison with one outcome',
    names: ({ what }) => [what],
    message: ({ what, always, itself }) =>
      itself === undefined
        ? `“${what}” is never empty (null), so this is always ${always}.`
        : `${what === itself.other ? `“${what}” is compared with itself` : `“${what}” and “${itself.other}” mean the same here`}, so this is always ${always}.${itself.queried === null ? '' : ` Bare names are those of ${itself.queried}, which this query reads; the clause's own record is \`this\`.`}`,
    page: "A field that is not `optional` always has a value, and what is compared with itself is always equal: in a query, bare names are the queried record's, and the clause's own record is `this`.\n\n❌ `purpose != null`\n\n✅ `project != null`\n\n✅ `exists(Claim where purpose == this.purpose)`",
  }),
  N077: code({
    severity: 'error',
    title: 'Comparisons in a row',
    message: () => 'Comparisons do not stand in a row. Write two of them with “and” between.',
    page: 'Each comparison has two sides.\n\n❌ `1 < size(lines) < 3`\n\n✅ `1 < size(lines) and size(lines) < 3`',
  }),
  N078: code<{ what: string }>({
    severity: 'error',
    title: 'Twice in one query',
    message: ({ what }) => `“${what}” stands twice here.`,
    page: 'Each part of a query stands once, and each of its names means one record.\n\n❌ `count(lines where amount > 3 where amount < 5) > 1`\n\n✅ `count(lines where amount > 3 and amount < 5) > 1`',
  }),
  N079: code<{ duration: string }>({
    severity: 'error',
    title: 'A date has no hours',
    message: ({ duration }) =>
      `A date has no time of day, so ${duration} can't be added to it. Use days, or a datetime.`,
    page: 'Days, weeks, months and years are added to dates; hours, minutes and seconds to datetimes.\n\n❌ `from + 12 hours > to`\n\n✅ `from + 1 day > to`',
  }),
  N080: code<{ brace: string }>({
    severity: 'error',
    title: 'A brace without its partner',
    message: ({ brace }) => `This “${brace}” has no partner. Write “${brace}${brace}” for the character itself.`,
    page: 'A placeholder stands between `{` and `}`.\n\n❌ a message `{total is too high`\n\n✅ a message `{total} is too high`',
  }),
  N081: code<{ text: string }>({
    severity: 'error',
    title: 'Not a value',
    message: ({ text }) =>
      `“${text}” is not a value. Values are numbers, \`21 %\`, \`500 EUR\`, \`30 days\`, \`2026-12-31\`, \`10 MB\`, \`600 per minute\`, \`"text"\`, \`true\`, lists \`["a", "b"]\`, \`env NAME\`, \`secret NAME\`.`,
    page: 'A constant states a value of its own, not an expression.\n\n❌ a constant `2 * 3`\n\n✅ a constant `6`',
  }),
  N082: code<{ escape: string }>({
    severity: 'error',
    title: 'Unknown escape',
    message: ({ escape }) => `“${escape}” has no meaning inside a text. A backslash itself is written \`\\\\\`.`,
    page: 'Inside text a backslash begins one of `\\n`, `\\t`, `\\r`, `\\\\`, `\\"`, `\\\'`, `\\u00e9`.\n\n❌ `purpose == "a\\q"`\n\n✅ `purpose == "a\\\\q"`',
  }),
  N083: code<{ form: string; meant: string }>({
    severity: 'error',
    title: 'A query where a function is meant',
    message: ({ form, meant }) =>
      `“${form}” reads the records of one list. The ${meant} of several values is \`${meant}(a, b)\`.`,
    page: '`min` and `max` are queries; `least` and `greatest` compare values.\n\n❌ `min(total, 3 EUR) > 1 EUR`\n\n✅ `least(total, 3 EUR) > 1 EUR`',
  }),
  N084: code({
    severity: 'error',
    title: 'No expression',
    message: () => 'An expression is expected here.',
    page: 'Something has to stand here.\n\n❌ ``\n\n✅ `total > 3`',
  }),
  N085: code<{ name: string }>({
    severity: 'error',
    title: 'An entity is not a value',
    unknownName: { points: '37' },
    names: ({ name }) => [name],
    message: ({ name }) =>
      `“${name}” means all records of an entity. It stands in a query: \`count(${name})\`, \`exists(${name} where …)\`.`,
    page: "An entity's name means all its records, which only a query can read.\n\n❌ `Project > 3`\n\n✅ `count(Project) > 3`",
  }),
  N086: code<{ list: string; entity: string }>({
    severity: 'error',
    title: 'A list is not a record',
    message: ({ list, entity }) =>
      `“${list}” is a list of ${entity}. Read it with a query: \`sum(${list}.…)\`, \`all(${list} have …)\`, \`first(${list} …)\`.`,
    page: 'The fields of the records of a list are read by a query.\n\n❌ `lines.amount > 3`\n\n✅ `all(lines have amount > 3)`',
  }),
  N087: code<{ what: string }>({
    severity: 'error',
    title: 'Order is not known',
    message: ({ what }) => `${what} have no order, so they can't be compared by “<” and “>”, nor sorted by.`,
    page: 'Numbers, money, dates, times, durations and text have an order; choices, records and truth values have none.\n\n❌ `status > "draft"`\n\n✅ `status != "draft"`',
  }),
  N088: code<{ name: string; entity: string }>({
    severity: 'error',
    title: 'A name with two meanings',
    message: ({ name, entity }) =>
      `“${name}” is a parameter of this term and a field of ${entity}, which the query reads: rename the parameter.`,
    page: "In a query bare names are the queried record's, so that a parameter of the same name could not be told from it.\n\n❌\n\n~~~markdown\n#### taken(owner User)\n\n```expr\ncount(Claim where owner == owner)\n```\n~~~\n\n✅\n\n~~~markdown\n#### taken(who User)\n\n```expr\ncount(Claim where owner == who)\n```\n~~~",
  }),
  N089: code<{ circle: readonly string[] }>({
    severity: 'error',
    title: 'A term that calls itself',
    message: ({ circle }) => `Terms do not call themselves: ${circle.join(' → ')}.`,
    page: 'A term stands for its expression, so that none can stand for itself, through others neither.\n\n❌\n\n~~~markdown\n#### early(day date)\n\n```expr\nlate(day) == false\n```\n\n#### late(day date)\n\n```expr\nearly(day) == false\n```\n~~~\n\n✅\n\n~~~markdown\n#### early(day date)\n\n```expr\nday < today()\n```\n\n#### late(day date)\n\n```expr\nearly(day) == false\n```\n~~~',
  }),
  N090: code<{ name: string }>({
    severity: 'error',
    title: 'A term that needs somebody',
    message: ({ name }) => `\`${name}\` names \`user\`, and nobody acts where this is read.`,
    page: 'A computed field and a default of the system have one value for all, so that a term that names `user` does not stand there.\n\n❌ `mine(owner)` as a computed field, where the term `mine(who User)` reads `user`\n\n✅ `mine(owner)` in a permission',
  }),
};
