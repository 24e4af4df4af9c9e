import { nearest } from '@nonet/language';
import { invalid, stored, type ValueReader } from './reading.ts';

/** One of an `enum` or `state` field's names. */
export const readChoice: ValueReader = (value, field) => {
  if (field.type.kind !== 'enum' && field.type.kind !== 'state') throw new TypeError(`${field.clause} has no choices`);
  const names = field.type.values.map((choice) => choice.name);
  if (value === '') return stored(null);
  if (typeof value === 'string' && names.includes(value)) return stored(value);
  const near = typeof value === 'string' ? nearest(value, names) : null;
  return invalid(
    field,
    `must be one of ${names.join(', ')}${near === null ? '' : `; did you mean ${near}?`}${near === null ? '.' : ''}`,
  );
};

/** The assigned roles of a user: names of roles that point 6 lets people give. */
export function readRoles(assignable: readonly string[]): ValueReader {
  return (value, field) => {
    if (!Array.isArray(value) || value.some((role) => typeof role !== 'string'))
      return invalid(field, 'must be a list of roles.');
    const given: readonly string[] = value;
    const unknown = given.find((role) => !assignable.includes(role));
    if (unknown !== undefined) {
      const near = nearest(unknown, assignable);
      const hint =
        near === null ? `The roles that can be given are ${assignable.join(', ')}.` : `Did you mean ${near}?`;
      return invalid(field, `names a role that can't be given: ${unknown}. ${hint}`);
    }
    return stored(assignable.filter((role) => given.includes(role)));
  };
}
