import { type DescribedType, wordsOfType } from './types.ts';

interface Named {
  readonly name: string;
}

/** The types of fields for which a rule is. */
export const RULE_FITS = {
  emptiable: 'values that may be empty',
  enterable: 'fields that somebody could fill in',
  entered: 'fields that somebody fills in',
  given: 'values that people give, one at a time',
  ownReferences: 'a reference to the entity itself',
  notUnique: 'fields that are not unique anyway',
  references: 'references',
  referring: ({ entity, written }: { readonly entity: string | null; readonly written: string }) =>
    `references to ${entity ?? 'its entity'}, written \`among ${written} where …\``,
  required: 'fields without `optional`',
  single: 'single values',
  singleReferences: 'single references',
  sized: 'texts, lists and numbers',
  sizedOfTime: 'texts, lists and numbers; a rule of point 5 says from when to when',
  texts: 'texts',
  uniques: 'texts, numbers, dates, choices and references',
  workedOut: 'values that are worked out from others',
  workable: 'values that can be worked out from others',
} as const;

/** The reasons why a field does not need a rule. */
export const NEEDLESS_REASONS = {
  key: 'every record has an `id` by itself',
  reference: 'the type says which entity a field refers to',
  required: 'fields are required unless they say `optional`',
} as const;

/** A field that a default reads. */
interface ReadField {
  readonly read: string;
}

/** Why a new record has no value that a default could read. */
export const DEFAULT_REASONS = {
  children: ({ read }: ReadField) => `\`${read}\` are saved after it: compute the field instead (\`= …\`)`,
  circle: ({ fields }: { readonly fields: readonly string[] }) =>
    new Set(fields).size === 1
      ? 'it reads itself'
      : `these defaults need each other: ${fields.map((field) => `\`${field}\``).join(' → ')}`,
  effect: ({ read }: ReadField) =>
    `\`${read}\` is set by an effect of \`create\` after it: set the field by an effect, too`,
  identifier: ({ read }: ReadField) =>
    read === 'this' ? 'nothing can be compared with it by then: compare its fields' : `it has no \`${read}\` by then`,
  lists: ({ read }: ReadField) => `nothing refers to it by then, so that \`${read}\` is empty`,
  secret: 'a secret is encrypted by then: state it without other values of the record',
  slug: ({ read }: ReadField) => `\`${read}\` is made when it is saved`,
  state: ({ read }: ReadField) => `its \`${read}\` is that of point 4: state the value by an effect of \`create\``,
} as const;

/** Why bounds can't be read. */
export const BOUNDS_REASONS = {
  count: 'a length or count is a whole number from 0',
  form: 'they are written like `1..20`, `..20` or `1..`',
  inCurrency: ({ text, unit, currency }: { readonly text: string; readonly unit: string; readonly currency: string }) =>
    `“${text}” is in ${unit}, and the field in ${currency}`,
  moneyConstant: ({ name }: Named) => `the constant ${name} is money`,
  noMoney: ({ text }: { readonly text: string }) => `“${text}” is money, and the field is not`,
  noNumber: ({ text }: { readonly text: string }) => `“${text}” is neither a number nor a constant`,
  noNumberConstant: ({ name }: Named) => `the constant ${name} is not a number`,
  noPercent: ({ text }: { readonly text: string }) =>
    `“${text}” is a part of a hundred, and the field is no \`percent\``,
  ofCurrency: ({ name, type, currency }: Named & { readonly type: DescribedType; readonly currency: string }) =>
    `the constant ${name} is ${wordsOfType(type)}, and the field in ${currency}`,
  order: 'the lower one stands first',
  whole: 'the field is a whole number',
} as const;

const TYPE_FORMS = {
  decimal: '`decimal(10, 2)`',
  enum: '`enum(low, high)`',
  file: '`file(pdf, png)`',
  number: '`number CL-{0000}`',
  list: '`list of Line`',
  slug: '`slug of title`',
  many: '`many Tag`',
  all: '`all Article by author`',
  money: '`money` or `money in EUR`',
} as const;

/** A type that is written with something behind its word. */
export type LongType = keyof typeof TYPE_FORMS;

/** Whether a word is a type that takes more words after it. */
export function isLongType(word: string): word is LongType {
  return Object.hasOwn(TYPE_FORMS, word);
}

/** Why a type can't be read. */
export const TYPE_REASONS = {
  brace: 'a brace is not closed',
  choices: ({ meant }: { readonly meant: string }) => `its choices are separated by commas: \`${meant}\``,
  counter: 'it needs one counter, as in `{0000}`',
  currency: ({ currency }: { readonly currency: string }) => `“${currency}” is not the code of a currency`,
  digits: 'the precision is 1 to 1000, the scale at most the precision',
  emptySlug: ({ of }: { readonly of: string }) =>
    `\`${of}\` may be empty, and the slug with it: say \`optional\` here too`,
  file: ({ type, known }: { readonly type: string; readonly known: readonly string[] }) =>
    `“${type}” is not a file type that can be checked by its content; these are: ${known.join(', ')}`,
  form: ({ type }: { readonly type: LongType }) => `it is written ${TYPE_FORMS[type]}`,
  hole: ({ hole }: { readonly hole: string }) =>
    `\`{${hole}}\` is none of \`{yyyy}\`, \`{yy}\`, \`{mm}\`, \`{dd}\` and \`{0000}\``,
  missingChoice: 'a choice is missing',
  precision: 'it needs a precision and a scale, as in `decimal(10, 2)`',
  records: ({ type }: { readonly type: string }) =>
    `a list holds records; state an entity with a field of type \`${type}\`, here called Line, and write \`list of Line\``,
  slug: ({ of }: { readonly of: string }) => `\`${of}\` is no text of this entity that somebody fills in`,
  written: ({ meant }: { readonly meant: string }) => `it is written \`${meant}\``,
} as const;

interface ReferencesToPeople {
  readonly fields: readonly string[];
}

function knownReferences({ fields }: ReferencesToPeople): string {
  return fields.map((name) => `\`${name}\``).join(' or ');
}

/** Why a field can't be erased with a person. */
export const ERASED_REASONS = {
  account: 'it is part of the account, which erasing a person ends in any case. Leave the rule out',
  form: 'it is written `erased`, `erased as "Former member"` or `erased with member`',
  list: 'a list is emptied, and nothing takes its place',
  made: 'nobody enters its value. State it for the fields that the value is made of',
  ofUser: '`with` is for records about a person; a field of User is `erased` with its own person',
  owned: 'its record is written with its owner. State it for the list of the owner, which is emptied then',
  reference: (about: { readonly name: string } & ReferencesToPeople) =>
    `\`${about.name}\` is no reference to a User that stays as it is: it has to be \`once\`, so that the history knows whose the values were. Here ${knownReferences(about)} could stand`,
  referring: 'a reference is emptied, because it would lead to another record',
  unique: 'it is unique, and two people who are erased would have the same. Make it `optional`, and leave out `as`',
  withWhom: (about: ReferencesToPeople) =>
    `it has to say with whom: \`erased with ${about.fields[0] ?? 'created_by'}\` (here ${knownReferences(about)})`,
} as const;

/** Why children can't be owned. */
export const OWNED_REASONS = {
  itself: 'an entity does not own itself',
  owned: ({ owner, field }: { readonly owner: string; readonly field: string }) =>
    `${owner} owns them already, as \`${field}\``,
  users: 'users are not owned',
} as const;

/** The values that a setting of an entity takes. */
export const SETTING_FORMS = {
  byHand: ({ fields }: { readonly fields: readonly string[] }) => {
    const known = fields.length === 0 ? '' : `, here ${fields.map((name) => `\`${name}\``).join(' or ')}`;
    return `a \`decimal\` with digits behind its point that people may enter and change${known}`;
  },
  byHandOfOwned: 'for entities without an owner: a `list of` has the order in which its rows are',
  comments: 'another entity of point 3, on whose records people comment',
  commentsOfUser: 'a setting of other entities than `User`',
  commentsTwice: 'an entity without other comments: each has one list of them',
  delete: '`hard`, `soft` or `never`',
  history: '`kept` or `none`',
  id: '`uuid` or `integer`',
  idOfUser: '`uuid`: it can not be guessed who is there',
  keptFor: ({ fields }: { readonly fields: readonly string[] }) =>
    `a duration after a date or an instant of the entity: \`2 years after ${fields[0] ?? 'created_at'}\` (here ${fields.map((name) => `\`${name}\``).join(' or ')})`,
  keptForOfOwned: 'for entities without an owner: a `list of` is kept as long as its owner is',
  keptWhile: 'for an entity that also says how long it is `kept for`, or that has something to erase',
  order: 'a field, and `desc` where it falls',
  path: 'written in small letters with `-`',
  signIn: ({ fields }: { readonly fields: readonly string[] }) =>
    `${fields.map((name) => `\`${name}\``).join(' or ')} (a text that is \`unique\`)`,
  size: 'a number of records: `about 3,000,000`',
  signInOfOther: 'a setting of `User` alone',
  daysOff:
    'a list of the record with its dates, all records of an entity, or a constant: `closings (day)`, `Closing (from_day, to_day)`, `HOLIDAYS`; the dates are required',
  daysOffAlone: 'for an entity that also says its `working time`',
  workingTime:
    'a list of the record with a weekday, and the times from and to which it is: `hours (weekday, opens, closes)`, or `hours (weekday)`; these are required, and the weekday is an `enum` of monday, tuesday, …',
  unique: 'a list of fields with a single value that is entered, `created_by` and `created_at` among them',
} as const;

/** The values that a cell of a record takes. */
export const CELL_FORMS = {
  amount: 'a number such as `12.50`',
  boolean: '`true` or `false`',
  choice: ({ names }: { readonly names: readonly string[] }) => `one of ${names.join(', ')}`,
  date: 'a date such as `2026-11-21`',
  datetime: 'an instant such as `2026-11-21T09:30:00Z`',
  digits: ({ before, behind }: { readonly before: number; readonly behind: number }) =>
    `a number of at most ${before} digits before the point and ${behind} behind it`,
  duration: 'a duration such as `30 days`',
  recurrence: 'repeating dates such as `DTSTART:20261201 RRULE:FREQ=WEEKLY;BYDAY=TU`',
  email: 'an address such as `ann@example.com`',
  integer: 'a whole number',
  json: 'JSON',
  percent: 'a number such as `0.21` or `21 %`',
  phone: 'a phone number',
  places: ({ most }: { readonly most: number }) => `a number of at most ${most} digits behind the point`,
  records: ({ twice }: { readonly twice: string }) => `names of records, each once (“${twice}” stands twice)`,
  serial: 'a whole number from 1',
  slug: 'words such as `a-first-article`',
  text: 'a text',
  time: 'a time such as `09:30`',
  upload: 'a file, which people upload when the product runs',
  url: 'an address such as `https://example.com`',
  uuid: 'a uuid',
} as const;

/** The parts of a document that read an expression. */
export const USES = {
  address: 'the address of a call',
  calculation: 'a calculation',
  condition: 'the condition of a call',
  effect: 'an effect',
  event: 'an event',
  example: 'an example',
  field: 'a field',
  mail: 'a mail',
  message: 'a message',
  notice: 'a notice',
  paper: 'a paper',
  permission: 'a permission',
  role: 'a role',
  rule: 'a rule',
  screen: 'a screen',
  tile: 'a tile',
  title: 'a title',
} as const;
