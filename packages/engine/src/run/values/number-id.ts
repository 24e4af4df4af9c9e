import type { PlanIndex } from '../../plan-index.ts';

/**
 * If the ids of records are whole numbers, their uuid encodes the number (see
 * `migrate/own/0008-whole-number-ids.sql`).
 */
/** The beginning of a uuid that encodes a whole number. */
export const NUMBER_PREFIX = '00000000-0000-8000-8000-';
const MOST = 2 ** 48 - 1;

/** The uuid of a number, as JSON or the digits of an address have it; null for what is none. */
export function idOfNumber(value: unknown): string | null {
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isInteger(number) || number < 0 || number > MOST) return null;
  return `${NUMBER_PREFIX}${number.toString(16).padStart(12, '0')}`;
}

function numberOfId(id: string): number {
  return Number.parseInt(id.slice(-12), 16);
}

/** A record's id as the wire has it. */
export function wireId(index: Pick<PlanIndex, 'hasWholeIds'>, entity: string, id: string): string | number {
  return index.hasWholeIds(entity) ? numberOfId(id) : id;
}
