import { randomFillSync } from 'node:crypto';
import { message } from '@nonet/language';
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

const FRACTIONS = 4096;
const RANDOM_BYTES = 8;
let last = { milliseconds: 0, fraction: 0 };
/** Random bytes for many ids: a system call costs more than an id. */
const pool = Buffer.alloc(512 * RANDOM_BYTES);
let drawn = pool.length;

/** An id in the order of making (RFC 9562, version 7): the milliseconds, then twelve bits of what is left of them. */
export function newId(): string {
  last = nextTick(performance.timeOrigin + performance.now());
  const time = last.milliseconds.toString(16).padStart(12, '0');
  const fraction = last.fraction.toString(16).padStart(3, '0');
  const rest = nextRandom();
  return `${time.slice(0, 8)}-${time.slice(8)}-7${fraction}-${rest.slice(0, 4)}-${rest.slice(4)}`;
}

/** The tick of this moment, or the one behind the last where that is not before it. */
function nextTick(now: number): typeof last {
  const milliseconds = Math.floor(now);
  const fraction = Math.floor((now - milliseconds) * FRACTIONS);
  const isLater = milliseconds > last.milliseconds || (milliseconds === last.milliseconds && fraction > last.fraction);
  if (isLater) return { milliseconds, fraction };
  if (last.fraction + 1 < FRACTIONS) return { ...last, fraction: last.fraction + 1 };
  return { milliseconds: last.milliseconds + 1, fraction: 0 };
}

/** 62 random bits behind the two of the variant. */
function nextRandom(): string {
  if (drawn === pool.length) {
    randomFillSync(pool);
    drawn = 0;
  }
  pool[drawn] = ((pool[drawn] ?? 0) & 0x3f) | 0x80;
  drawn += RANDOM_BYTES;
  return pool.toString('hex', drawn - RANDOM_BYTES, drawn);
}

/**
 * The id of a referred record or file, or an object with it, as reads answer. The database checks whether it exists.
 */
export const readIdentifier: ValueReader = (value, field) => {
  const id = typeof value === 'object' && value !== null && 'id' in value ? value.id : value;
  if (id === '') return stored(null);
  if (typeof id !== 'string' && typeof id !== 'number') return invalid(message('id', { label: field.label }));
  // An ill-formed id is answered like an unknown one.
  const known = readId(id);
  return known === null ? invalid(message('missing', { label: field.label })) : stored(known);
};

/** The ids of a `many`, each once, in their order. */
export const readIdentifiers: ValueReader = (value, field, settings) => {
  if (!Array.isArray(value)) return invalid(message('ids', { label: field.label }));
  const ids: string[] = [];
  for (const item of value) {
    const reading = readIdentifier(item, field, settings);
    if (!reading.ok) return reading;
    if (typeof reading.value !== 'string') return invalid(message('ids', { label: field.label }));
    if (ids.includes(reading.value)) return invalid(message('twice', { label: field.label }));
    ids.push(reading.value);
  }
  return stored(ids);
};
