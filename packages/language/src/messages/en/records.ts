import type { MessageFormat } from '../message-format.ts';

/** Messages about records, their states and events, and about gaps of the document. */
export const records = {
  notAllowed: 'This is not allowed.',
  fails: "This can't be done with the record as it is.",
  stateFails: ({ event, state }: { event: string; state: string }) => `${event} can't be done in the state ${state}.`,
  neverDeleted: ({ plural }: { plural: string }) => `${plural} are never deleted.`,
  comesBack: 'It was deleted with what it belongs to, and comes back with it.',
  heldFromErasure: ({ label }: { label: string }) =>
    `${label}: it is held as it is, so whom it is about can't be erased yet.`,
  heldFromMerge: ({ label }: { label: string }) =>
    `${label}: it is held as it is, so it can't be merged into another one yet.`,
  mergeOther: 'A record is not merged with itself.',
  mergeTake: 'A list of the names of fields is needed.',
  notUnique: ({ entity, labels }: { entity: string; labels: readonly string[] }, format: MessageFormat) =>
    `Another ${entity.toLowerCase()} has this ${format.and(labels.map((label) => label.toLowerCase()))} already.`,
  beyondNumber: 'A number is larger than its field can hold.',
  beyondTime: 'A date, a time or a duration is beyond what there is.',
  beyondText: 'A text is longer than texts can be.',
  laterVersion: ({ why }: { why: string }) =>
    `A later version of this product is in use beside this one, and has no place for this: ${why}.`,
  noEntry: 'There is no such entry.',
  entryTwice: 'This entry is there twice.',
  noneToChange: ({ path }: { path: string }) => `There is no ${path} to change.`,
  noneToDelete: ({ path }: { path: string }) => `There is no ${path} to delete.`,
  noneFor: ({ path, event }: { path: string; event: string }) => `There is no ${path} for ${event}.`,
  noWarning: ({ code }: { code: string }) => `“${code}” is no warning that could be confirmed.`,

  leftOpen: ({ label }: { label: string }) => `What ${label} is, the specification leaves open.`,
  notShown: ({ what }: { what: string }) => `${what} is not shown.`,
  partNotShown: 'A part of this expression is not shown.',
  valueNotShown: ({ name }: { name: string }) => `The value of ${name} is not shown.`,
  typeNotShown: ({ label }: { label: string }) => `The type of ${label} is not shown.`,
  referenceNotShown: ({ field }: { field: string }) => `What ${field} refers to is not shown.`,
  recordNotShown: 'A record that this reads is not shown.',

  yes: 'yes',
  no: 'no',
  workingDays: ({ count }: { count: number }, format: MessageFormat) =>
    format.count(count, { one: 'working day', other: 'working days' }),
};
