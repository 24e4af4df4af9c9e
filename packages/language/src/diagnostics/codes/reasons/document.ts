/** Why something that looks like a table is none. */
export const TABLE_REASONS = {
  bullet: 'a row of the table above begins with `|`, and a bullet ends the table',
  cells: ({ headers, cells }: { readonly headers: number; readonly cells: number }) =>
    `it has ${headers} headers, and the line under them ${cells} cells`,
  continued: 'without an empty line before it, it continues the table above',
  dashes: 'its first line, the headers, must be followed by a line of dashes (`| --- | --- |`)',
  takenIn: ({ above }: { readonly above: 'list' | 'quote' }) =>
    `without an empty line before it, other readers of Markdown take it into the ${above} above`,
  torn: 'the empty line before it ends the table above',
} as const;

/** How names of each kind are written: its words, and the form. */
const NAME_FORMS = {
  entity: ['an entity', 'PascalCase'],
  field: ['a field', 'snake_case'],
  state: ['a state', 'snake_case'],
  choice: ['a choice', 'word'],
  event: ['an event', 'snake_case'],
  role: ['a role', 'snake_case'],
  term: ['a term', 'snake_case'],
  parameter: ['a parameter', 'snake_case'],
  call: ['a call', 'snake_case'],
  error: ['an error', 'UPPER_SNAKE'],
  constant: ['a constant', 'UPPER_SNAKE'],
} as const;

/** A kind of thing that a document names. */
export type NameKind = keyof typeof NAME_FORMS;

/** The form in which names of a kind are written. */
export function formOfNames(kind: NameKind): (typeof NAME_FORMS)[NameKind][1] {
  return NAME_FORMS[kind][1];
}

/** Why something can't be a name. */
export const NAME_REASONS = {
  absence: 'in a cell of its own it is read as leaving something open, or as `none`',
  foreign: ({ character }: { readonly character: string }) =>
    `“${character}” (U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}) stands in it, and names are of the letters a to z, digits and \`_\``,
  form: ({ kind }: { readonly kind: NameKind }) => {
    const [words, form] = NAME_FORMS[kind];
    return `${words} is written ${form === 'word' ? 'as one word' : `in ${form}`}`;
  },
  long: ({ limit }: { readonly limit: number }) => `it is longer than ${limit} characters`,
  reserved: 'it is a word of the language',
  takenByField: 'a field of the record has this name here',
  takenByOther: 'something else has this name here',
  takenOfRecord: 'something of the record has this name',
} as const;

/** Why something has not been what it says, or is not gone. */
export const FORMER_NAME_REASONS = {
  present: 'that is its name now',
  said: ({ by }: { readonly by: string }) => `\`${by}\` says so too`,
  still: 'there still is one of this name (where that is new, say `was none` there)',
} as const;

/** Why something is not gone. */
export const GONE_REASONS = {
  renamed: ({ successor }: { readonly successor: string }) => `\`${successor}\` says that it was this`,
  still: 'there still is one of this name',
} as const;

/** Why a heading is missing. */
export const LOST_HEADING_REASONS = {
  bold: 'these bold letters are read as prose',
  made: 'this is a call that the product makes',
  states: 'point 3 has a field for these states',
  unstated: ({ name }: { readonly name: string }) => `“${name}” is used and stated nowhere`,
} as const;

/** Why a remark allows nothing. */
export const ALLOWANCE_REASONS = {
  error: 'an error is never hidden',
  gap: 'a gap is never hidden',
  ofAllowing: 'it speaks of what is allowed',
  reasonless: 'the reason is missing; it stands behind a colon',
  unknown: 'there is no such code',
} as const;

/** The groups of names in which two look alike. */
export const NAMESPACES = {
  calls: 'calls',
  choices: ({ of }: { readonly of: string }) => `choices of ${of}`,
  constants: 'constants',
  entities: 'entities',
  errors: 'errors',
  events: ({ of }: { readonly of: string }) => `events of ${of}`,
  fields: ({ of }: { readonly of: string }) => `fields of ${of}`,
  roles: 'roles',
  rules: 'rules',
  screens: 'screens',
  states: ({ of }: { readonly of: string }) => `states of ${of}`,
} as const;
