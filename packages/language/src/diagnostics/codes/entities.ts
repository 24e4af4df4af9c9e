import { type Code, code } from '../code.ts';
import { bracketed, isNoSuch, type NoSuch } from '../no-such.ts';
import { offer } from '../offer.ts';

const RULES =
  ' Rules are optional, unique, once, by system, indexed, restrict, cascade, clear, bounds such as 1..20, and what begins with matches, default, when, among, was or =.';

/** N3xx: what the checker says about point 3. */
export const ENTITIES_CODES = {
  N301: code<{ type: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown type',
    traits: ['foreign cell'],
    unknownName: { points: '3', isEntity: true },
    names: ({ type }) => [type],
    message: ({ type, nearest }) => `There is no type and no entity “${type}”.${offer(nearest)}`,
    page: 'A field has one of the language’s types or refers to an entity of point 3.\n\n❌ `| name | string | |`\n\n✅ `| name | text | |`',
  }),
  N302: code<{ rule: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown rule',
    traits: ['foreign cell', 'part of a cell'],
    message: ({ rule, nearest }) => `“${rule}” is not a rule of a field.${nearest === null ? RULES : offer(nearest)}`,
    page: 'Rules: `optional`, `unique`, `unique ignoring case`, `1..20`, `matches /…/`, `default …`, `once`, `by system`, `when …`, `among E where …`, `indexed`, `restrict`, `cascade`, `clear`, `was old`, and `= …` last.\n\n❌ `| name | text | mandatory |`\n\n✅ `| name | text | |` (a field is required unless it says `optional`)',
  }),
  N303: code<{ rule: string; type: string; fits: string }>({
    severity: 'error',
    title: 'A rule that does not fit the type',
    message: ({ rule, type, fits }) => `\`${rule}\` does not fit a field of the type ${type}: it is for ${fits}.`,
    page: 'Bounds are for texts (length), numbers (value) and lists (count); `matches` for texts; `among`, `restrict`, `cascade` and `clear` for references.\n\n❌ `| paid | boolean | 1..20 |`\n\n✅ `| name | text | 1..20 |`',
  }),
  N304: code<{ bounds: string; reason: string | NoSuch }>({
    severity: 'error',
    title: 'Bounds that can’t be',
    traits: ['foreign cell'],
    unknownName: { points: '39', name: ({ reason }) => (isNoSuch(reason) ? reason.name : undefined) },
    names: ({ bounds }) => [bounds],
    message: ({ bounds, reason }) =>
      `The bounds \`${bounds}\` can't be read: ${isNoSuch(reason) ? `point 9 has no constant ${reason.name}${bracketed(reason.nearest)}` : reason}.`,
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
  N306: code<{ type: string; reason: string }>({
    severity: 'error',
    title: 'A type that is not complete',
    traits: ['foreign cell'],
    unknownName: { points: '39' },
    names: ({ type }) => [type],
    message: ({ type, reason }) => `The type \`${type}\` can't be read: ${reason}.`,
    page: 'Some types need more to be known: how many digits a decimal has, which choices an enum offers, what a number looks like.\n\n❌ `decimal`\n\n✅ `decimal(10, 2)`',
  }),
  N307: code<{ field: string; type: string }>({
    severity: 'error',
    title: 'A built-in field of another type',
    message: ({ field, type }) =>
      `\`${field}\` is built in on User as ${type}; its rules may be restated, its type can't.`,
    page: '`User` is built in, and its `email`, `name`, `roles`, `password` and `disabled` have their types: the product signs people in with them. `### User` may restate rules, and add fields.\n\n❌ `| email | text | |` under `### User`\n\n✅ `| email | email | |`',
  }),
  N308: code<{ pattern: string; reason: string }>({
    severity: 'error',
    title: 'A regular expression that can’t be read',
    message: ({ pattern, reason }) => `\`/${pattern}/\` is not a linear-time regular expression: ${reason}.`,
    page: 'Patterns are RE2’s: no look-around and no back references, so that no text can make them slow.\n\n❌ `matches /(a)\\1/`\n\n✅ `matches /^[A-Z]{2}$/`',
  }),
  N309: code<{ field: string }>({
    severity: 'error',
    title: 'A field that every entity has',
    message: ({ field }) => `\`${field}\` is on every entity already and is not stated.`,
    page: 'Derived on every entity: `id`, `created_at`, `created_by`, `updated_at`, `updated_by`, `version`.\n\n❌ `| created_at | datetime | |`\n\n✅ `| received_at | datetime | |`, or `created_at` as it is, without a row',
  }),
  N310: code<{ entity: string; reason: string | { readonly owner: string; readonly field: string } }>({
    severity: 'error',
    title: 'Children that can’t be owned so',
    traits: ['of what is stated elsewhere'],
    names: ({ entity, reason }) => (typeof reason === 'string' ? [entity] : [entity, reason.field]),
    message: ({ entity, reason }) =>
      `\`list of ${entity}\` can't stand here: ${typeof reason === 'string' ? reason : `${reason.owner} owns them already, as \`${reason.field}\``}.`,
    page: 'An owned child is saved with its parent and has one owner.\n\n❌ `| lines | list of Line | |` in Loan, where Claim owns the lines\n\n✅ `| lines | list of LoanLine | |`',
  }),
  N311: code<{ entity: string }>({
    severity: 'error',
    title: 'Two state fields',
    message: ({ entity }) => `${entity} has a state field already; an entity has one.`,
    page: 'Point 4 governs one field of an entity: events move a record from state to state, and a record is in one state at a time.\n\n❌ `| phase | state | |` beside `| status | state | |`\n\n✅ `| phase | enum(early, late) | optional |`',
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
  N313: code<{ setting: string; value: string; form: string; fields?: readonly string[] }>({
    severity: 'error',
    title: 'A setting that can’t be read',
    traits: ['of a field'],
    names: ({ value, setting, fields = [] }) => [value, setting, ...fields],
    message: ({ setting, value, form }) => `“${value}” can't stand for \`${setting}\`, which is ${form}.`,
    page: 'A setting has a few words to choose from; anything else would be ignored without a word.\n\n❌ `| delete | gentle |`\n\n✅ `| delete | soft |`',
  }),
  N314: code<{ entity: string; field: string; nearest: string | null }>({
    severity: 'error',
    title: 'Unknown field',
    unknownName: { points: '3', name: ({ field }) => field },
    names: ({ field }) => [field],
    message: ({ entity, field, nearest }) => `${entity} has no field “${field}”.${offer(nearest)}`,
    page: 'The order, the title, a `unique` and other settings name fields of their own entity.\n\n❌ `| order | nmae |`\n\n✅ `| order | name |`',
  }),
  N315: code<{ value: string; field: string; form: string | (NoSuch & { readonly isGiven: boolean }) }>({
    severity: 'error',
    title: 'A value that does not fit its field',
    traits: ['unfit cell', 'record value', 'of what is stated elsewhere'],
    unknownName: { points: '6', when: ({ form }) => isNoSuch(form) },
    names: ({ value, field, form }) => [value, field, ...(typeof form === 'string' ? [] : [form.nearest ?? ''])],
    message: ({ value, field, form }) =>
      `“${value}” can't stand in \`${field}\`, which takes ${typeof form === 'string' ? form : `a role of point 6 that is \`assigned\`${form.nearest === null && form.isGiven ? `; point 6 gives “${form.name}” by itself` : bracketed(form.nearest)}`}.`,
    page: 'Records are put into the database as they stand in the document, so each cell must be a value of its column’s type, in the form in which the API takes it.\n\n❌ `maybe` in a column of the type `boolean`\n\n✅ `true`',
  }),
  N316: code<{ text: string; entity: string; nearest: string | null; found: number }>({
    severity: 'error',
    title: 'A record that is not there',
    traits: ['foreign row', 'record value', 'of what is stated elsewhere', 'of several records'],
    names: ({ text }) => [text],
    message: ({ text, entity, nearest, found }) =>
      found > 1
        ? `“${text}” is the title of ${found} records of ${entity}: which is meant is not clear. A unique field tells them apart.`
        : `No record of ${entity} has “${text}” as its title or in a unique field.${offer(nearest)}`,
    page: 'References among records are written as the title or a unique text of the record, which no other one has.\n\n❌ `Trvel`\n\n✅ `Travel`',
  }),
  N317: code<{ fields: readonly string[] }>({
    severity: 'error',
    title: 'A record without a required value',
    traits: ['lacking', 'of a field', 'of several records'],
    names: ({ fields }) => fields,
    message: ({ fields }) =>
      `This record needs a value for ${fields.map((field) => `\`${field}\``).join(', ')}: required, and without a default.`,
    page: 'A record of the document keeps the same rules as any other: what is required must be given, unless it has a default.\n\n❌ `| ROME | | true | Travel |` where the second column is required\n\n✅ `| ROME | Rome | true | Travel |`, or `optional` in the field’s rules',
  }),
  N318: code<{ fields: readonly string[] }>({
    severity: 'error',
    title: 'Computed fields in a circle',
    message: ({ fields }) =>
      new Set(fields).size === 1
        ? `${fields[0]} is computed from itself.`
        : `These computed fields need each other: ${fields.join(' → ')}.`,
    page: 'A computed field is worked out from others whenever it is read, and is never stale. Fields that need each other have no first value to begin with.\n\n❌ `| a | integer | = b + 1 |` beside `| b | integer | = a - 1 |`\n\n✅ `| a | integer | |`, which is entered',
  }),
  N319: code<{ field: string; rule: string }>({
    severity: 'error',
    title: 'A rule on a computed field',
    message: ({ field, rule }) => `\`${field}\` is computed, so \`${rule}\` has no meaning on it.`,
    page: 'A computed field is read-only: nobody fills it. That no two records have the same computed value is a rule of point 5: `not exists(Booking as other where other != this and other.week == this.week)`.\n\n❌ `default 0, = sum(lines.amount)`\n\n✅ `= sum(lines.amount)`',
  }),
  N320: code<{ field: string }>({
    severity: 'error',
    title: 'A gapless number on records that can be deleted',
    traits: ['of what is stated elsewhere'],
    names: ({ field }) => [field, 'delete'],
    message: ({ field }) =>
      `\`${field}\` is gapless, and records of this entity are deleted for good: set \`delete\` to \`soft\` or \`never\`.`,
    page: 'A gapless number promises that no number is missing: an auditor finds every invoice. A record that is deleted for good would leave a hole.\n\n❌ `| delete | hard |` where a field is `number INV-{0000}`\n\n✅ `| delete | never |`',
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
  N323: code<{ path: string; entity: string }>({
    severity: 'error',
    title: 'Two entities with one path',
    message: ({ path, entity }) =>
      `\`${path}\` is the path of ${entity} already: state another one with the setting \`path\`.`,
    page: 'Each entity has its own collection in the API (`/api/lines`). Its name comes from the entity’s, in small letters and the plural, unless the setting `path` says otherwise.\n\n❌ `| path | loans |` beside the entity `Loan`\n\n✅ `| path | project-files |`',
  }),
  N324: code<{ field: string; entity: string; by: readonly string[] | null; rule: string | null }>({
    severity: 'warning',
    title: 'A required field that nobody can fill in on create',
    message: ({ field, entity, by, rule }) => {
      const why = `\`${field}\` is required, and only an event or the system sets it`;
      const row = `an \`update\` row of its own in point 6`;
      const fixes =
        rule === null
          ? `Make it \`optional\`, give it a default, or ${row}`
          : `Give it a default, or ${row} (${rule} needs its value)`;
      if (by === null) return `${why}: no ${entity} can be created. ${fixes}.`;
      const others = by.length === 0 ? 'effects do' : `${by.map((name) => `\`${name}\``).join(', ')} can`;
      return `${why}: whoever creates a ${entity} by the \`create\` row of point 6 is refused; only ${others}. Say \`no\` in that row, or: ${fixes.charAt(0).toLowerCase()}${fixes.slice(1)}.`;
    },
    page: 'A field that an effect or `asks` sets is closed to create (4).\n\n❌ `| reason | text | |` that only `reject` asks for\n\n✅ `| reason | text | optional |`',
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
  N327: code<{ field: string; where: string }>({
    severity: 'error',
    title: 'A secret that is read',
    message: ({ field, where }) =>
      `\`${field}\` is a secret, and stands in ${where}: it is only sent, in the headers or the body of a call, and compared with \`null\`.`,
    page: 'A `secret` is write-only (3): what read it could show it.\n\n❌ `| title | {name} {token} |`\n\n✅ `| title | {name} |`; the token goes into the `headers` of a call (`Authorization: Bearer {token}`), or into a guard (`token != null`)',
  }),
  N349: code<{ field: string; rule: string; because: string }>({
    severity: 'error',
    title: 'A rule that a built-in field can’t have',
    message: ({ field, rule, because }) => `\`${field}\` of User can't be \`${rule}\`: ${because}.`,
    page: 'The product signs people in with what `User` has by itself, so some rules of these fields can’t be restated: `email` is entered and never empty; `roles` and `disabled` are set by whom point 6 lets set them; `password` has no rules of its own. `name` may have any, also a computed one.\n\n❌ `| disabled | boolean | = supervisor == null |` under `### User`\n\n✅ `| unsupervised | boolean | = supervisor == null |`',
  }),
  N351: code<{ entity: string }>({
    severity: 'warning',
    title: 'An entity that nobody creates',
    traits: ['nobody can', 'never there'],
    message: ({ entity }) =>
      `No ${entity} ever exists: point 6 lets nobody create one, no event or effect does, and there are no records of it.`,
    page: 'Records come from people whom point 6 lets create them, from events `from new`, from effects, or from `#### Records`.\n\n❌ `| create | no | no |`\n\n✅ `| create | yes | no |`, or `#### Records` under the entity',
  }),
  N352: code<{ entity: string }>({
    severity: 'warning',
    title: 'An entity that nobody reads',
    traits: ['nobody can', 'never there'],
    message: ({ entity }) =>
      `Point 6 lets nobody read ${entity}: its records are in no list, on no screen, and in no answer.`,
    page: 'What may not be read does not exist, for everybody. That is meant where only rules and effects use an entity; then it is allowed with its reason.\n\n❌ `| read | no | no |`\n\n✅ `| read | yes | no |`, or `> allow N352: only rules look at it`',
  }),
  N353: code<{ field: string; entity: string }>({
    severity: 'warning',
    title: 'A field that is always empty',
    message: ({ field, entity }) =>
      `\`${field}\` of ${entity} never has a value: nobody may set it, no event asks for it, no effect sets it, and it has no default.`,
    page: 'A field gets its value from whoever creates or updates the record, from an event, an effect, the answer to a call, or a default.\n\n❌ `| paid_on | date | optional, by system |` that no effect sets\n\n✅ `| paid_on | date | optional |`, or an effect such as `paid_on = today()`',
  }),
  N354: code<{ entity: string; title: string; offered: string | null }>({
    severity: 'warning',
    title: 'A title that all records share',
    message: ({ entity, title, offered }) =>
      `Every ${entity} is called “${title}”: nothing in it says which one it is.${offer(offered)}`,
    page: 'The title is what a record is called wherever it is named: in lists, pickers, messages and links. Its fields stand in it in braces.\n\n❌ `| title | name |`\n\n✅ `| title | {name} |`',
  }),
  N355: code<{ entity: string; setting: 'title' | 'order'; path: string }>({
    severity: 'warning',
    title: 'A title that nobody can ever read',
    message: ({ entity, setting, path }) =>
      setting === 'title'
        ? `What a ${entity} is called reads “${path}”, which point 6 lets nobody read: it is missing wherever the ${entity} is named.`
        : `Lists of ${entity} are ordered by “${path}”, which point 6 lets nobody read: they have no order then.`,
    page: 'A title stands in lists, pickers, messages and links, and an order sorts them, each as far as their reader may read what they are made of.\n\n❌ `| title | {code} |`, where `read code` is `no` for every role\n\n✅ `| title | {name} |`',
  }),
  N329: code<{ entity: string; fields: readonly string[] }>({
    severity: 'error',
    title: 'Two records with the same unique value',
    message: ({ entity, fields }) =>
      `Another record of ${entity} has the same ${fields.map((field) => `\`${field}\``).join(' and ')} already, and ${fields.length === 1 ? 'it is' : 'together they are'} unique.`,
    page: 'Records that the document states are put in as they stand, those for `dev` beside the others, so that they keep to `unique` like any other.\n\n❌ `| ROME | Rome | true | Travel |` a second time, where `code` is unique\n\n✅ `| PARIS | Paris | true | Travel |`',
  }),
  N330: code<{ entity: string; broken: readonly { field: string; value: string; rule: string }[] }>({
    severity: 'error',
    title: "A record that its fields' rules don't admit",
    message: ({ entity, broken }) =>
      `This ${entity} is not what its fields ask for: ${broken.map(({ field, value, rule }) => `\`${field}\` is “${value}” and must keep to \`${rule}\``).join('; ')}.`,
    page: 'Records that the document states are put in as they stand. They keep to the length, the range and the pattern of each field, as what people enter does: else they could not be saved again.\n\n❌ `| ROME | Rome and all that is around it | true | Travel |`, where `name` is `..20`\n\n✅ `| ROME | Rome | true | Travel |`',
  }),
  N356: code<{ field: string; entity: string }>({
    severity: 'warning',
    title: 'A field that nobody and nothing reads',
    message: ({ field, entity }) =>
      `\`${field}\` of ${entity} is stored for nothing: point 6 lets nobody read it, and no expression, call or message does.`,
    page: 'What nobody may read may still be there for a rule, a guard, a call or a computed field. Where none of them reads it, nothing ever comes of what is entered.\n\n❌ `| read note | no | no | no | no |`, where nothing else reads `note`\n\n✅ `| read note | no | yes | no | no |`',
  }),
  N328: code<{ text: string; field: string }>({
    severity: 'warning',
    title: 'Rules in the place of a meaning',
    message: ({ text, field }) =>
      `“${text}” reads as rules of \`${field}\` and stands under “meaning”, which is prose: nothing keeps it.`,
    page: 'What stands under `meaning` is for readers alone. Where it is written like rules and the field has none, the cells have probably changed places.\n\n❌ `| note | text | | optional |`, where `meaning` is the last column\n\n✅ `| note | text | optional | |`',
  }),
} satisfies Record<string, Code<never>>;
