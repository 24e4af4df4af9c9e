import { type PatternFault, wordsOfPatternFault } from '../reasons/expressions.ts';
import { withArticle } from '../../article.ts';
import { type Code, code } from '../../code.ts';
import { bracketed, isNoSuch, type NoSuch } from '../../no-such-reason.ts';
import { offer } from '../../offer.ts';
import { type Because, wordsOf } from '../../reason.ts';
import {
  BOUNDS_REASONS,
  ERASED_REASONS,
  DEFAULT_REASONS,
  NEEDLESS_REASONS,
  RULE_FITS,
  TYPE_REASONS,
  USES,
} from '../reasons/entities.ts';

const RULES =
  ' Rules are optional, unique, once, by system, indexed, tree, restrict, cascade, clear, bounds such as 1..20, and what begins with matches, default, when, among, was, from, back, erased or =.';

/** The types of fields that take only texts of a form, in words. */
const FORMED = { email: 'e-mail address', url: 'address on the web', phone: 'telephone number' } as const;
type Formed = keyof typeof FORMED;

/** Fields of point 3: their types and rules, and what nobody could fill in or read. */
export const FIELD_CODES = {
  N301: code<{ type: string; nearest: string | null; rule?: string }>({
    severity: 'error',
    title: 'Unknown type',
    traits: ['foreign cell'],
    unknownName: { points: '3', isEntity: true },
    names: ({ type }) => [type],
    message: ({ type, nearest, rule }) =>
      `There is no type and no entity “${type}”.${rule === undefined ? offer(nearest) : ` Did you mean “${nearest}”, with the rule “${rule}”?`}`,
    page: 'A field has one of the language’s types or refers to an entity of point 3.\n\n❌ `| name | string | |`\n\n✅ `| name | text | |`',
  }),
  N302: code<{ rule: string; nearest: string | null; needless?: keyof typeof NEEDLESS_REASONS }>({
    severity: 'error',
    title: 'Unknown rule',
    traits: ['foreign cell', 'part of a cell', 'habit'],
    message: ({ rule, nearest, needless }) =>
      `“${rule}” is not a rule of a field${needless === undefined ? `.${nearest === null ? RULES : offer(nearest)}` : `, and none is needed: ${NEEDLESS_REASONS[needless]}.`}`,
    page: 'Rules: `optional`, `unique`, `unique ignoring case`, `1..20`, `matches /…/`, `default …`, `once`, `by system`, `when …`, `among E where …`, `indexed`, `tree`, `restrict`, `cascade`, `clear`, `was old`, and `= …` last.\n\n❌ `| name | text | mandatory |`\n\n✅ `| name | text | |` (a field is required unless it says `optional`)',
  }),
  N303: code<{ rule: string; type: string; fits: Because<typeof RULE_FITS> }>({
    severity: 'error',
    title: 'A rule that does not fit the type',
    message: ({ rule, type, fits }) =>
      `\`${rule}\` does not fit a field of the type ${type}: it is for ${wordsOf(RULE_FITS, fits)}.`,
    page: 'Bounds are for texts (length), numbers (value) and lists (count); `matches` for texts; `among`, `restrict`, `cascade` and `clear` for references.\n\n❌ `| paid | boolean | 1..20 |`\n\n✅ `| name | text | 1..20 |`',
  }),
  N304: code<{ bounds: string; reason: Because<typeof BOUNDS_REASONS> | NoSuch }>({
    severity: 'error',
    title: 'Bounds that can’t be',
    traits: ['foreign cell'],
    unknownName: { points: '39', name: ({ reason }) => (isNoSuch(reason) ? reason.name : undefined) },
    names: ({ bounds }) => [bounds],
    message: ({ bounds, reason }) =>
      `The bounds \`${bounds}\` can't be read: ${isNoSuch(reason) ? `point 9 has no constant ${reason.name}${bracketed(reason.nearest)}` : wordsOf(BOUNDS_REASONS, reason)}.`,
    page: 'Bounds are literals or constants, the lower one first.\n\n❌ `20..1`\n\n✅ `1..MAX_LINES`',
  }),
  N305: code<{ field: string }>({
    severity: 'error',
    title: 'Money without a currency',
    unknownName: { points: '9', name: () => 'CURRENCY' },
    names: ({ field }) => [field, 'CURRENCY'],
    message: ({ field }) =>
      `\`${field}\` is money, and no currency is stated: state \`CURRENCY\` in point 9, or write \`money in EUR\`.`,
    page: 'An amount without a currency can’t be added up, shown or paid. `money` is in the product’s `CURRENCY` of point 9, unless the field names another one (`money in USD`).\n\n❌ `| total | money | |` without CURRENCY\n\n✅ `| CURRENCY | "EUR" | |` in point 9',
  }),
  N306: code<{ type: string; reason: Because<typeof TYPE_REASONS> }>({
    severity: 'error',
    title: 'A type that is not complete',
    traits: ['foreign cell'],
    unknownName: { points: '39' },
    names: ({ type }) => [type],
    message: ({ type, reason }) => `The type \`${type}\` can't be read: ${wordsOf(TYPE_REASONS, reason)}.`,
    page: 'Some types need more to be known: how many digits a decimal has, which choices an enum offers, what a number looks like.\n\n❌ `decimal`\n\n✅ `decimal(10, 2)`',
  }),
  N307: code<{ field: string; entity: string; type: string }>({
    severity: 'error',
    title: 'A built-in field of another type',
    message: ({ field, entity, type }) =>
      `\`${field}\` is built in on ${entity} as ${type}; its rules may be restated, its type can't.`,
    page: '`User` is built in, and its `email`, `name`, `roles`, `password` and `disabled` have their types: the product signs people in with them. `### User` may restate rules, and add fields.\n\n❌ `| email | text | |` under `### User`\n\n✅ `| email | email | |`',
  }),
  /** `reason`: what the library of regular expressions says; null where the last `/` is missing. */
  N308: code<{ pattern: string; fault: PatternFault | null }>({
    severity: 'error',
    title: 'A regular expression that can’t be read',
    message: ({ pattern, fault }) =>
      `\`/${pattern}/\` is not a linear-time regular expression: ${fault === null ? 'its last `/` is missing' : wordsOfPatternFault(fault)}.`,
    page: 'Patterns are RE2’s: no look-around and no back references, so that no text can make them slow.\n\n❌ `matches /(a)\\1/`\n\n✅ `matches /^[A-Z]{2}$/`',
  }),
  N309: code<{ field: string }>({
    severity: 'error',
    title: 'A field that every entity has',
    message: ({ field }) =>
      field === 'version'
        ? '`version` is what the product counts the changes of a record by, on every entity: call this field otherwise, such as `edition` or `revision`; its label may still be that (`edition (Version)`).'
        : `\`${field}\` is on every entity already and is not stated.`,
    page: 'Derived on every entity: `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `version`.\n\n❌ `| created_at | datetime | |`\n\n✅ `| received_at | datetime | |`, or `created_at` as it is, without a row',
  }),
  N312: code<{ entity: string; field: string }>({
    severity: 'error',
    title: 'A state field without its states',
    traits: ['part of a cell'],
    unknownName: { points: '4', name: ({ field }) => field },
    names: ({ entity, field }) => [entity, field],
    message: ({ entity, field }) => `Point 4 has no \`### ${entity}.${field}\` with the states of this field.`,
    page: 'The states of a `state` field are stated in point 4, with the events that lead from one to the other. Without them no record could be in any.\n\n❌ `| status | state | |` alone\n\n✅ `| status | state | |` with a table of states under `### Loan.status` in point 4',
  }),
  N319: code<{ field: string; rule: string }>({
    severity: 'error',
    title: 'A rule on a computed field',
    message: ({ field, rule }) => `\`${field}\` is computed, so \`${rule}\` has no meaning on it.`,
    page: 'A computed field is read-only: nobody fills it. That no two records have the same computed value is a rule of point 5: `not exists(Booking as other where other != this and other.week == this.week)`.\n\n❌ `default 0, = sum(lines.amount)`\n\n✅ `= sum(lines.amount)`',
  }),
  N321: code<{ field: string }>({
    severity: 'error',
    title: 'Clearing a required reference',
    traits: ['of a field'],
    names: ({ field }) => [field],
    message: ({ field }) =>
      `\`${field}\` is required, so it can't be cleared when the record it refers to is deleted: make it \`optional\`, or use \`restrict\` or \`cascade\`.`,
    page: '`clear` empties a reference when the record that it refers to is deleted. A required field can’t be emptied.\n\n❌ `| project | Project | clear |`\n\n✅ `| project | Project | optional, clear |`',
  }),
  N322: code<{ field: string }>({
    severity: 'error',
    title: 'A computed value that may be null',
    traits: ['of what is stated elsewhere'],
    names: ({ field }) => [field],
    message: ({ field }) => `The value of \`${field}\` may be null: say \`optional\`, or give it a value in that case.`,
    page: '`min`, `max`, `avg` and `first` of nothing have no value, and neither has what is computed from an empty field. A required field always has one.\n\n❌ `= max(lines.date)`\n\n✅ `optional, = max(lines.date)`',
  }),
  N325: code<{ field: string; role: string }>({
    severity: 'error',
    title: 'A default that may be nobody',
    message: ({ field, role }) =>
      `\`${field}\` is required, and \`user\` is null where nobody is signed in: point 6 lets \`${role}\` create this too. Make it \`optional\`, or let only signed-in roles create it.`,
    page: 'Nobody is signed in where a role that is given to `anyone` acts, so `user` has no value there, and a required field would stay empty: every such create would be refused.\n\n❌ `| author | User | default user |` where a role that is given to `anyone` may create\n\n✅ `| author | User | optional, default user |`',
  }),
  N326: code<{ entity: string; field: string; refersTo: string; computed: boolean; nearest: string | null }>({
    severity: 'error',
    title: 'A reversed list by a field that does not refer here',
    unknownName: { points: '3' },
    names: ({ field }) => [field],
    message: ({ entity, field, refersTo, computed, nearest }) =>
      computed
        ? `\`${field}\` of ${entity} is computed, and a reversed list goes by a field that is stored.${offer(nearest)}`
        : `\`${field}\` is no field of ${entity} that refers to ${refersTo}.${offer(nearest)}`,
    page: 'A reversed list has the records of an entity of which one field, a reference or a `many` that is stored, refers to this record (3).\n\n❌ `| articles | all Article by title | |`\n\n✅ `| articles | all Article by author | |`, where `author` of Article is a `User`',
  }),
  N327: code<{ field: string; where: keyof typeof USES }>({
    severity: 'error',
    title: 'A secret that is read',
    message: ({ field, where }) =>
      `\`${field}\` is a secret, and stands in ${USES[where]}: it is only sent, as it is, in the headers or the body of a call, and compared with \`null\`.`,
    page: 'A `secret` is write-only (3): what read it could show it.\n\n❌ `| title | {name} {token} |`\n\n✅ `| title | {name} |`; the token goes into the `headers` of a call (`Authorization: Bearer {token}`), or into a guard (`token != null`)',
  }),
  N328: code<{ text: string; field: string }>({
    severity: 'warning',
    title: 'Rules in the place of a meaning',
    message: ({ text, field }) =>
      `“${text}” reads as rules of \`${field}\` and stands under “meaning”, which is prose: nothing keeps it.`,
    page: 'What stands under `meaning` is for readers alone. Where it is written like rules and the field has none, the cells have probably changed places.\n\n❌ `| note | text | | optional |`, where `meaning` is the last column\n\n✅ `| note | text | optional | |`',
  }),
  N332: code<{ field: string; expression: string }>({
    severity: 'error',
    title: 'A way back without a way there',
    names: ({ field }) => [field],
    message: ({ field, expression }) =>
      `\`back ${expression}\` leads back from a \`from\`, and \`${field}\` has none: state the \`from\`, or leave \`back\` out.`,
    page: '`back` stands beside a `from`, and says what the former field has where the former document is put to use again.\n\n❌ `| weight | decimal(8,3) | back weight * 1000 |`\n\n✅ `| weight | decimal(8,3) | from weight / 1000, back weight * 1000 |`',
  }),
  N335: code<{ field: string; lacks: Because<typeof DEFAULT_REASONS> }>({
    severity: 'error',
    title: 'A default that reads what comes later',
    names: ({ field }) => [field],
    message: ({ field, lacks }) =>
      `The default of \`${field}\` is worked out before its record is saved, and ${wordsOf(DEFAULT_REASONS, lacks)}.`,
    page: 'A default is worked out once, when its record is created and nobody has given the field a value. It reads the other values of the new record, what they refer to, and other defaults, but nothing that the record gets later: its children, the lists of what refers to it, its state, its `id`, a slug, what an effect of `create` sets. A value that follows from those is computed (`= …`) or set by an effect.\n\n❌ `| until | date | default until + 14 days |`, which reads itself\n\n✅ `| until | date | default start + 14 days |`',
  }),
  N336: code<{ field: string; entity: string; kind: Formed; text: string }>({
    severity: 'error',
    title: 'A text that its field does not take',
    names: ({ field }) => [field],
    message: ({ field, entity, kind, text }) =>
      `“${text}” is no ${FORMED[kind]}, so \`${field}\` of ${entity} refuses it: nothing with this value can be saved.`,
    page: 'Fields of the types `email`, `url` and `phone` take only texts of this form, from people and from defaults and effects alike.\n\n❌ `| site | url | default "nowhere" |`\n\n✅ `| site | url | default "https://example.com/" |`, or `optional` without a default',
  }),
  N337: code<{ field: string; entity: string; kind: Formed; read: string }>({
    severity: 'warning',
    title: 'A plain text where an address is needed',
    names: ({ read }) => [read],
    message: ({ field, entity, kind, read }) =>
      `\`${read}\` may hold any text, and \`${field}\` of ${entity} takes only the form of its type (${FORMED[kind]}): where it has another, nothing is saved (NO_MATCH). Give \`${read}\` the type \`${kind}\`, or let people fill in \`${field}\`.`,
    page: 'A default or an effect that copies a text into a field of the type `email`, `url` or `phone` is judged when the record is saved. Whoever typed the text learns only then that it was to be an address.\n\n❌ `| site | url | default label |` where `label` is a `text`\n\n✅ `| site | url | default homepage |` where `homepage` is a `url`',
  }),
  N339: code<{ entity: string; field: string; tree: string; reason: 'second' | 'taken' }>({
    severity: 'error',
    title: 'A tree beside another',
    names: ({ field }) => [field],
    message: ({ entity, field, tree, reason }) =>
      reason === 'second'
        ? `\`${field}\` can't be a \`tree\`, because \`${tree}\` is the one of ${entity} already: \`ancestors\` and \`descendants\` lead along one reference.`
        : `${entity} has \`${field}\` by itself, because \`${tree}\` is a \`tree\`: give this field another name.`,
    page: 'A reference to the entity itself that is a `tree` gives each record the lists `ancestors` and `descendants`. So an entity has one tree, and no other field with these names.\n\n❌ `| within | Project | optional, tree |` beside `| parent | Project | optional, tree |`\n\n✅ `| within | Project | optional |`',
  }),
  N349: code<{ field: string; rule: string; because: string }>({
    severity: 'error',
    title: 'A rule that a built-in field can’t have',
    message: ({ field, rule, because }) => `\`${field}\` of User can't be \`${rule}\`: ${because}.`,
    page: 'The product signs people in with what `User` has by itself, so some rules of these fields can’t be restated: `email` is entered and never empty; `roles` and `disabled` are set by whom point 6 lets set them; `password` has no rules of its own. `name` may have any, also a computed one.\n\n❌ `| disabled | boolean | = supervisor == null |` under `### User`\n\n✅ `| unsupervised | boolean | = supervisor == null |`',
  }),
  N353: code<{ field: string; entity: string }>({
    severity: 'warning',
    title: 'A field that is always empty',
    message: ({ field, entity }) =>
      `\`${field}\` of ${entity} never has a value: nobody may set it, no event asks for it, no effect sets it, and it has no default.`,
    page: 'A field gets its value from whoever creates or updates the record, from an event, an effect, the answer to a call, or a default.\n\n❌ `| paid_on | date | optional, by system |` that no effect sets\n\n✅ `| paid_on | date | optional |`, or an effect such as `paid_on = today()`',
  }),
  N356: code<{ field: string; entity: string }>({
    severity: 'warning',
    title: 'A field that nobody and nothing reads',
    message: ({ field, entity }) =>
      `\`${field}\` of ${entity} is stored for nothing: point 6 lets nobody read it, and no expression, call or message does.`,
    page: 'What nobody may read may still be there for a rule, a guard, a call or a computed field. Where none of them reads it, nothing ever comes of what is entered.\n\n❌ `| read note | no | no | no | no |`, where nothing else reads `note`\n\n✅ `| read note | no | yes | no | no |`',
  }),
  N357: code<{ field: string; entity: string; stays: string }>({
    severity: 'hint',
    title: 'A field that always has its default',
    message: ({ field, entity, stays }) =>
      `\`${field}\` of ${entity} is \`${stays}\` on every record: nobody may set it, no event asks for it, and no effect sets it.`,
    page: 'A field whose default nobody and nothing ever changes says the same of every record. Let an event or an effect set it, permit somebody to enter it, or leave it out; a value that all records share is a constant of point 9.\n\n❌ `| lost | boolean | default false, by system |` that no effect sets\n\n✅ `| lost | boolean | default false |`, or an effect such as `lost = true`',
  }),
  N358: code<{ field: string; entity: string; value: string; rule: string }>({
    severity: 'error',
    title: "A default that its field's rules don't admit",
    names: ({ field }) => [field],
    message: ({ field, entity, value, rule }) =>
      `The default of \`${field}\` is “${value}”, and \`${field}\` must keep to \`${rule}\`: no ${entity} can be created without another value.`,
    page: 'A default keeps to the length, the range and the pattern of its field, as what people enter does: else everybody who leaves the field to it is refused.\n\n❌ `| share | percent | ..50 %, default 60 % |`\n\n✅ `| share | percent | ..50 %, default 50 % |`',
  }),
  N380: code<{ field: string; reason: Because<typeof ERASED_REASONS> }>({
    severity: 'error',
    title: 'A field that can’t be erased so',
    names: ({ field, reason }) => (typeof reason === 'string' ? [field] : [field, ...reason.fields]),
    message: ({ field, reason }) => `\`${field}\` can't be erased so: ${wordsOf(ERASED_REASONS, reason)}.`,
    page: 'A field of `User` is `erased` with its person. A field of another entity is erased with the person that a reference names which never changes (`once`, or `created_by`): so the history knows whose each of its values was. What is computed, numbered or made of other fields follows from those.\n\n❌ `| remark | text | optional, erased with member |` where `member` is not `once`\n\n✅ `| remark | text | optional, erased with created_by |`',
  }),
  N381: code<{ field: string }>({
    severity: 'error',
    title: 'A required field that would be empty',
    traits: ['of a field'],
    names: ({ field }) => [field],
    message: ({ field }) =>
      `\`${field}\` is required, so it can't be emptied when its person is erased: say what takes its place (\`erased as "…"\`), or make it \`optional\`.`,
    page: 'Erasing a person leaves the record as valid as any other. A required field needs a value that takes the place of the erased one.\n\n❌ `| remark | text | erased with created_by |`\n\n✅ `| remark | text | erased with created_by as "Removed" |`',
  }),
  N382: code<{ field: string; entity: string; value: string; rule: string }>({
    severity: 'error',
    title: "A replacement that its field's rules don't admit",
    names: ({ field }) => [field],
    message: ({ field, entity, value, rule }) =>
      `“${value}” takes the place of \`${field}\` when its person is erased, and \`${field}\` must keep to \`${rule}\`: nobody with ${withArticle(entity)} could ever be erased.`,
    page: 'What takes the place of an erased value keeps to the length, the range, the pattern and the form of its field, like any value.\n\n❌ `| remark | text | ..5, erased with created_by as "Removed" |`\n\n✅ `| remark | text | ..10, erased with created_by as "Removed" |`',
  }),
} satisfies Record<string, Code<never>>;
