import type { DescribedType } from '../diagnostics/codes/reasons/types.ts';
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

/** A type as a message names it, without what messages leave out. */
export function describe(of: Type): DescribedType {
  switch (of.kind) {
    case 'money':
      return { type: 'money', currency: of.currency };
    case 'enum':
      return { type: 'enum', values: of.values };
    case 'record':
      return { type: 'record', entity: of.entity };
    case 'list':
      return { type: 'list', of: describe(of.of) };
    case 'boolean':
    case 'date':
    case 'datetime':
    case 'decimal':
    case 'duration':
    case 'file':
    case 'given':
    case 'integer':
    case 'json':
    case 'null':
    case 'object':
    case 'rate':
    case 'recurrence':
    case 'size':
    case 'text':
    case 'time':
    case 'unknown':
    case 'working days':
      return of.kind;
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

/** Whether values of the two types may be compared; currencies are not considered. */
export function isLike(left: Type, right: Type): boolean {
  if (left.kind === 'unknown' || right.kind === 'unknown' || left.kind === 'null' || right.kind === 'null') return true;
  if (isNumber(left) && isNumber(right)) return true;
  if (left.kind === 'enum' && right.kind === 'enum') return left.values.some((value) => right.values.includes(value));
  if ((left.kind === 'enum' && right.kind === 'text') || (left.kind === 'text' && right.kind === 'enum')) return true;
  if (left.kind === 'record' && right.kind === 'record') return left.entity === right.entity;
  if (left.kind === 'list' && right.kind === 'list') return isLike(left.of, right.of);
  return left.kind === right.kind;
}

/** Whether a value of the type `from` is allowed where `to` is expected; null and currencies are not considered. */
export function isAssignable(from: Type, to: Type): boolean {
  if (from.kind === 'decimal' && to.kind === 'integer') return false;
  if (from.kind === 'text' && to.kind === 'enum') return false;
  if (from.kind === 'enum' && to.kind === 'enum') return from.values.every((value) => to.values.includes(value));
  if (from.kind === 'list' && to.kind === 'list') return isAssignable(from.of, to.of);
  return isLike(from, to);
}

/** The type of a value that has one of two comparable types. */
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
