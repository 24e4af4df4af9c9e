import { timingSafeEqual } from 'node:crypto';
import { keyedHash } from './keyed-hash.ts';

/** The end of a page: the values of its sort keys as text, and the id. */
export interface Cursor {
  readonly keys: readonly (string | null)[];
  readonly id: string;
}

/** An opaque cursor: readable by the server that made it alone, and for the same actor and query only. */
export function writeCursor(cursor: Cursor, bound: string, secret: Buffer): string {
  const payload = Buffer.from(JSON.stringify([...cursor.keys, cursor.id]));
  return `${payload.toString('base64url')}.${authenticate(payload, bound, secret).toString('base64url')}`;
}

/** `order`: of how many keys. Null if the cursor was altered, or belongs to another actor, query or order. */
export function readCursor(text: string, bound: string, secret: Buffer, order: number): Cursor | null {
  const [payload = '', mac = ''] = text.split('.');
  const bytes = Buffer.from(payload, 'base64url');
  const given = Buffer.from(mac, 'base64url');
  const expected = authenticate(bytes, bound, secret);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return null;
  const values = JSON.parse(bytes.toString()) as (string | null)[];
  const id = values.pop();
  return typeof id === 'string' && values.length === order ? { keys: values, id } : null;
}

function authenticate(payload: Buffer, bound: string, secret: Buffer): Buffer {
  return keyedHash(secret).update('cursor\0').update(bound).update('\0').update(payload).digest().subarray(0, 16);
}
