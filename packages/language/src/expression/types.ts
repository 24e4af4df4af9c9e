import type { Type } from './type.ts';

type Plain = Exclude<Type['kind'], 'decimal' | 'money' | 'enum' | 'record' | 'list' | 'object'>;

/** A type without parts. */
export function type(kind: Plain, nullable = false): Type {
  return { kind, nullable };
}

export const UNKNOWN: Type = { kind: 'unknown', nullable: false };
export const BOOLEAN: Type = { kind: 'boolean', nullable: false };
export const INTEGER: Type = { kind: 'integer', nullable: false };
export const DECIMAL: Type = { kind: 'decimal', scale: null, nullable: false };
export const TEXT: Type = { kind: 'text', nullable: false };

export function withNull(of: Type, nullable: boolean): Type {
  return of.nullable === nullable ? of : { ...of, nullable };
}

const WORDS: Readonly<Record<Plain, string>> = {
  text: 'text',
  boolean: 'true or false',
  integer: 'a whole number',
  date: 'a date',
  time: 'a time of day',
  datetime: 'a datetime',
  duration: 'a duration',
  'working days': 'working days',
  file: 'a file',
  json: 'JSON',
  null: 'null',
  size: 'a size in bytes',
  rate: 'a rate',
  given: 'a value of the request',
  unknown: 'unknown',
};

/** A type in the reader's words. */
export function describe(of: Type): string {
  switch (of.kind) {
    case 'decimal':
      return 'a number';
    case 'money':
      return of.currency === null ? 'money' : `money in ${of.currency}`;
    case 'enum':
      return `a choice (${of.values.length > 6 ? `${of.values.slice(0, 6).join(', ')}, …` : of.values.join(', ')})`;
    case 'record':
      return `a record of ${of.entity}`;
    case 'list':
      return of.of.kind === 'record' ? `a list of ${of.of.entity}` : `a list (each ${describe(of.of)})`;
    case 'object':
      return 'a group of values';
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'duration':
    case 'file':
    case 'given':
    case 'integer':
    case 'json':
    case 'null':
    case 'rate':
    case 'size':
    case 'text':
    case 'time':
    case 'unknown':
    case 'working days':
      return WORDS[of.kind];
  }
}

export function isNumber(of: Type): boolean {
  return of.kind === 'integer' || of.kind === 'decimal';
}

const ORDERED: ReadonlySet<Type['kind']> = new Set([
  'integer',
  'decimal',
  'money',
  'text',
  'date',
  'time',
  'datetime',
  'duration',
  'working days',
  'size',
  'unknown',
]);

/** Whether values of this type have an order that `<`, `min` and `order` use. */
export function isOrdered(of: Type): boolean {
  return ORDERED.has(of.kind);
}

/** Whether values of the two types may be compared; currencies are not looked at. */
export function isLike(left: Type, right: Type): boolean {
  if (left.kind === 'unknown' || right.kind === 'unknown' || left.kind === 'null' || right.kind === 'null') return true;
  if (isNumber(left) && isNumber(right)) return true;
  if (left.kind === 'enum' && right.kind === 'enum') return left.values.some((value) => right.values.includes(value));
  if ((left.kind === 'enum' && right.kind === 'text') || (left.kind === 'text' && right.kind === 'enum')) return true;
  if (left.kind === 'record' && right.kind === 'record') return left.entity === right.entity;
  if (left.kind === 'list' && right.kind === 'list') return isLike(left.of, right.of);
  return left.kind === right.kind;
}

/** Whether a value of the type `from` may stand where `to` is expected; null and currencies are not looked at. */
export function isAssignable(from: Type, to: Type): boolean {
  if (from.kind === 'decimal' && to.kind === 'integer') return false;
  if (from.kind === 'text' && to.kind === 'enum') return false;
  if (from.kind === 'enum' && to.kind === 'enum') return from.values.every((value) => to.values.includes(value));
  if (from.kind === 'list' && to.kind === 'list') return isAssignable(from.of, to.of);
  return isLike(from, to);
}

/** The type of a value that is of one or the other type; both are alike. */
export function unite(left: Type, right: Type): Type {
  const nullable = left.nullable || right.nullable;
  if (left.kind === 'null' || left.kind === 'unknown') return withNull(right, nullable);
  if (right.kind === 'null' || right.kind === 'unknown') return withNull(left, nullable);
  if (left.kind === 'integer' && right.kind === 'decimal') return { ...right, nullable };
  if (left.kind === 'decimal' && right.kind === 'decimal' && left.scale !== right.scale)
    return { ...left, scale: null, nullable };
  if (left.kind === 'money' && right.kind === 'money')
    return { kind: 'money', currency: left.currency ?? right.currency, nullable };
  if (left.kind === 'enum' && right.kind === 'text') return { ...right, nullable };
  if (left.kind === 'enum' && right.kind === 'enum')
    return { ...left, values: [...new Set([...left.values, ...right.values])], nullable };
  return withNull(left, nullable);
}
