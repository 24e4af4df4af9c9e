import { isListForm, LIST_QUERY_USAGE, QUERY_USAGE, type WrittenQueryForm } from '../../../vocabulary/query-forms.ts';
import { FUNCTIONS } from '../../../vocabulary/functions.ts';
import { code } from '../../code.ts';
import { PLACES } from '../reasons/expressions.ts';
import { type DescribedType, wordsOfType } from '../reasons/types.ts';
import { guess } from './hints.ts';

const OLD =
  ' The record before a change is known in rules (5), in the effects of an event on a record that was there (4), and in what an example says of its outcome.';

/** How a function of the language is written, or (with its parameters) a term of the document. */
function usageOf(name: string, parameters: readonly string[] | null): string {
  return parameters === null ? (FUNCTIONS[name]?.usage ?? name) : `${name}(${parameters.join(', ')})`;
}

/** Names in an expression: fields, functions, queries, terms. */
export const NAME_CODES = {
  N055: code<{
    name: string;
    nearest: string | null;
    isChoice?: true;
    condition?: string;
    asking?: string;
    held?: string;
    lacks?: { readonly entity: string; readonly has: string };
    of?: readonly string[];
  }>({
    severity: 'error',
    title: 'Unknown name',
    traits: ['foreign cell'],
    unknownName: { points: '34679' },
    page: 'A bare name is a field of the clause\'s own record (in a query: of the queried record), a constant of point 9, or `user`, `this`, in a rule of point 5 also `old`, in effects `old` and `new`. A choice or a state is a text, and stands in quotes.\n\n❌ `totl > 3`\n\n✅ `total > 3`\n\n✅ `status == "paid"`',
    names: ({ name, condition }) => (condition === undefined ? [name] : [name, condition]),
    message: ({ name, nearest, isChoice, condition, asking, held, lacks, of = [] }) =>
      of.length > 0
        ? `“${name}” is a field of ${of.join(', ')}, and this role is said of no records: name the entity in a column \`of\`.`
        : asking !== undefined
          ? `“${name}” is asked for by \`${asking}\` and not stored: that event's \`when\` and \`then\` read it, and nothing else does. Write the condition into \`when\`, or make it a field of point 3.`
          : lacks !== undefined
            ? `“${name}” is a field of ${lacks.has}, and this is said of ${lacks.entity}, too, which has none: leave it out, or give each an error of its own.`
            : `Nothing here is called “${name}”.${condition !== undefined ? ` A choice or a state is compared: \`${condition}\`.` : isChoice ? ` A choice stands in quotes: "${name}".` : held !== undefined ? ` It is a role of point 6, which somebody holds: \`${held}\`.` : name === 'old' ? OLD : guess(nearest)}`,
  }),
  N056: code<{ name: string; entity: string; written: string; isUnnamed?: true }>({
    severity: 'error',
    title: 'A name of the record outside the query',
    traits: ['of what is stated elsewhere'],
    names: ({ name, written }) => [name, written],
    message: ({ name, entity, written, isUnnamed }) =>
      `“${name}” is no field of ${entity}, which this query reads. The record outside is written “${written}”${isUnnamed ? " with “as x” behind the outer query's list, as in “lines as x”" : ''}.`,
    page: "After `where`, `have` and `order`, bare names are the queried record's. The clause's own record is `this`.\n\n❌ `all(lines have date >= from)`\n\n✅ `all(lines have date >= this.from)`",
  }),
  N057: code<{ name: string; of: string | { written: string; type?: DescribedType }; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    unknownName: { points: '3' },
    names: ({ name }) => [name],
    message: ({ name, of, nearest }) => {
      const holder =
        typeof of === 'string' ? of : `“${of.written}”${of.type === undefined ? '' : ` (${wordsOfType(of.type)})`}`;
      return `${holder} has no “${name}”.${guess(nearest)}`;
    },
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
  N059: code<{ name: string; parameters: readonly string[] | null }>({
    severity: 'error',
    title: 'Wrong number of values',
    message: ({ name, parameters }) => `“${name}” is written \`${usageOf(name, parameters)}\`.`,
    page: 'Each function takes the values of its description.\n\n❌ `days(from) > 3`\n\n✅ `days(from, to) > 3`',
  }),
  N068: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown role',
    unknownName: { points: '6' },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no role “${name}”.${guess(nearest)}`,
    page: 'Behind `is` stands the name of a role of point 6.\n\n❌ `user is managr`\n\n✅ `user is manager`',
  }),
  N071: code<{ found: DescribedType }>({
    severity: 'error',
    title: 'Nothing to query',
    message: ({ found }) =>
      `This is ${wordsOfType(found)}. A query reads a list of this record (\`lines\`), all records of an entity (\`Claim\`), or a list of values.`,
    page: 'One query form serves own lists, all records of an entity, and lists of values.\n\n❌ `count(purpose) > 3`\n\n✅ `count(lines) > 3`',
  }),
  N072: code<{ form: WrittenQueryForm; of: 'records' | 'list' }>({
    severity: 'error',
    title: 'Incomplete query',
    message: ({ form, of }) =>
      `“${form}” is written \`${of === 'list' && isListForm(form) ? LIST_QUERY_USAGE[form] : QUERY_USAGE[form]}\`.`,
    page: '`sum`, `min`, `max` and `avg` need a value, `all` needs `have`; `count`, `exists` and `first` take records alone. Of a list of values (`dates(…)`, a constant) there are `count`, `exists` and `all`, and a condition names the value: `as day`.\n\n❌ `sum(lines) > 3`\n\n✅ `sum(lines.amount) > 3`',
  }),
  N073: code<{ name: string; term?: string; place: keyof typeof PLACES }>({
    severity: 'error',
    title: 'Not allowed here',
    message: ({ name, term, place }) =>
      `“${name}${term === undefined ? '' : ` (in ${term})`}” can't stand in ${PLACES[place]}.`,
    page: '`matches`, `lower` and `upper` do not stand in permissions, `where` or computed fields, whose cost has to stay bounded by the database.\n\n❌ `matches(purpose, /a/)` in a permission\n\n✅ `matches(purpose, /a/)` in a rule',
  }),
  N078: code<{ what: string }>({
    severity: 'error',
    title: 'Twice in one query',
    message: ({ what }) => `“${what}” stands twice here.`,
    page: 'Each part of a query stands once, and each of its names means one record.\n\n❌ `count(lines where amount > 3 where amount < 5) > 1`\n\n✅ `count(lines where amount > 3 and amount < 5) > 1`',
  }),
  N083: code<{ form: string; meant: string }>({
    severity: 'error',
    title: 'A query where a function is meant',
    message: ({ form, meant }) =>
      `“${form}” reads the records of one list. The ${meant} of several values is \`${meant}(a, b)\`.`,
    page: '`min` and `max` are queries; `least` and `greatest` compare values.\n\n❌ `min(total, 3 EUR) > 1 EUR`\n\n✅ `least(total, 3 EUR) > 1 EUR`',
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
