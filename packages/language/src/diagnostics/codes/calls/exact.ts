import { code } from '../../code.ts';
import { asked, isNoSuch, type NoSuch } from '../../no-such-reason.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import { ACTION_REASONS } from '../reasons/actions.ts';
import {
  ANSWER_REASONS,
  ERROR_FORM_REASONS,
  FINDER_REASONS,
  HEADING_REASONS,
  SETTING_FORMS,
  SHAPE_REASONS,
  type UnsetField,
  unsetWords,
} from '../reasons/calls.ts';
import { type DescribedType, wordsOfType } from '../reasons/types.ts';

/**
 * A reason: the shape names an unknown entity. If a shape's own name is not an entity, it may belong to another
 * entity.
 */
export interface NoShapeOf extends NoSuch {
  readonly no: 'entity';
  /** The name of the shape, where it names no entity. */
  readonly shape?: string;
}

/** A reason: several records of an entity may have the same value in the fields by which a record is found. */
export interface NotUnique {
  readonly severalOf: string;
  readonly unique?: readonly string[];
}

/** Whether a reason says that a value is not unique. */
export function isNotUnique(why: unknown): why is NotUnique {
  return typeof why === 'object' && why !== null && 'severalOf' in why;
}

function whyNotHere(why: Because<typeof SHAPE_REASONS> | NoShapeOf | NoSuch | NotUnique): string {
  if (isNotUnique(why)) return `several records of ${why.severalOf} may have the same; a name is \`unique\``;
  if (!isNoSuch(why)) return wordsOf(SHAPE_REASONS, why);
  const { no, name, of, nearest } = why;
  if (no === 'field') return `${of} has no field “${name}”${asked(nearest)}`;
  const shape =
    'shape' in why && why.shape !== undefined
      ? `; a shape of another entity is written \`${why.shape} of Entity\``
      : '';
  return `there is no entity “${name}” in point 3${asked(nearest)}${shape}`;
}

function whyUnfit(why: Because<typeof FINDER_REASONS> | NoSuch | NotUnique): string {
  if (isNotUnique(why))
    return `several records of ${why.severalOf} may have the same; a record is found by ${(why.unique ?? []).map((field) => `\`${field}\``).join(' or ')}`;
  if (!isNoSuch(why)) return wordsOf(FINDER_REASONS, why);
  return `${why.of} has no such field${asked(why.nearest)}`;
}

/** N71x to N74x: exact calls: their actions, answers, shapes and settings. */
export const EXACT_CODES = {
  N714: code<{ call: string; other: string }>({
    severity: 'error',
    title: 'Calls that collide',
    message: ({ call, other }) =>
      `${call} is never reached: ${other} answers each such request. State when this one answers above it (\`when\`).`,
    page: 'Several blocks of one method and path are tried in order, and one without `when` answers all that is left. A fixed path goes before one with parameters.\n\n❌ ``#### `GET /articles/{slug}` `` twice without `when`\n\n✅ ``#### `GET /articles/{slug}/text` ``\n\n✅ or twice, the first with `when`:\n\n~~~markdown\n#### `GET /articles/{slug}/text`\n\n| part | is |\n| --- | --- |\n| when | `user != null` |\n| by | everyone |\n| does | read Article by slug |\n| answers | {"article": Article} |\n\n#### `GET /articles/{slug}/text`\n~~~',
  }),
  N715: code<{ call: string; of: 'health' | 'files' | 'api' | { readonly entity: string } }>({
    severity: 'error',
    title: 'Call in the place of the product’s own',
    unknownName: { points: '3', name: ({ of }) => (typeof of === 'object' ? of.entity : undefined) },
    message: ({ call, of }) =>
      typeof of === 'object'
        ? `${call} stands where the derived API has the collection of ${of.entity}. State another \`path\` for ${of.entity} in point 3, or another \`base\`.`
        : `${call} stands where the product ${{ health: 'answers whether it runs', files: 'keeps its own files', api: 'has its own API' }[of]}. Give it another path.`,
    page: 'The screens use the derived API, so that an exact call never stands in its place; the entity gets another `path`.\n\n❌ `| base | /api |` and `GET /articles/{slug}`, beside the entity `Article`\n\n✅ `| base | /blog |`, or the setting `| path | article-records |` of `Article`',
  }),
  N716: code<{ text: string; why: Because<typeof ACTION_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'Ill-formed action',
    traits: ['foreign cell'],
    unknownName: { points: '348', when: ({ why }) => isNoSuch(why) },
    names: ({ text }) => [text],
    message: ({ text, why }) =>
      `“${text}” is not understood: ${isNoSuch(why) ? `${why.of} has no such list${asked(why.nearest)}` : wordsOf(ACTION_REASONS, why)}.`,
    page: 'What a call does is one action on records of point 3, events of point 4, or sessions.\n\n❌ `get the article`\n\n✅ `read Article by slug`',
  }),
  N717: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown shape',
    traits: ['foreign cell'],
    unknownName: { points: '7' },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no shape “${name}” in point 7.${offer(nearest)}`,
    page: 'Shapes stand under `### Shapes`, one `####` each.\n\n❌ `create Article from body as Artcle`\n\n✅ `create Article from body as Article`',
  }),
  N718: code<{ text: string; why: Because<typeof ANSWER_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed answer',
    traits: ['foreign cell'],
    message: ({ text, why }) => `“${text}” is not an answer: ${wordsOf(ANSWER_REASONS, why)}.`,
    page: 'An answer is a status (200 where none stands) and JSON, in which shapes and values stand without quotes.\n\n❌ `204 {"article": Article}`\n\n✅ `201 {"article": Article}`',
  }),
  N719: code<{ text: string; why: Because<typeof SHAPE_REASONS> | NoShapeOf | NoSuch | NotUnique }>({
    severity: 'error',
    title: 'Ill-formed shape',
    traits: ['unread heading', 'naming heading', 'stating names', 'foreign row'],
    unknownName: {
      points: '37',
      when: ({ why }) => isNoSuch(why),
      name: ({ why }) => (isNoSuch(why) && why.no === 'field' ? why.name : undefined),
    },
    names: ({ text }) => [text],
    message: ({ text, why }) => `“${text}” can't stand here: ${whyNotHere(why)}.`,
    page: 'A shape is of one entity: its own name, or behind `of`. Its properties are values of the record, other shapes, or names from a list.\n\n❌ `#### Card`\n\n✅ `#### Card of Article`',
  }),
  N720: code<{ shape: string; of: string; entity: string }>({
    severity: 'error',
    title: 'Shape of another entity',
    message: ({ shape, of, entity }) => `${shape} is a shape of ${of}, and what stands here is ${entity}.`,
    page: 'A shape shows records of its own entity.\n\n❌ `author as Article`\n\n✅ `author as Profile`',
  }),
  N721: code<{ name: string; why: Because<typeof FINDER_REASONS> | NoSuch | NotUnique }>({
    severity: 'error',
    title: 'Parameter that does not fit',
    unknownName: { points: '37', when: ({ why }) => isNoSuch(why) },
    names: ({ name, why }) => (isNotUnique(why) ? [name, ...(why.unique ?? [])] : [name]),
    message: ({ name, why }) => `“${name}” does not fit: ${whyUnfit(why)}.`,
    page: 'What a call finds its record by stands in its path, and every parameter of the path is used.\n\n❌ `read Article by id` in `GET /articles/{slug}`\n\n✅ `read Article by slug`',
  }),
  N722: code<{ shapes: readonly string[] }>({
    severity: 'error',
    title: 'Shapes in a circle',
    message: ({ shapes }) => `These shapes hold each other, so that an answer would never end: ${shapes.join(' → ')}.`,
    page: 'An answer is finite: a shape never holds itself, be it through others.\n\n❌ `| articles | articles as Article |` in `Profile`, where `Article` has its `author as Profile`\n\n✅ `| articles | articles as ArticleItem |`, whose shape has no author',
  }),
  N723: code<{ call: string; entity: string; fields: readonly string[]; shown?: { property: string; field: string } }>({
    severity: 'error',
    title: 'Body that could never do',
    traits: ['of the whole'],
    names: ({ shown }) => (shown === undefined ? [] : [shown.property, shown.field]),
    message: ({ call, entity, fields, shown }) =>
      `${call} can never succeed: ${entity} needs ${fields.map((field) => `\`${field}\``).join(', ')}, and neither its body nor a value sets ${fields.length === 1 ? 'it' : 'them'}.${shown === undefined ? '' : ` “${shown.property}” only shows a value of the record that \`${shown.field}\` refers to: the reference is set by \`${shown.field}.id\`, by a shape with a unique property, or by a value of the action, as in \`create ${entity}(${shown.field}: first(…)) from …\`.`}`,
    page: 'What a field requires, the shape of the body, a value of the action or a default has to give.\n\n❌ `| summary? | summary |` alone, where `create Article from body as Article` needs a `title`\n\n✅ `| title | title |`',
  }),
  N724: code<{ shape: string; unset: readonly UnsetField[] }>({
    severity: 'error',
    title: 'Property that no body can set',
    traits: ['of the whole'],
    unknownName: { points: '37', name: ({ shape }) => shape },
    names: ({ shape }) => [shape],
    message: ({ shape, unset }) => `“${shape}” says nothing when a body is read by it: ${unsetWords(unset)}.`,
    page: 'A shape that reads a body has at least one property that sets a field.\n\n❌ `update Article by slug from body as Counts`, a shape of numbers that are counted\n\n✅ `update Article by slug from body as Article`',
  }),
  N725: code<{ what: string | null; entity: string; field: string; call: string; isPassword?: true }>({
    severity: 'error',
    title: 'Property that nobody may read',
    traits: ['of the whole'],
    names: ({ what }) => (what === null ? [] : [what]),
    message: ({ what, entity, field, call, isPassword }) =>
      isPassword
        ? `“${what}” is a password, which nobody can ever read, whatever point 6 says, so that ${call} would never show it.`
        : `${what === null ? 'The answer' : `“${what}”`} reads ${entity}.${field}, which nobody can ever read (point 6), so that ${call} would never show it.`,
    page: 'Whoever calls gets what point 6 lets them read, and nothing else. Where no row of point 6 lets anybody read a field, no answer ever has it: let somebody read it, or leave the property out. A password is set by a body and shown by no answer: a shape with it is for bodies alone.\n\n❌ `| summary? | summary |` where point 6 says `| read summary | no | no |`\n\n✅ `| slug | slug |`',
  }),
  N726: code<{ call: string; action: string; entity: string }>({
    severity: 'error',
    title: 'Call that is always refused',
    traits: ['of the whole', 'nobody can'],
    message: ({ call, action, entity }) =>
      `Nobody can ever ${action} ${entity} (points 4 and 6), so ${call} would always be refused.`,
    page: 'A call acts as its caller: points 4 and 6 hold.\n\n❌ `| create | no | no |` in point 6, where a call creates articles\n\n✅ `| create | yes | no |`',
  }),
  N727: code<{ text: string; why: Because<typeof ERROR_FORM_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed form of errors',
    message: ({ text, why }) => `“${text}” is not a form of errors: ${wordsOf(ERROR_FORM_REASONS, why)}.`,
    page: 'Errors are JSON in which `{key}`, `{message}`, `{code}`, `{status}` and `{entity}` stand.\n\n❌ `{"errors": {field}}`\n\n✅ `{"errors": {"{key}": ["{message}"]}}`',
  }),
  N728: code<{ shape: string }>({
    severity: 'warning',
    title: 'Shape that nothing uses',
    traits: ['of the whole'],
    names: ({ shape }) => [shape],
    message: ({ shape }) => `No call and no other shape uses “${shape}”.`,
    page: 'What nothing uses is dead text, or a call was forgotten.\n\n❌ `{"article": Article}`, where nothing else answers by the shape `ArticleItem`\n\n✅ `{"article": ArticleItem}`',
  }),
  N729: code<{ text: string; form: Because<typeof SETTING_FORMS> }>({
    severity: 'error',
    title: 'Ill-formed setting of the exact calls',
    unknownName: { points: '789' },
    names: ({ text }) => [text],
    message: ({ text, form }) => `“${text}” is not understood here. Write ${wordsOf(SETTING_FORMS, form)}.`,
    page: 'The settings say where the calls stand, how callers name themselves, and how errors look.\n\n❌ `| base | blog |`\n\n✅ `| base | /blog |`',
  }),
  N730: code<{ text: string; why: Because<typeof HEADING_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed call',
    traits: ['unread heading', 'misplaced heading', 'foreign row'],
    message: ({ text, why }) => `“${text}” is not a call: ${wordsOf(HEADING_REASONS, why)}.`,
    page: 'An exact call is a method and a path, whose parameters are names in braces.\n\n❌ `#### /articles`\n\n✅ ``#### `POST /articles` ``',
  }),
  N731: code<{ call: string; rule: string; entity: string; shape: string | null }>({
    severity: 'error',
    title: 'Call that could never keep a rule',
    traits: ['of the whole'],
    message: ({ call, rule, entity, shape }) =>
      `No ${entity} that ${call} makes could keep ${rule}: ${shape === null ? 'the call' : shape} does not give what the rule demands.`,
    page: 'What a call does not give stays empty, and the rules of point 5 judge that too. A call that they refuse each time answers nobody.\n\n❌ `summary != null` as a rule on `Article create`, where the body of the call has no `summary`\n\n✅ `size(title) > 3`, which a body can keep; or a property `summary` of its shape, or a rule on the event that publishes',
  }),
  N733: code<{ status: string }>({
    severity: 'warning',
    title: 'A status in quotes',
    message: ({ status }) => `“${status}” in quotes is a text, which is answered with the status 200.`,
    page: 'A status stands before what is answered, or alone, and without quotes. In quotes it is JSON text, and the call answers 200.\n\n❌ `"204"`\n\n✅ `204`',
  }),
  N745: code<{ name: string; first: DescribedType; second: DescribedType }>({
    severity: 'error',
    title: 'A value of a request that can’t be both',
    message: ({ name, first, second }) =>
      `\`${name}\` is taken for ${wordsOfType(second)} here and for ${wordsOfType(first)} elsewhere in this call: no request can give both.`,
    page: 'What a request gives has no type of its own: it takes the one that it meets, from all that a call does with it. `body.amount != null` says nothing of it, `body.amount * 100` that it is a number, and then a text is refused. Two uses that take it for different things refuse every request.\n\n❌ `create Article(title: body.title, summary: if body.title == true then "Kept" else null)`\n\n✅ `create Article(title: body.title, summary: if body.kept == true then "Kept" else null)`',
  }),
} as const;
