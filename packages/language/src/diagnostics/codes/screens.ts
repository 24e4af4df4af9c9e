import { withArticle } from '../article.ts';
import { code } from '../code.ts';
import { asked, isNoSuch, type NoSuch } from '../no-such-reason.ts';
import { offer } from '../offer.ts';
import { type Because, wordsOf } from '../reason.ts';
import {
  FIELD_REASONS,
  ROUTE_REASONS,
  SCREEN_PART_REASONS,
  UNFILLED_REASONS,
  UNAVAILABLE_REASONS,
  WITHHELD,
} from './reasons/screens.ts';

/** Point 6 permits an action on an entity's records to nobody, or to nobody who is not signed in. */
export interface NobodyDoes {
  /** The verb of point 6. */
  readonly action: string;
  readonly entity: string;
  readonly isSignedOut?: true;
}

/** Whether nobody ever takes an action because point 6 allows it to nobody. */
export function isNobodyDoes(why: Because<typeof UNAVAILABLE_REASONS> | NobodyDoes): why is NobodyDoes {
  return typeof why === 'object' && 'action' in why;
}

function whyNotHere(why: keyof typeof FIELD_REASONS, field: string): string {
  const reason = FIELD_REASONS[why];
  return typeof reason === 'string' ? reason : reason({ field });
}

function whyNobody({ action, entity, isSignedOut }: NobodyDoes): string {
  return isSignedOut
    ? `point 6 lets nobody who is not signed in ${action} ${withArticle(entity)}`
    : `point 6 lets nobody ${action} ${entity}`;
}

/** N2xx: what the checker says about point 2. */
export const SCREENS_CODES = {
  N201: code<{ heading: string }>({
    severity: 'error',
    title: 'Screen without a route',
    traits: ['misplaced heading', 'no point above'],
    message: ({ heading }) => `“${heading}” is not a name and a route: write ### My claims \`/claims\`.`,
    page: 'A screen’s heading is its name and its route.\n\n❌ `### My claims`\n\n✅ ``### My claims `/my-claims` ``',
  }),
  N202: code<{ route: string; why: Because<typeof ROUTE_REASONS> }>({
    severity: 'error',
    title: 'Ill-formed route',
    message: ({ route, why }) => `“${route}” can't be a route: ${wordsOf(ROUTE_REASONS, why)}.`,
    page: 'A route begins with `/`; its segments are words of letters, digits, `-`, `_`, `.` and `~`, or a parameter such as `{claim}`. Routes below `/api` are the API’s.\n\n❌ `/my claims`\n\n✅ `/my-claims`',
  }),
  N203: code<{ route: string }>({
    severity: 'error',
    title: 'Route twice',
    message: ({ route }) => `Another screen has the route “${route}” already, or one that can't be told from it.`,
    page: 'Each route leads to one screen; parameters are not told apart by their names.\n\n❌ `/claims/{article}` beside `/claims/{claim}`\n\n✅ `/articles/{article}`',
  }),
  N204: code<{ name: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown parameter',
    unknownName: { points: '3', isEntity: true },
    names: ({ name }) => [name],
    message: ({ name, nearest, known }) =>
      `“{${name}}” does not name an entity: a parameter is an entity's name in snake_case.${offer(nearest, known)}`,
    page: '`{claim}` is the id of a Claim, `{expense_line}` of an ExpenseLine, `{article.slug}` the unique field `slug` of an Article.\n\n❌ `/claims/{id}`\n\n✅ `/claims/{claim}`',
  }),
  N205: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Parameter that does not find one record',
    traits: ['of a field'],
    unknownName: { points: '3' },
    names: ({ entity, field }) => [entity, field],
    message: ({ entity, field, nearest }) =>
      `A route finds a record by its id or by a unique field; “${entity}.${field}” is not one.${offer(nearest)}`,
    page: 'The field of a parameter is `unique`.\n\n❌ `/articles/{article.title}`\n\n✅ `/articles/{article.slug}`, where `slug` is `unique`',
  }),
  N206: code<{ text: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown kind of screen',
    traits: ['foreign cell'],
    message: ({ text, nearest, known }) => `“${text}” is not a kind of screen.${offer(nearest, known)}`,
    page: 'Kinds: `list of E`, `board of E by status`, `calendar of E by date`, `timeline of E by from..to`, `gallery of E by photo`, `record of E`, `form for E`, `dashboard`, `page`, `sign in`.\n\n❌ `table of Claim`\n\n✅ `list of Claim`',
  }),
  N207: code<{ name: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown entity',
    unknownName: { points: '3', isEntity: true },
    names: ({ name }) => [name],
    message: ({ name, nearest }) => `There is no entity “${name}” in point 3.${offer(nearest)}`,
    page: 'A screen shows an entity of point 3.\n\n❌ `list of Clam`\n\n✅ `list of Claim`',
  }),
  N208: code<{ name: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown role',
    traits: ['foreign cell'],
    unknownName: { points: '6' },
    names: ({ name }) => [name],
    message: ({ name, nearest, known }) => `There is no role “${name}” in point 6.${offer(nearest, known)}`,
    page: 'A screen is for roles of point 6, or for `everyone`.\n\n❌ `| for | manger |`\n\n✅ `| for | manager |`',
  }),
  N209: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    traits: ['foreign cell'],
    unknownName: { points: '3', name: ({ field }) => field },
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) => `${entity} has no field “${field}”.${offer(nearest)}`,
    page: 'Columns, fields, filters, search and order name fields of the screen’s entity, or lead through references: `owner.name`.\n\n❌ `| columns | nmuber |`\n\n✅ `| columns | number |`',
  }),
  N210: code<{ path: string; field: string; why: keyof typeof FIELD_REASONS }>({
    severity: 'error',
    title: 'Field that does not fit here',
    message: ({ path, field, why }) => `“${path}” does not fit here: ${field} ${whyNotHere(why, field)}.`,
    page: 'Paths lead through references and a `many`; other lists stand in `related`; a board needs a choice, a calendar and a timeline dates, a gallery an image, a search text; `rows` and `colour` need a reference, a state or an enum.\n\n❌ `| search | total |`\n\n✅ `| search | number, purpose |`',
  }),
  N211: code<{ part: string; kind: string; known: readonly string[] }>({
    severity: 'error',
    title: 'Part of another kind of screen',
    traits: ['no heading above'],
    message: ({ part, kind, known }) =>
      `A ${kind} screen has no “${part}”.${known.length > 0 ? ` It may have: ${known.join(', ')}.` : ''}`,
    page: 'Each kind of screen has its own parts; one that would have no effect is an error, such as the `where` of a record screen whose route names its record: point 6 says who may read it.\n\n❌ `| search | number, purpose |` on a page\n\n✅ `| search | number, purpose |` on a list',
  }),
  N212: code<{ text: string; nearest: string | null; known: readonly string[]; ofCalendars: boolean }>({
    severity: 'error',
    title: 'Unknown action',
    traits: ['unknown step'],
    unknownName: { points: '34' },
    names: ({ text }) => [text],
    message: ({ text, nearest, known, ofCalendars }) =>
      ofCalendars
        ? `“${text}” is an action of calendars alone: what is subscribed to is a \`calendar of …\`.`
        : `“${text}” is not an action here.${offer(nearest, known)}`,
    page: 'Actions: `create`, `copy`, `edit`, `delete`, `restore`, `merge`, `export`, `import`, on a calendar `subscribe`, events of the screen’s entity, and links such as `Policy -> /policy`.\n\n❌ `| actions | aprove |`\n\n✅ `| actions | approve |`',
  }),
  N213: code<{ route: string; nearest: string | null }>({
    severity: 'error',
    title: 'Link to no screen',
    unknownName: { points: '2' },
    names: ({ route }) => [route],
    message: ({ route, nearest }) => `No screen has the route “${route}”.${offer(nearest)}`,
    page: 'A link leads to a screen of this document.\n\n❌ `Policy -> /polcy`\n\n✅ `Policy -> /policy`',
  }),
  N214: code<{ entity: string; parameter: string }>({
    severity: 'error',
    title: 'Record screen without its record',
    message: ({ entity, parameter }) =>
      `This screen shows one ${entity}, so it must say which: its route needs the parameter {${parameter}}, or, at a fixed route, \`where\` a condition.`,
    page: 'A record screen is opened by the parameter of its entity, or shows at a fixed route the record for which its `where` holds: `| where | this == user |`.\n\n❌ ``### Claim `/claim` ``\n\n✅ ``### Claim `/claims/{claim}` ``',
  }),
  N215: code<{ text: string; why: Because<typeof SCREEN_PART_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'Ill-formed part of a screen',
    unknownName: { points: '9', when: ({ why }) => isNoSuch(why) },
    names: ({ text }) => [text],
    message: ({ text, why }) =>
      `“${text}” is not understood: ${isNoSuch(why) ? `point 9 has no such constant${asked(why.nearest)}` : wordsOf(SCREEN_PART_REASONS, why)}.`,
    page: 'Each part of a screen has its own form: a `page size` is a whole number or a constant of point 9, a link among the `actions` is `Label -> /route`, a button that creates is `Label -> create Loan(book: this)` with values that the record of the screen has, `related` names a list with its columns (`lines: date, amount`), `also` an entity with its days (`Holiday by date`), and a tile has a name.\n\n❌ `| page size | many |`\n\n✅ `| page size | 50 |`',
  }),
  N216: code<{ text: string; nearest: string | null; known: readonly string[] }>({
    severity: 'error',
    title: 'Unknown way to draw a tile',
    traits: ['foreign cell'],
    message: ({ text, nearest, known }) => `A tile can't be drawn as “${text}”.${offer(nearest, known)}`,
    page: 'A tile is drawn as `number`, `trend`, `bar`, `line`, `pie` or `table`.\n\n❌ `donut`\n\n✅ `pie`',
  }),
  N217: code<{ tile: string }>({
    severity: 'error',
    title: 'Tile without an aggregate',
    message: ({ tile }) => `“${tile}” must show one of count, sum, min, max or avg over records.`,
    page: 'A tile counts or sums what its reader may read.\n\n❌ `` `today()` ``\n\n✅ `` `count(Claim where status == "submitted")` ``',
  }),
  N218: code<{ tile: string; as: string; by: boolean }>({
    severity: 'error',
    title: 'Tile that can’t be drawn so',
    traits: ['foreign cell'],
    message: ({ tile, as, by }) =>
      by && as === 'trend'
        ? `“${tile}” shows how a value goes from month to month or from day to day: as a trend it is grouped by \`month(…)\` or by a date.`
        : by
          ? `“${tile}” is one value for each group, which a ${as} can't show: draw it as bar, line, pie or table.`
          : `“${tile}” is a single value: say \`by\` what it is grouped for a ${as}, or draw it as a number.`,
    page: 'A tile with `by` has a value for each group, one without it a single number.\n\n❌ `` | Claims | `count(Claim)` | `status` | number | ``\n\n✅ `` | Claims | `count(Claim)` | `status` | bar | ``',
  }),
  N223: code<{ tile: string; as: string | null }>({
    severity: 'error',
    title: 'A target of what can’t be reached',
    traits: ['foreign cell'],
    names: ({ tile }) => [tile],
    message: ({ tile, as }) =>
      as === null
        ? `“${tile}” shows no number, so no part of a target is reached.`
        : `“${tile}” is drawn as ${as}, which shows no target: draw it as a number or a trend.`,
    page: 'A target is the number that a tile is to reach, and the tile shows which part of it is reached. A `number` and a `trend` have one value that is compared with it.\n\n❌ `` | Claims | `count(Claim)` | `status` | 100 | pie | ``\n\n✅ `` | Claims | `count(Claim)` | | 100 | number | ``',
  }),
  N219: code<{ path: string | null; entity: string }>({
    severity: 'error',
    title: 'Column that nobody can ever read',
    traits: ['nobody can'],
    unknownName: { points: '36' },
    names: ({ path }) => (path === null ? [] : [path]),
    message: ({ path, entity }) =>
      path === null
        ? `Nobody can ever see a record here: point 6 lets no role that could be held on this screen read ${entity}.`
        : `Nobody can ever read “${path}” here: point 6 lets no role that could be held on this screen read it of ${entity}.`,
    page: 'A column that stays empty for everybody misleads, and so does a filter, an order, a tile or a value entered beforehand that reads what nobody may. Permit reading it in point 6, or leave it out.\n\n❌ `| columns | number, note |` where `read note` is `no` for every role\n\n✅ `| columns | number, purpose |`',
  }),
  N220: code<{ action: string; why: Because<typeof UNAVAILABLE_REASONS> | NobodyDoes }>({
    severity: 'error',
    title: 'Action that nobody can ever take',
    traits: ['nobody can'],
    message: ({ action, why }) =>
      `Nobody who opens this screen could ever take “${action}”: ${isNobodyDoes(why) ? whyNobody(why) : wordsOf(UNAVAILABLE_REASONS, why)}.`,
    page: 'A button that never appears misleads. Permit the action in point 6 (events: in point 4), or leave it out.\n\n❌ `| actions | delete |` where `delete` is `no` for every role\n\n✅ `| actions | create |`, which some role may',
  }),
  N221: code<{ name: string; slug: string }>({
    severity: 'error',
    title: 'Screens of one name',
    message: ({ name, slug }) => `Another screen is called “${name}” already, as far as its address (${slug}) tells.`,
    page: 'Each screen has its own name.\n\n❌ ``### Claims `/all-claims` `` beside ``### Claims `/claims` ``\n\n✅ ``### All claims `/all-claims` ``',
  }),
  N222: code<{ path: string; why: Because<typeof UNFILLED_REASONS> }>({
    severity: 'error',
    title: 'A form field that nobody can fill in',
    message: ({ path, why }) =>
      `Nobody who opens this form can fill in \`${path}\`: ${wordsOf(UNFILLED_REASONS, why)}.`,
    page: 'A form would leave such a field out, and nobody would know why.\n\n❌ `| fields | purpose, from, to, lines, reason |` where the event `reject` asks for `reason`\n\n✅ `| fields | purpose, from, to, lines |`',
  }),
  N251: code<{ entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'A form that can’t be completed',
    message: ({ entity, fields }) =>
      `No ${entity} can be created with this form: ${fields.map((field) => `\`${field}\``).join(', ')} ${fields.length === 1 ? 'is' : 'are'} required, without a default, and not on it.`,
    page: 'A form for a new record has every field that must be given a value.\n\n❌ `| fields | purpose, from, lines |` without `to`, which is required\n\n✅ `| fields | purpose, from, to, lines |`, or `to` is `optional` or has a `default`',
  }),
  N252: code<{ entity: string; field: string; word: string; route: string }>({
    severity: 'warning',
    title: 'A route that another one takes records from',
    message: ({ entity, field, word, route }) =>
      `The ${entity} whose \`${field}\` is “${word}” can't be opened here: fixed routes come first, and “${route}” is one.`,
    page: 'Fixed routes beat parameters. The id of a record is never a word of a route; a unique text may be.\n\n❌ `/articles/new` beside `/articles/{article.slug}`, where an article may have the slug `new`\n\n✅ `/new-article`, or a `matches` on `slug` that leaves the word out',
  }),
  N253: code<{ name: string; entity: string }>({
    severity: 'warning',
    title: 'A record screen that nothing leads to',
    message: ({ name, entity }) =>
      `Nobody comes to “${name}”: no list, board, calendar, timeline, gallery, form or reference on another screen leads to ${withArticle(entity)}, and no link does.`,
    page: 'A record is opened from where it is listed, from a field that refers to it, or by a link.\n\n❌ `| kind | list of Claim |` on the only other screen beside a `record of Article`\n\n✅ `| kind | list of Article |`',
  }),
  N254: code<{ roles: readonly string[]; what: Because<typeof WITHHELD> }>({
    severity: 'warning',
    title: 'A part that none of the screen’s roles gives',
    message: ({ roles, what }) =>
      `Whoever opens this screen as ${roles.map((role) => `\`${role}\``).join(' or ')} alone can never ${wordsOf(WITHHELD, what)}: that takes a role which the screen is not for.`,
    page: `A screen is for the roles of its \`for\`. What it shows and offers is there for each reader as far as their roles reach; a part that none of these roles gives stays away, except for whoever holds a further role besides. Either that role belongs to \`for\`, or points 4 and 6 withhold what was meant to be permitted, or the part stands on the wrong screen. How roles add up is reported in point 6.

❌ \`| actions | approve, submit, pay |\` on a screen for \`manager\`, where clerks alone \`pay\`

✅ \`| actions | approve, submit |\``,
  }),
  N262: code<{ route: string }>({
    severity: 'hint',
    title: 'Nothing without signing in, and no `sign in`',
    message: ({ route }) =>
      `Every screen is for people who are signed in, and none is a \`sign in\`: they sign in at \`${route}\`, which is derived. State a screen of the kind \`sign in\` to name it and to choose its address.`,
    page: 'Where a document states screens and roles of people who are signed in, but no `sign in`, the language adds one at `/-/sign-in`, in the menu of whoever is not signed in. Who has an account comes from point 3 (`#### Demo records` in `nonet dev`), from a `sign up` or from `nonet user add`. A screen of your own takes its place:\n\n```markdown\n### Sign in `/sign-in`\n\n| part | is |\n| --- | --- |\n| kind | sign in |\n| for | everyone |\n```',
    withoutExample: 'it is about all the screens of a document together',
  }),
  N271: code<{ name: string; entity: string }>({
    severity: 'warning',
    title: 'A screen of one record that may find several',
    message: ({ name, entity }) =>
      `“${name}” shows one ${entity}, and its \`where\` may hold for several: the first in the order of the entity is shown. State which by an \`order\`, or compare \`this\` or something unique.`,
    page: `A record screen at a fixed route shows the record for which its \`where\` holds. One record is certain if the condition compares \`this\` with another record (\`this == user\`), or something that is unique, alone or together (\`owner == user\`, where \`owner\` is \`unique\`). Otherwise an \`order\` says which of several is meant.

❌ \`| where | owner == user |\`

✅

~~~markdown
| where | owner == user |
| order | created_at desc |
~~~`,
  }),
  N270: code<{ entity: string; field: string; of: string; read: string | null }>({
    severity: 'warning',
    title: 'A computed field that the screen’s readers never see',
    message: ({ entity, field, of, read }) =>
      `\`${field}\` of ${entity} is computed from ${read === null ? of : `\`${read}\` of ${of}`}, which takes a further role to read, so that most of whom this screen is for never see it. Say who may in a row \`read ${field}\` of point 6.`,
    page: `Without a row of its own a computed field is readable where everything that it reads is (point 6). On a screen for everyone, what is computed from something that a few may read is there for these few alone, and nothing in the document says so. A row \`read …\` of its own decides.

❌ \`| columns | title, payments |\` on a screen for \`everyone\`, where \`payments\` counts what clerks alone may read

✅ \`| columns | title |\``,
  }),
} as const;
