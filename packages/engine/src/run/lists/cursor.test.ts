import { expect, test } from 'vitest';
import { readCursor, writeCursor } from './cursor.ts';

const secret = Buffer.from('a secret of the product');
const cursor = { keys: ['2026-11-22', null], id: '0192f0c1-0000-7000-8000-000000000000' };
const written = writeCursor(cursor, 'claims of Emma', secret);

test('a cursor is read back by the server that made it', () => {
  expect(readCursor(written, 'claims of Emma', secret, 2)).toEqual(cursor);
});

test.each<[what: string, text: string, bound?: string, order?: number]>([
  ['of another reader', written, 'claims of Mo'],
  ['that was altered', written.replace(/^./u, (first) => (first === 'A' ? 'B' : 'A'))],
  ['without what vouches for it', written.replace(/\..*$/u, '')],
  ['of an order with more keys', written, 'claims of Emma', 1],
  ['of an order with fewer keys', written, 'claims of Emma', 3],
  ['without an id', writeCursor({ keys: [null], id: null as unknown as string }, 'claims of Emma', secret)],
  ['that is no cursor', 'next'],
])('a cursor %s is refused', (_what, text, bound = 'claims of Emma', order = 2) => {
  expect(readCursor(text, bound, secret, order)).toBeNull();
});
