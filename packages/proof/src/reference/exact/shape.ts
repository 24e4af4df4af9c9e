import { isView, entityOf, evaluate, type Records, type Variables, type View, asViews } from '../evaluate.ts';
import { type AnswerTemplate, type Expression, type Shape, type ShapedValue, walk } from '@nonet/language';
import { moneyPlaces } from '../digits.ts';
import type { Lookup } from '../lookup.ts';
import { fileView } from '../files.ts';
import { plain } from '../plain.ts';
import { ANY_INSTANT } from '../any.ts';
import { toScale } from '../assigned.ts';
import { worldOf } from '../world.ts';

/**
 * The context of an answer: what its reader sees, the names that expressions may use, and whether the product's clock
 * is known.
 */
export interface Writing {
  readonly lookup: Lookup;
  readonly seen: Records;
  readonly names: Variables;
  readonly clock: boolean;
}

/** The subject of an answer: one record, the records of a list, or nothing. */
export type Result =
  | { readonly kind: 'record'; readonly record: View | null }
  | { readonly kind: 'records'; readonly records: readonly View[] }
  | { readonly kind: 'nothing' };

export function shapeNamed(lookup: Lookup, name: string): Shape {
  const shape = lookup.plan.answered.shapes.find((candidate) => candidate.name === name);
  if (shape === undefined) throw new Error(`The plan has no shape ${name}.`);
  return shape;
}

/** The JSON of an answer (7: `answers`). */
export function writeAnswer(writing: Writing, template: AnswerTemplate, result: Result): unknown {
  switch (template.kind) {
    case 'literal':
      return template.value;
    case 'array':
      return template.items.map((item) => writeAnswer(writing, item, result));
    case 'object':
      return Object.fromEntries(template.members.map(({ name, value }) => [name, writeAnswer(writing, value, result)]));
    case 'result': {
      const write = (record: View) => writeShape(writing, template.shape, record);
      if (result.kind === 'records') return result.records.map(write);
      return result.kind === 'record' && result.record !== null ? write(result.record) : null;
    }
    case 'each':
      return result.kind === 'records' ? result.records.map((record) => shaped(writing, template.value, record)) : null;
    case 'names':
    case 'shape':
    case 'value':
      return shaped(writing, template, result.kind === 'record' ? result.record : null);
  }
}

/** A record by a shape; what its reader may not read is null. */
function writeShape(writing: Writing, name: string, record: View): Record<string, unknown> {
  return Object.fromEntries(
    shapeNamed(writing.lookup, name).properties.flatMap(({ name: property, optional, value }) => {
      if (value.kind === 'password' || value.kind === 'ignored') return [];
      const found = shaped(writing, value, record);
      const isEmpty = found === null || (Array.isArray(found) && found.length === 0);
      return optional && isEmpty ? [] : [[property, found]];
    }),
  );
}

function shaped(writing: Writing, value: ShapedValue, record: View | null): unknown {
  // A value is null if it shows a record that the reader may not read.
  if (record === null && readsThis(value.expression)) return null;
  const found = evaluate(writing.seen, value.expression, { ...writing.names, this: record });
  switch (value.kind) {
    case 'value':
      if (value.expression.type.kind === 'file' && record !== null && !isMissing(found))
        return fileView(worldOf(record), plain(found));
      return onTheWire(writing, value.expression, found, value.asNumber);
    case 'shape':
      if (value.list)
        return listed(writing, value.expression, found).map((one) => writeShape(writing, value.shape, one));
      return isView(found) ? writeShape(writing, value.shape, found) : null;
    case 'names':
      return listed(writing, value.expression, found).map((one) => one[value.field] ?? null);
  }
}

function readsThis(expression: Expression): boolean {
  let reads = false;
  walk(expression, (node) => {
    reads ||= node.kind === 'variable' && node.name === 'this';
  });
  return reads;
}

/** The records of a list in their order: as they were given, or as their entity is ordered. */
function listed({ lookup }: Writing, expression: Expression, found: unknown): readonly View[] {
  const records = asViews(found) ?? [];
  if (expression.kind !== 'field' || expression.of.type.kind !== 'record') return records;
  const type = lookup.field(expression.of.type.entity, expression.field)?.type;
  return type?.kind === 'all' ? inOrder(records, lookup.entity(type.entity).order) : records;
}

/** Records by what they are ordered by: nulls last in both directions, then in the order in which they came. */
export function inOrder(
  records: readonly View[],
  order: readonly { readonly path: readonly string[]; readonly descending: boolean }[],
): readonly View[] {
  return records.toSorted((left, right) => {
    for (const { path, descending } of order) {
      const [one, other] = [left, right].map((record) => valueAt(record, path));
      const difference = compare(one, other);
      if (difference !== 0) return isMissing(one) || isMissing(other) || !descending ? difference : -difference;
    }
    return serial(left.id) - serial(right.id);
  });
}

function isMissing(value: unknown): boolean {
  return value === null || value === undefined;
}

function valueAt(record: View, path: readonly string[]): unknown {
  let value: unknown = record;
  for (const name of path) value = isView(value) ? value[name] : null;
  return value;
}

const collator = new Intl.Collator('und');
const DECIMAL = /^-?\d+(?:\.\d+)?$/;

function compare(one: unknown, other: unknown): number {
  if (isMissing(one) || isMissing(other)) return Number(isMissing(one)) - Number(isMissing(other));
  const [left, right] = [one, other].map((value) =>
    isView(value) ? value.id : typeof value === 'boolean' ? Number(value) : value,
  );
  if (typeof left === 'number' && typeof right === 'number') return left - right;
  const [a, b] = [plain(left), plain(right)];
  if (a.startsWith('@') && b.startsWith('@')) return serial(a) - serial(b);
  return DECIMAL.test(a) && DECIMAL.test(b) ? Number(a) - Number(b) : collator.compare(a, b);
}

/** Records are numbered as they come. */
function serial(id: string): number {
  return Number(id.slice(id.indexOf(':') + 1));
}

function onTheWire({ lookup, clock }: Writing, { type }: Expression, found: unknown, asNumber: boolean): unknown {
  if (isMissing(found)) return null;
  if (asNumber) return Number(found);
  if (Array.isArray(found)) return found.map((item: unknown) => idOf(item));
  if (type.kind === 'datetime' && !clock) return ANY_INSTANT;
  if (type.kind === 'money') return toScale(plain(found), moneyPlaces(type.currency, lookup.plan.settings));
  if (type.kind === 'decimal' && type.scale !== null) return toScale(plain(found), type.scale);
  return idOf(found);
}

function idOf(value: unknown): unknown {
  return typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
}

export function isOf(view: View, entity: string): boolean {
  return entityOf(view.id) === entity;
}
