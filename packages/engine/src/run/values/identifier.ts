import { randomBytes } from 'node:crypto';
import { idOfNumber } from './number-id.ts';
import { invalid, stored, type ValueReader } from './reading.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export function isId(value: unknown): value is string {
  return typeof value === 'string' && UUID.test(value.toLowerCase());
}

/** A record's id as it is stored: a uuid, or the one of a whole number; null for what can't be one. */
export function readId(value: unknown): string | null {
  return isId(value) ? value.toLowerCase() : idOfNumber(value);
}

let lastTick = 0n;

/** An id in the order of making (RFC 9562, version 7): the milliseconds, then twelve bits of what is left of them. */
export function newId(): string {
  const now = BigInt(Math.floor((performance.timeOrigin + performance.now()) * 4096));
  lastTick = now > lastTick ? now : lastTick + 1n;
  const random = randomBytes(8);
  random[0] = ((random[0] ?? 0) & 0x3f) | 0x80;
  const time = (lastTick >> 12n).toString(16).padStart(12, '0');
  const part = (lastTick & 0xfffn).toString(16).padStart(3, '0');
  const rest = random.toString('hex');
  return `${time.slice(0, 8)}-${time.slice(8)}-7${part}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** The id of a referred record or file, or an object with it, as reads answer. Whether it is there is asked of the database. */
export const readIdentifier: ValueReader = (value, field) => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (id === '') return stored(null);
  if (typeof id !== 'string' && typeof id !== 'number') return invalid(field, 'must be an id.');
  // An ill-formed id answers as one that nobody has.
  const known = readId(id);
  return known === null ? invalid(field, 'does not exist.') : stored(known);
};

/** The ids of a `many`, each once, in their order. */
export const readIdentifiers: ValueReader = (value, field, settings) => {
  if (!Array.isArray(value)) return invalid(field, 'must be a list of ids.');
  const ids: string[] = [];
  for (const item of value as unknown[]) {
    const reading = readIdentifier(item, field, settings);
    if (!reading.ok) return reading;
    if (typeof reading.value !== 'string') return invalid(field, 'must be a list of ids.');
    if (ids.includes(reading.value)) return invalid(field, 'names one of them twice.');
    ids.push(reading.value);
  }
  return stored(ids);
};
