import type { Expression, FieldAccess } from '../../expression/tree.ts';
import { UNIT } from './formula.ts';
import { isMultipleOf } from './linear.ts';
import { isShown, type Reading } from './reading.ts';
import { replaceVariable } from './replace.ts';

/**
 * Reads what a computed field is computed from, where that is exactly its value: money and decimals may round. Null
 * where it is to be read as a value of its own.
 */
export function follow<Result>(
  reading: Reading,
  access: FieldAccess,
  read: (computed: Expression) => Result,
): Result | null {
  const { of } = access;
  if (of.type.kind !== 'record') return null;
  const field = reading.knowledge.field(of.type.entity, access.field);
  // Through a record that may be null the field is null, whatever it is computed from.
  if (!field?.computed || !isShown(field.computed) || of.kind !== 'variable' || reading.nullableVariables.has(of.name))
    return null;
  // Fields that are computed in a circle are an error of their own (N318).
  const name = `${of.type.entity}.${access.field}`;
  if (reading.following.has(name)) return null;
  reading.following.add(name);
  try {
    const computed = replaceVariable(field.computed, 'this', of);
    return isExact(reading, access, computed) ? read(computed) : null;
  } finally {
    reading.following.delete(name);
  }
}

function isExact(reading: Reading, { type }: FieldAccess, computed: Expression): boolean {
  if (type.kind !== 'money' && type.kind !== 'decimal') return true;
  const places = type.kind === 'money' ? reading.knowledge.digits(type.currency) : type.scale;
  if (places === null || places > 12) return false;
  return isMultipleOf(reading.measure(computed), UNIT / 10n ** BigInt(places));
}
