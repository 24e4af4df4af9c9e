import type { MessageFormat } from '../message-format.ts';

const UNITS = {
  character: { one: 'character', other: 'characters' },
  entry: { one: 'entry', other: 'entries' },
} as const;
const PLACES = { one: 'decimal place', other: 'decimal places' };

export interface Labelled {
  /** The name of the field in its reader's language. */
  readonly label: string;
}

export interface Bounded extends Labelled {
  readonly bound: number;
  readonly of: keyof typeof UNITS;
}

export interface Amount extends Labelled {
  /** An exact number. */
  readonly bound: string;
  /** The currency of money (ISO 4217), `%` for a percentage; null for a plain number. */
  readonly unit: string | null;
}

/** Messages about a field's value: it can't be read as the field's type (3), or breaks the field's limits. */
export const fields = {
  required: ({ label }: Labelled) => `${label} is required.`,
  exactly: ({ label, bound, of }: Bounded, format: MessageFormat) =>
    `${label} must have exactly ${format.count(bound, UNITS[of])}.`,
  atLeastLong: ({ label, bound, of }: Bounded, format: MessageFormat) =>
    `${label} must have at least ${format.count(bound, UNITS[of])}.`,
  atMostLong: ({ label, bound, of }: Bounded, format: MessageFormat) =>
    `${label} must have at most ${format.count(bound, UNITS[of])}.`,
  atLeast: ({ label, bound, unit }: Amount, format: MessageFormat) =>
    `${label} must be at least ${format.amount(bound, unit)}.`,
  atMost: ({ label, bound, unit }: Amount, format: MessageFormat) =>
    `${label} must be at most ${format.amount(bound, unit)}.`,
  pattern: ({ label, pattern }: Labelled & { pattern: string }) =>
    `${label} does not have the right form: it must match /${pattern}/.`,
  notAmong: ({ label }: Labelled) => `${label}: this choice is not possible here.`,
  circle: ({ label, titles }: Labelled & { readonly titles: readonly string[] }) =>
    `${label} would go round: ${titles.join(' → ')}.`,
  notSettable: ({ label }: Labelled) => `${label} can't be set here.`,
  mayNotSet: ({ label }: Labelled) => `You may not set ${label}.`,

  text: ({ label }: Labelled) => `${label} must be text.`,
  oneLine: ({ label }: Labelled) => `${label} must be one line without control characters.`,
  looksEncrypted: ({ label }: Labelled) => `${label} must not begin like a value that the product has encrypted.`,
  noControls: ({ label }: Labelled) => `${label} must not have control characters.`,
  email: ({ label }: Labelled) => `${label} must be an e-mail address, like name@example.com.`,
  url: ({ label }: Labelled) => `${label} must be a web address that begins with https:// or http://.`,
  phone: ({ label }: Labelled) => `${label} must be a phone number, like +31 20 123 4567.`,
  json: ({ label }: Labelled) => `${label} must be JSON.`,
  unkeptJson: ({ label }: Labelled) => `${label} must not have the character U+0000, or half of a character.`,
  oneOf: ({ label, names }: Labelled & { names: readonly string[] }) => `${label} must be one of ${names.join(', ')}.`,
  roles: ({ label }: Labelled) => `${label} must be a list of roles.`,
  notGiven: ({ label, role }: Labelled & { role: string }) => `${label} names a role that can't be given: ${role}.`,
  givenRoles: ({ roles }: { roles: readonly string[] }) => `The roles that can be given are ${roles.join(', ')}.`,
  whole: ({ label }: Labelled) => `${label} must be a whole number.`,
  beyondType: ({ label }: Labelled) => `${label} would be beyond what it can hold.`,
  beyondWhole: ({ label }: Labelled) => `${label} is beyond what a whole number can hold.`,
  number: ({ label }: Labelled) => `${label} must be a number, written like "12.50".`,
  places: ({ label, places }: Labelled & { places: number }, format: MessageFormat) =>
    places === 0 ? `${label} has no decimal places.` : `${label} has at most ${format.count(places, PLACES)}.`,
  digits: ({ label, digits }: Labelled & { digits: number }, format: MessageFormat) =>
    `${label} has at most ${format.count(digits, { one: 'digit', other: 'digits' })} before the point.`,
  boolean: ({ label }: Labelled) => `${label} must be true or false.`,
  id: ({ label }: Labelled) => `${label} must be an id.`,
  ids: ({ label }: Labelled) => `${label} must be a list of ids.`,
  missing: ({ label }: Labelled) => `${label} does not exist.`,
  twice: ({ label }: Labelled) => `${label} names one of them twice.`,
  date: ({ label }: Labelled) => `${label} must be a date, written like 2026-11-21.`,
  noDate: ({ label, text }: Labelled & { text: string }) => `${label} is no date of the calendar: ${text}.`,
  time: ({ label }: Labelled) => `${label} must be a time of day, written like 09:30.`,
  instant: ({ label }: Labelled) =>
    `${label} must be a date and time with its zone, written like 2026-11-21T09:30:00Z.`,
  years: ({ label, last }: Labelled & { last: string }) => `${label} must lie in the years 1 to ${last} (UTC).`,
  duration: ({ label }: Labelled) =>
    `${label} must be a duration of less than 10,000 years, written like P30D or PT2H.`,
  object: ({ label }: Labelled) => `${label} must be an object.`,
  list: ({ label }: Labelled) => `${label} must be a list.`,
  name: ({ label }: Labelled) => `${label} must be a name.`,

  noUpload: ({ label }: Labelled) => `${label} names no file that you have uploaded.`,
  usedFile: ({ label }: Labelled) => `${label} names a file that is used elsewhere.`,
  fileType: ({ label, types, file }: Labelled & { types: readonly string[]; file: string }) =>
    `${label} takes ${types.join(', ')} files; ${file} is not one of them.`,
  noImage: ({ label, file }: Labelled & { file: string }) => `${label} takes images; ${file} is not one of them.`,
};
