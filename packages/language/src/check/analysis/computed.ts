import type { Expression, FieldAccess } from '../../expression/tree.ts';
import { UNIT } from './formula.ts';
import { isMultipleOf } from './linear.ts';
import { isShown, type Reading } from './reading.ts';
import { replaceVariable } from './replace.ts';

/**
 * Reads a computed field's expression, if it is exactly the field's value: money and decimals may round. Null if the
 * field must be read as a separate value.
 */
export function follow<Result>(
  reading: Reading,
  access: FieldAccess,
  read: (computed: Expression) => Result,
): Result | null {
  const { of } = access;
  if (of.type.kind !== 'record') return null;
  const field = reading.knowledge.field(of.type.entity, access.field);
  // If the record may be null, the field may be null, too, regardless of its expression.
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
