import type { Message } from '../message.ts';
import type { MessageFormat } from '../message-format.ts';

export interface Key {
  /** As the request has it: `customer.name`. */
  readonly key: string;
}

/** Messages about the request for a list (filters, order, selected fields); they address programmers. */
export const lists = {
  didYouMean: ({ name }: { name: string }) => `Did you mean ${name}?`,
  takes: ({ key, what }: Key & { what: Message }, format: MessageFormat) => `\`${key}\` takes ${format.message(what)}.`,
  aWhole: 'a whole number',
  aNumber: 'a number',
  trueOrFalse: '`true` or `false`',
  aDate: 'a date such as 2026-11-21',
  aTime: 'a time such as 09:30',
  anInstant: 'an instant such as 2026-11-21T10:00:00Z',
  aDuration: 'a duration such as P30D',
  anId: 'an id',
  aText: 'text',
  aValue: 'a value',
  oneOfThese: ({ names }: { names: readonly string[] }) => `one of ${names.map((name) => `\`${name}\``).join(', ')}`,

  noFilter: ({ key }: Key) => `\`${key}\` is no field or filter here.`,
  notEmptied: ({ key }: Key) => `\`${key}\` asks of a field that has no such filter.`,
  unfit: ({ key, type }: Key & { type: string }) => `\`${key}\` does not go with a ${type}.`,
  noField: ({ key }: Key) => `\`${key}\` is no field here.`,
  noReference: ({ key }: Key) => `\`${key}\` is no reference, so it can't be expanded.`,
  notAdded: ({ key }: Key) => `\`${key}\` is no number that can be added up.`,
  notGrouped: ({ key }: Key) =>
    `The list can't be grouped by \`${key}\`: only by a choice, a yes or no, a reference, a text, or \`day(…)\`, \`week(…)\`, \`month(…)\`, \`quarter(…)\` or \`year(…)\` of a date.`,
  notMeasured: ({ key }: Key) =>
    `\`${key}\` is no measure: it is \`count\`, or \`sum(…)\`, \`avg(…)\`, \`min(…)\` or \`max(…)\` of a number or a duration; a date or a time has \`min(…)\` and \`max(…)\`.`,
  manyMeasures: ({ most }: { most: number }) => `A report has at most ${most} measures.`,
  noRows: 'A report needs `_rows`: what its records are grouped by.',
  notOrdered: ({ key }: Key) => `The list can't be ordered by \`${key}\`.`,
  noPicker: ({ key }: Key) => `\`${key}\` is no field that refers to these records.`,
  noEvent: ({ key }: Key) => `\`${key}\` is no event of these records.`,
  noTile: ({ key }: Key) => `There is no tile \`${key}\` over these records.`,
  otherScreen: ({ screen }: { screen: string }) => `The screen \`${screen}\` shows no records of this kind.`,
  otherCursor: 'The cursor belongs to another list. Start again without it.',
  wholeBetween: ({ key, from, to }: Key & { from: number; to: number }) =>
    `\`${key}\` is a whole number from ${from} to ${to}.`,
  wholeFrom: ({ key, from }: Key & { from: number }) => `\`${key}\` is a whole number from ${from}.`,
  onlyValue: ({ key, value }: Key & { value: string }) => `\`${key}\` can only be \`${value}\`.`,
  groupOfNoTile: '`tile.group` is a group of a `tile`, which is not named.',
  followed: ({ most }: { most: number }) => `A stream follows 1 to ${most} lists: \`?a=<path and query>\`.`,
};
