import { type Field, type FieldType, foldText } from '@nonet/language';
import { plain } from '../../reference/plain.ts';
import { compareGiven } from './order.ts';

/** Kinds that `q=`, `contains` and `starts` look through. */
export const SEARCHED: ReadonlySet<FieldType['kind']> = new Set(['text', 'long text', 'markdown', 'number', 'email']);

/**
 * How a filter compares a record's value with the one that it names. The value is null if the reader may not read it.
 */
interface Operator {
  readonly name: string;
  readonly holds: (value: unknown, sought: unknown) => boolean;
}

const ALWAYS: readonly Operator[] = [
  { name: 'ne', holds: (value, sought) => !same(value, sought) },
  { name: 'in', holds: (value, sought) => same(value, sought) },
  { name: 'null', holds: (value) => value !== null },
];
const given = (name: string, fits: (order: number) => boolean): Operator => ({
  name,
  holds: (value, sought) => value !== null && fits(compareGiven(value, sought)),
});
const ORDERED: readonly Operator[] = [
  given('lt', (order) => order < 0),
  given('lte', (order) => order <= 0),
  given('gt', (order) => order > 0),
  given('gte', (order) => order >= 0),
];
const part = (name: string, fits: (text: string, sought: string) => boolean): Operator => ({
  name,
  holds: (value, sought) => value !== null && fits(foldText(plain(value)), foldText(plain(sought))),
});
const TEXTUAL: readonly Operator[] = [
  part('contains', (text, sought) => text.includes(sought)),
  part('starts', (text, sought) => text.startsWith(sought)),
];

/** The operators of a list's filters that go with a field. */
export function operatorsFor({ type }: Field): readonly Operator[] {
  if (['integer', 'decimal', 'money', 'percent', 'date'].includes(type.kind)) return [...ALWAYS, ...ORDERED];
  return SEARCHED.has(type.kind) ? [...ALWAYS, ...TEXTUAL] : ALWAYS;
}

export function same(left: unknown, right: unknown): boolean {
  if (left === right) return true;
  if (typeof left !== 'string' || typeof right !== 'string') return false;
  return /^-?\d+\.\d+$/.test(left) && Number(left) === Number(right);
}
