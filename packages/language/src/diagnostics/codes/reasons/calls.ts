import { asked } from '../../no-such-reason.ts';
import type { Because } from '../../reason.ts';

interface Named {
  readonly name: string;
}

const notAMethod = ({ word, nearest }: { readonly word: string; readonly nearest: string | null }) =>
  `“${word}” is not a method${asked(nearest)}`;
const twice = ({ name }: Named) => `“${name}” stands there twice`;

/** Why something is no request of an outbound call. */
export const REQUEST_REASONS = {
  form: 'it is a method and an address',
  none: 'a call without a request is none; leave it out, or write `not shown`',
  notAMethod,
  origin: 'the origin is literal (`https://api.example.com`) or an `env` constant (`{BILLING_URL}`)',
  path: 'what follows the origin begins with `/` or `?`',
  pathOfLiteral: 'what follows the origin begins with `/` or `?`, and no value stands in the host',
  secretOrigin: ({ name }: Named) => `${name} is a secret, and the origin is literal or an \`env\` constant`,
  notAnOrigin: ({ name }: Named) => `${name} is not an origin such as "https://api.example.com"`,
} as const;

/** Why a line is no header. */
export const HEADER_REASONS = {
  form: 'it is a name, a colon and a value',
  notAName: ({ name }: Named) => `“${name}” is not a name of a header`,
  ofProduct: ({ name }: Named) => `the product sets “${name}” itself`,
  twice,
} as const;

/** Why the body of an outbound call is not JSON. */
export const BODY_REASONS = {
  language: ({ language }: { readonly language: string }) => `the block is marked “${language}”, not \`json\``,
  placeholder: ({ text }: { readonly text: string }) => `a placeholder stands in a string, as in "${text}"`,
  ends: 'it ends too early',
  unexpected: ({ text }: { readonly text: string }) => `“${text}” is not expected here`,
  twice,
} as const;

/** How a part of an outbound call is written. */
export const PART_FORMS = {
  signed: '`with ARCHIVE_SECRET`',
  expects: '`2xx within 5 s`',
  retry: '`5 times, from 2 s, doubling`',
  answer: 'names with types, such as `reference text, note? text`',
  plainType: 'a type of plain values, such as `text` or `integer`',
} as const;

/** Why a body is in the wrong place. */
export const BODY_PLACE_REASONS = {
  second: 'the call has one already',
  none: ({ method }: { readonly method: string }) => `${method} has no body`,
} as const;

/** Why the words of a mail can't be sent as they are. */
export const MAIL_BODY_REASONS = {
  language: ({ language }: { readonly language: string }) =>
    language === '' ? 'the block is not marked as `markdown`' : `the block is marked “${language}”, not \`markdown\``,
  html: 'HTML has no meaning in it: bold, lists, tables and links are written as Markdown',
  picture: 'a picture can’t stand in it: many who read mail would not see it',
} as const;

/** Why a link of a mail leads nowhere. */
export const MAIL_LINK_REASONS = {
  value: ({ label }: { readonly label: string }) =>
    `the address of “${label}” would be a value that somebody entered; a link leads to a record (\`{this}\`), a screen (\`/loans\`), or an address that is stated`,
  noScreen: ({ entity }: { readonly entity: string }) => `no screen shows a record of ${entity}`,
  route: ({ route, nearest }: { readonly route: string; readonly nearest: string | null }) =>
    `point 2 has no screen at \`${route}\`${nearest === null ? '' : ` (did you mean \`${nearest}\`?)`}`,
} as const;

const JSON_REASONS = {
  noValue: 'a value is missing',
  openQuote: 'a quote is not closed',
  noMember: 'a member is missing',
  notAMember: ({ text }: { readonly text: string }) => `“${text}” is not \`"name": value\``,
  twice,
} as const;

/** Why words are no JSON with values in it. */
export type JsonReason = Because<typeof JSON_REASONS>;

/** Why something is no answer of an exact call. */
export const ANSWER_REASONS = {
  ...JSON_REASONS,
  none: 'without a body it is `204`',
  status: 'an answer’s status is 200 to 399; what is refused, `refuse CODE` says',
  location: 'behind the status stands where it leads, as in `302 /`',
  bodyOf204: '204 has no body',
  quoted: 'a value stands without quotes, as an expression',
  noRecord: 'this action leaves no record to show',
  number: ({ isList, form }: { readonly isList: boolean; readonly form: string }) =>
    `the action is about ${isList ? 'several records' : 'one record'}, so write \`${form}\``,
} as const;

/** Why something is no form of errors. */
export const ERROR_FORM_REASONS = {
  ...JSON_REASONS,
  empty: 'a status or JSON is missing',
  word: 'it is neither a number nor one string, as in `"{message}"`',
  brace: 'a brace stands alone; `{{` is a brace',
  value: ({ nearest, known }: { readonly nearest: string | null; readonly known: readonly string[] }) =>
    nearest === null ? `an error has ${known.map((name) => `{${name}}`).join(', ')}` : `did you mean {${nearest}}?`,
} as const;

/** How a setting of the exact calls is written. */
export const SETTING_FORMS = {
  base: 'a path such as `/api`, or `/` for the root',
  token: '`Authorization: Token {token}`',
  session: '`cookie connect.sid`',
  origins: '`any`, or origins such as `https://app.example.com`',
  duration: 'a duration such as `30 days`',
  code: ({ nearest }: { readonly nearest: string | null }) =>
    `a code of point 8${nearest === null ? '' : ` (did you mean “${nearest}”?)`}`,
} as const;

/** Why a heading is no exact call. */
export const HEADING_REASONS = {
  form: 'it is a method and a path, such as `GET /articles/{slug}`',
  level: ({ heading }: { readonly heading: string }) => `the heading \`### ${heading}\` has one \`#\` less`,
  notAMethod,
  slash: 'it ends in a slash',
  empty: 'a segment is empty',
  segment: ({ segment }: { readonly segment: string }) => `“${segment}” is not a word or a parameter such as {id}`,
  twice: ({ name }: Named) => `{${name}} stands in it twice`,
} as const;

/** Why a shape's name, a property or a property's value is wrong. */
export const SHAPE_REASONS = {
  name: 'a shape is a name in PascalCase, such as `Article` or `ArticleItem of Article`',
  property: 'a property is a name without blanks',
  records: ({ text, shape, entity, isList }: ShownRecords) =>
    `it is ${isList ? 'a list of records' : 'a record'}; say how it looks${shape === null ? ` of a shape of ${entity}` : `: \`${text} as ${shape}\``}${isList ? '' : `, or its id: \`${text}.id\``}`,
  group: 'it is a group of values; name one of them',
  number: 'only a number can be a number',
  noShape: 'only a record, or a list of records, has a shape',
  by: ({ shown, field, entity }: { readonly shown: string; readonly field: string; readonly entity: string }) =>
    `\`by\` names the records of a list; \`${shown}.${field}\` shows that of one record, and a body sets the reference by \`${shown}.id\`, or by a shape of ${entity} that has \`${field}\``,
  noList: 'behind a list of records stands the field that names them, as in `tags by name`',
} as const;

interface ShownRecords {
  readonly text: string;
  /** A shape of these records. */
  readonly shape: string | null;
  readonly entity: string;
  readonly isList: boolean;
}

/** Why a name in what finds a record does not fit. */
export const FINDER_REASONS = {
  unused: ({ name }: Named) => `nothing in the call uses {${name}} of its path`,
  notInPath: ({ name, known }: { readonly name: string; readonly known: readonly string[] }) =>
    `the path has no {${name}}${known.length === 0 ? '' : `, but ${known.map((parameter) => `{${parameter}}`).join(', ')}; behind \`by\` a value may stand, as in \`by path.${known[0]}\``}`,
} as const;

/** Why a field of a shape is not set by a body. */
const UNSET = {
  derived: 'is set by the product',
  computed: 'is computed',
  system: 'is `by system`',
  closed: 'is set by events alone',
} as const;

/** A field that no body sets, with the reason. */
export interface UnsetField {
  readonly name: string;
  readonly why: keyof typeof UNSET;
}

/** The words of the fields of a shape that no body sets. */
export function unsetWords(fields: readonly UnsetField[]): string {
  return fields.length === 0
    ? 'none of its properties is a field that can be set'
    : fields.map(({ name, why }) => `\`${name}\` ${UNSET[why]}`).join(', ');
}
