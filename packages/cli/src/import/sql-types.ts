/** Types of PostgreSQL in the language; what is not here has no counterpart, and is `not shown`. */
const TYPES: Readonly<Record<string, string>> = {
  int2: 'integer',
  int4: 'integer',
  int8: 'integer',
  smallint: 'integer',
  integer: 'integer',
  bigint: 'integer',
  smallserial: 'integer',
  serial: 'integer',
  bigserial: 'integer',
  serial2: 'integer',
  serial4: 'integer',
  serial8: 'integer',
  bool: 'boolean',
  boolean: 'boolean',
  text: 'text',
  varchar: 'text',
  bpchar: 'text',
  citext: 'text',
  uuid: 'text',
  name: 'text',
  date: 'date',
  time: 'time',
  timestamptz: 'datetime',
  timestamp: 'datetime',
  interval: 'duration',
  json: 'json',
  jsonb: 'json',
};

/** A column's type as the source states it. */
export interface SqlType {
  readonly name: string;
  /** The numbers in brackets behind it. */
  readonly sizes: readonly number[];
  readonly isArray: boolean;
}

/** The type of a field, and the rule that its size is; null: the language has no type that is known to be the same. */
export function typeOf({
  name,
  sizes,
  isArray,
}: SqlType): { readonly type: string; readonly rules: readonly string[] } | null {
  if (isArray) return null;
  const [first, second = 0] = sizes;
  if (name === 'numeric' || name === 'decimal')
    return first === undefined || second < 0 || second > first
      ? null
      : { type: `decimal(${first}, ${second})`, rules: [] };
  const type = TYPES[name];
  if (type === undefined) return null;
  return { type, rules: type === 'text' && first !== undefined ? [`..${first}`] : [] };
}

/** A type as the source writes it, for people. */
export function wordsOfType({ name, sizes, isArray }: SqlType): string {
  return `${name}${sizes.length === 0 ? '' : `(${sizes.join(', ')})`}${isArray ? ' array' : ''}`;
}

/** Whether PostgreSQL counts the column up by itself. */
export function isSerial({ name }: SqlType): boolean {
  return /^(?:small|big)?serial\d?$/.test(name);
}
