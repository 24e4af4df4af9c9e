import { message, nearest } from '@nonet/language';
import { hinted } from '../hinted.ts';
import { invalid, stored, type ValueReader } from './reading.ts';

/** One of an `enum` or `state` field's names. */
export const readChoice: ValueReader = (value, field) => {
  if (field.type.kind !== 'enum' && field.type.kind !== 'state') throw new TypeError(`${field.clause} has no choices`);
  const names = field.type.values.map((choice) => choice.name);
  if (value === '') return stored(null);
  if (typeof value === 'string' && names.includes(value)) return stored(value);
  const near = typeof value === 'string' ? nearest(value, names) : null;
  return invalid(hinted(message('oneOf', { label: field.label, names }), near));
};

/** The assigned roles of a user: names of roles that point 6 lets people give. */
export function readRoles(assignable: readonly string[]): ValueReader {
  return (value, field) => {
    if (!Array.isArray(value) || value.some((role) => typeof role !== 'string'))
      return invalid(message('roles', { label: field.label }));
    const given: readonly string[] = value;
    const unknown = given.find((role) => !assignable.includes(role));
    if (unknown !== undefined) {
      const near = nearest(unknown, assignable);
      const wrong = message('notGiven', { label: field.label, role: unknown });
      return invalid(near === null ? [wrong, message('givenRoles', { roles: assignable })] : hinted(wrong, near));
    }
    return stored(assignable.filter((role) => given.includes(role)));
  };
}
