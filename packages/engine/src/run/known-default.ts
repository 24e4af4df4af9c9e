import { type Entity, type Expression, type Field, readsItsRecord, walk } from '@nonet/language';
import type { PlanIndex } from '../plan-index.ts';
import { THIS } from './write.ts';
import { column, type ColumnName, columnOf } from '../sql/identifiers.ts';
import { compileKept } from '../sql/kept.ts';
import type { Parameters } from '../sql/parameters.ts';

/** Kinds of expressions that have the same value for all records at all times. */
const FIXED: ReadonlySet<Expression['kind']> = new Set(['literal', 'constant', 'unary', 'binary', 'conditional']);

/** Whether an expression has the same value for all records at all times. */
export function isFixed(expression: Expression): boolean {
  let isSo = true;
  walk(expression, ({ kind }) => {
    isSo &&= FIXED.has(kind);
  });
  return isSo;
}

/** Whether a field has a default that records which are there already can have: one that reads no value of theirs. */
export function hasSharedDefault({ default: value }: Field): boolean {
  return value !== null && !readsItsRecord(value);
}

/**
 * A condition (on `this_`) that a record has a field's default, if that is the same for all records: then nobody has
 * entered a value of their own, and nothing is lost with the field. Null if the default differs between records, or
 * there is none.
 */
export function knownDefault(
  entity: Entity,
  field: Field,
  before: PlanIndex,
): ((parameters: Parameters) => string) | null {
  const expression = field.default;
  if (expression === null || field.type.kind === 'many' || !isFixed(expression)) return null;
  return (parameters) => {
    const context = { index: before, parameters, variables: new Map(), authority: null };
    return `${column(THIS, columnOf(field))} = ${compileKept(expression, entity.name, field, context)}`;
  };
}

/** The condition that a record (`this_`) has a value in a field: a list that is empty is none. */
export function holdsValue(field: Field | null, name: ColumnName): string {
  return `${column(THIS, name)} ${field?.type.kind === 'many' || field?.type.kind === 'roles' ? `<> '{}'` : 'is not null'}`;
}
