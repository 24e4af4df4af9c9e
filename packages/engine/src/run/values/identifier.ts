import { invalid, stored, type ValueReader } from './reading.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value.toLowerCase());
}

/** The id of a referred record or file, or an object with it, as reads answer. Whether it is there is asked of the database. */
export const readIdentifier: ValueReader = (value, field) => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (id === '') return stored(null);
  if (typeof id !== 'string') return invalid(field, 'must be an id.');
  // An ill-formed id answers as one that nobody has.
  return isId(id) ? stored(id.toLowerCase()) : invalid(field, 'does not exist.');
};
