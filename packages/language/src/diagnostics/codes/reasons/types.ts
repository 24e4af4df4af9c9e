/** A type of an expression, as far as messages name it. */
export type DescribedType =
  | keyof typeof PLAIN
  | { readonly type: 'money'; readonly currency: string | null }
  | { readonly type: 'enum'; readonly values: readonly string[] }
  | { readonly type: 'record'; readonly entity: string }
  | { readonly type: 'list'; readonly of: DescribedType };

const PLAIN = {
  text: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  decimal: 'a number',
  date: 'a date',
  time: 'a time of day',
  datetime: 'a datetime',
  duration: 'a duration',
  recurrence: 'a recurrence',
  'working days': 'working days',
  file: 'a file',
  json: 'JSON',
  null: 'null',
  size: 'a size in bytes',
  rate: 'a rate',
  object: 'a group of values',
  given: 'a value of the request',
  unknown: 'unknown',
} as const;

/** The words of a type: `a record of Claim`. */
export function wordsOfType(described: DescribedType): string {
  if (typeof described === 'string') return PLAIN[described];
  switch (described.type) {
    case 'money':
      return described.currency === null ? 'money' : `money in ${described.currency}`;
    case 'enum': {
      const { values } = described;
      return `a choice (${values.length > 6 ? `${values.slice(0, 6).join(', ')}, …` : values.join(', ')})`;
    }
    case 'record':
      return `a record of ${described.entity}`;
    case 'list': {
      const { of } = described;
      const isOfRecords = typeof of === 'object' && of.type === 'record';
      return isOfRecords ? `a list of ${of.entity}` : `a list (each ${wordsOfType(of)})`;
    }
  }
}
