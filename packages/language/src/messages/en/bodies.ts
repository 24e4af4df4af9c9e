import type { Message } from '../message.ts';
import type { MessageFormat } from '../message-format.ts';

export interface Key {
  /** The place in the body: `items.0.id`. */
  readonly key: string;
}

export interface Named {
  /** The name that a program sent, as JSON. */
  readonly name: string;
}

/** Messages about a request's body; most of them address programmers. */
export const bodies = {
  jsonObject: 'The body is a JSON object.',
  bodyObject: 'The body must be an object.',
  anObject: 'This must be an object.',
  aList: 'This must be a list.',
  notThere: 'This does not exist.',
  byName: ({ names }: { names: readonly string[] }, format: MessageFormat) =>
    `This must name a record by ${format.or(names.map((name) => `\`${name}\``))}.`,
  noSuch: ({ label }: { label: string }) => `There is no such ${label.toLowerCase()}.`,
  noFieldToSet: ({ name }: Named) => `There is no field ${name} to set.`,
  notAsked: ({ name }: Named) => `This doesn't ask for ${name}.`,
  unsettableKey: ({ key }: Key) => `\`${key}\` can't be set here.`,
  unknownKey: ({ key }: Key) => `\`${key}\` is not known here.`,
  missingKey: ({ key }: Key) => `\`${key}\` is missing.`,
  filesKey: 'The files of a document are a list of `path` and `text`, the main one first.',
  textKey: ({ key }: Key) => `\`${key}\` is a text.`,
  numberKey: ({ key }: Key) => `\`${key}\` is a number.`,
  reportOf: ({ key }: Key) =>
    `\`${key}\` is an object with the text \`rows\`, \`columns\` (a text or null) and the texts \`measures\`.`,
  objectKey: ({ key }: Key) => `\`${key}\` is an object.`,
  textOrNull: ({ key }: Key) => `\`${key}\` is a text, or null.`,
  textsOrNone: ({ key }: Key) => `\`${key}\` is a list of texts, or left out.`,
  textsOrNull: ({ key, most }: Key & { most: number }) => `\`${key}\` is a list of at most ${most} texts, or null.`,
  listSlug: ({ key }: Key) => `\`${key}\` is the slug of a list.`,
  roleOrNull: ({ key }: Key) => `\`${key}\` is a role, or null.`,
  filtersOf: ({ key, most }: Key & { most: number }) => `\`${key}\` is an object of texts, of at most ${most} keys.`,
  pageSize: ({ key }: Key) => `\`${key}\` is a whole number from 1, \`all\`, or null.`,
  bulkAction: '`action` is `event`, `update`, `delete` or `restore`.',
  bulkEvent: '`event` names an event.',
  bulkItems: ({ most }: { most: number }) => `\`items\` is a list of 1 to ${most} records.`,
  bulkId: '`id` names a record.',
  bulkTag: '`if_match` is the ETag of the record, or `*`.',

  bodySize: ({ most }: { most: number }, format: MessageFormat) =>
    `A request's body has at most ${format.count(most, BYTES)}.`,
  bodyUtf8: 'The body is not UTF-8.',
  notJson: ({ found, expected }: { found: string | null; expected: Message }, format: MessageFormat) =>
    `The body is not JSON: ${found === null ? 'the body ends' : `${found} stands`} where ${format.message(expected)} must come`,
  theEnd: 'the end',
  aJsonValue: 'a value',
  aJsonKey: 'a key in double quotes',
  commaOr: ({ end }: { end: string }) => `\`,\` or \`${end}\``,
  colon: '`:`',
  longNumber: ({ number }: { number: string }) =>
    `The number \`${number}\` has more digits than JSON's readers keep; write it in quotes`,
  deepBody: ({ most }: { most: number }) => `The body is nested deeper than ${most} levels`,
  manyKeys: ({ most }: { most: number }) => `The body has more than ${most} keys`,
  forbiddenKey: ({ key }: Key) => `The key \`${key}\` is not allowed`,
  keyTwice: ({ key }: Key) => `The key \`${key}\` stands twice in one object`,
  atPlace: ({ what, line, column }: { what: Message; line: number; column: number }, format: MessageFormat) =>
    `${format.message(what)} (line ${line}, column ${column}).`,
};

const BYTES = { one: 'byte', other: 'bytes' };
