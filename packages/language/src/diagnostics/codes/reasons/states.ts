import { type DescribedType, wordsOfType } from './types.ts';

interface Named {
  readonly name: string;
}

/** The reasons why nobody can set a field that `asks` or an effect names. */
const UNGIVEN = {
  computed: 'it is computed',
  derived: 'every entity has it, and Nonet keeps it',
  number: 'it is given on create',
} as const;

/** Why something can't be asked for. */
export const ASK_REASONS = {
  ...UNGIVEN,
  form: 'it is written like `reason`, `note?` or `really boolean`',
  typed: ({ entity, name }: Named & { readonly entity: string }) =>
    `${entity} has a field \`${name}\` already, whose type point 3 states`,
  comma: ({ name }: Named) => `a comma is missing behind \`${name}\``,
  plainType: 'an input has a plain type',
  optional: ({ offered }: { readonly offered: string }) =>
    `the question mark of what may be left out stands behind the name, as in \`${offered}\``,
  child: 'a child is asked for like `lines + (date, amount)`',
  missing: ({ entity, fields }: { readonly entity: string; readonly fields: readonly string[] }) =>
    `${entity} can't be without ${fields.map((field) => `\`${field}\``).join(', ')}`,
  state: 'it is the state, which the event changes',
  slug: ({ of }: { readonly of: string }) => `it is made of \`${of}\``,
  all: 'it lists what refers here, which nobody fills in',
  children: ({ name }: Named) => `one of its records is asked for like \`${name} + (…)\``,
  account: 'events never ask who somebody is or what they may do',
} as const;

/** Why no effect can set a field. */
export const SET_REASONS = {
  ...UNGIVEN,
  state: 'it is the state; write an event on the record',
  slug: ({ of }: { readonly of: string }) => `it is made of \`${of}\``,
  children: 'its records are children; set their own fields',
  all: 'it lists what refers here; set that field of theirs',
  account: 'effects never set who somebody is or what they may do',
  oneValue: ({ meant }: { readonly meant: string }) =>
    `it is one value, and only a \`many\` is added to or taken from; write \`${meant}\``,
} as const;

/** Why a path leads nowhere. */
export const PATH_REASONS = {
  old: '`old` is the record before the event, which nothing changes any more',
  noReference: ({ name }: Named) => `\`${name}\` is not a reference`,
  input: ({ name, entity }: Named & { readonly entity: string | null }) =>
    entity === null
      ? `\`${name}\` is asked for and is no record`
      : `\`${name}\` is asked for and not stored, and a path goes through stored references. An event reaches the record as \`… on ${entity} as it where it == new.${name}\`, and its fields are set by \`for it in ${entity}: it.… = … if it == new.${name}\``,
} as const;

/** The text behind the word of a timer. */
export const TIMER_REASONS = {
  moment: ({ type, isNullable }: FoundType) =>
    `behind \`at\` stands a date or datetime, and this is ${found({ type, isNullable })}`,
  clock: 'a time of day has four digits: `08:30`',
  dates: ({ type, isNullable }: FoundType) =>
    `a time of day stands behind dates that repeat (\`every days at 08:30\`), and this is ${found({ type, isNullable })}`,
  still: ({ kind }: { readonly kind: 'after' | 'every' }) =>
    `behind \`${kind}\` stands ${TIMER_SPANS[kind]}, and this one never does`,
  span: ({ kind, ...rest }: FoundType & { readonly kind: 'after' | 'every' }) =>
    `behind \`${kind}\` stands ${TIMER_SPANS[kind]}, and this is ${found(rest)}`,
} as const;

const TIMER_SPANS = {
  after: 'a duration (`30 days`)',
  every: 'a duration that passes (`3 days`)',
} as const;

interface FoundType {
  readonly type: DescribedType;
  readonly isNullable: boolean;
}

function found({ type, isNullable }: FoundType): string {
  return `${wordsOfType(type)}${isNullable ? ' that may be empty' : ''}`;
}

/** Why an example gives no value of a field. */
export const GIVEN_REASONS = {
  ...UNGIVEN,
  all: 'it lists what refers here',
  asked: 'its record is filled in as the document allows',
  children: 'its records are filled in as the document allows; say what they are like under `given`',
  form: 'each value has its field, as in `purpose: "Rome"`',
  state: 'it is the state, which events change',
  slug: ({ of }: { readonly of: string }) => `it is made of \`${of}\``,
  valueless: 'no expression has such a value',
} as const;

/** The parts that have no meaning without a state field. */
export const STATELESS = { from: '`from`', to: '`to`', table: 'a table of states' } as const;

/** Why a timer never fires. */
export const NEVER_REASONS = {
  isNew: 'there is no record yet that it could be about',
  noStates: ({ entity }: { readonly entity: string }) => `${entity} has no states here, so none was entered`,
  noTime: 'it reads nothing of the record, so it has no time of its own',
} as const;

/** Why an example can't do something. */
export const DOES_REASONS = {
  time: 'where time passes nobody does anything, so `does` is `none`',
  none: 'it shows what follows from something',
  form: 'it is an event, `create Entity(field: value)`, `update(field: value)` or `delete`',
  notNew: ({ event }: { readonly event: string }) =>
    `\`${event}\` starts from a record that is there: name it under \`given\`, and write \`${event}\` alone`,
  isNew: ({ event, entity }: { readonly event: string; readonly entity: string }) =>
    `it starts from \`new\`, which is written \`${event} on ${entity}\``,
  noValues: 'it is given no values',
} as const;

/** Why a consequence of an example can't be read. */
export const THEN_REASONS = {
  refused: 'what is refused has no other consequence',
  twoStates: 'a record is in one state',
  deleted: 'a record that is deleted is in no state',
} as const;

/** Why an example can't be so. */
export const CONTRADICTIONS = {
  given: ({ entity }: { readonly entity: string }) => `no ${entity} is ever as \`given\` says`,
  signedOut: ({ event }: { readonly event: string }) => `nobody does \`${event}\` without being signed in`,
  start: ({ event }: { readonly event: string }) => `\`${event}\` does not start from there`,
  guard: ({ event }: { readonly event: string }) => `the guard of \`${event}\` never holds there`,
  leads: ({ event, to, state }: { readonly event: string; readonly to: readonly string[]; readonly state: string }) =>
    `\`${event}\` leads to ${to.map((name) => `\`${name}\``).join(' or ')}, and not to \`${state}\``,
  error: ({ event, error }: { readonly event: string; readonly error: string }) =>
    `nothing refuses \`${event}\` with \`${error}\``,
} as const;
