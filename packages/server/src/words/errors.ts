import type { StandardError } from '@nonet/language';
import { expect } from 'vitest';
import { join } from '../fixtures/serve.ts';
import { Product } from '../product.ts';
import { createServer } from '../server.ts';
import type { Case, Json, Words } from './world.ts';

/** Refused with this error alone, at this field. */
async function refused(words: Words, status: number, code: StandardError, body: Json, field?: string): Promise<void> {
  const answer = await words.must(status, 'POST', '/api/things', { body: { name: words.name(), ...body } });
  expect(answer).toMatchObject({ errors: [{ code, ...(field === undefined ? {} : { field }) }] });
}

async function says(
  words: Words,
  status: number,
  code: StandardError,
  ...ask: Parameters<Words['server']['ask']>
): Promise<void> {
  const answer = await words.server.ask(...ask);
  expect([answer.statusCode, answer.json<Json>()['code']], answer.body).toEqual([status, code]);
}

/** The causes of the errors that the language raises by itself (8). */
export const ERRORS: Readonly<Record<StandardError, Case>> = {
  async NOT_SPECIFIED(words) {
    const cookie = await join(words.server, 'unclear@example.com');
    const url = `/api/things/${await words.thing()}/unclear`;
    const answer = await words.must(501, 'POST', url, { cookie, body: {} });
    expect(answer).toMatchObject({ code: 'NOT_SPECIFIED', clause: '4.Thing.status.unclear.by' });
  },
  UNAUTHENTICATED: (words) => says(words, 401, 'UNAUTHENTICATED', 'POST', '/api/vaults', { body: { name: 'x' } }),
  WRONG_CREDENTIALS: (words) =>
    says(words, 401, 'WRONG_CREDENTIALS', 'POST', '/api/-/session', {
      body: { email: 'who@example.com', password: 'x' },
    }),
  async FORBIDDEN(words) {
    const cookie = await join(words.server, 'forbidden@example.com');
    await says(words, 403, 'FORBIDDEN', 'POST', '/api/vaults', { cookie, body: { name: 'x' } });
    const keeper = await join(words.server, 'keeper@example.com', ['keeper']);
    await words.must(201, 'POST', '/api/vaults', { cookie: keeper, body: { name: 'x' } });
  },
  NOT_FOUND: (words) => says(words, 404, 'NOT_FOUND', 'GET', '/api/things/00000000-0000-4000-8000-000000000000'),
  METHOD_NOT_ALLOWED: (words) => says(words, 405, 'METHOD_NOT_ALLOWED', 'PUT', '/api/things', { body: {} }),
  INVALID: (words) => says(words, 400, 'INVALID', 'POST', '/api/things', { body: { name: 'ab', unheard_of: 1 } }),
  REQUIRED: (words) => refused(words, 422, 'REQUIRED', { name: '' }, 'name'),
  TOO_LONG: (words) => refused(words, 422, 'TOO_LONG', { name: 'x'.repeat(21) }, 'name'),
  TOO_SHORT: (words) => refused(words, 422, 'TOO_SHORT', { name: 'x' }, 'name'),
  OUT_OF_RANGE: (words) => refused(words, 422, 'OUT_OF_RANGE', { count: 100 }, 'count'),
  NO_MATCH: (words) => refused(words, 422, 'NO_MATCH', { form: 'B-1' }, 'form'),
  async NOT_ALLOWED(words) {
    const { id } = await words.must(201, 'POST', '/api/tags', { body: { name: 'closed' } });
    await refused(words, 422, 'NOT_ALLOWED', { tag: id }, 'tag');
  },
  async NOT_UNIQUE(words) {
    await words.thing({ code: 'taken' });
    await refused(words, 409, 'NOT_UNIQUE', { code: 'taken' }, 'code');
  },
  async IN_USE(words) {
    const id = await words.thing();
    await words.event(id, 'create_log');
    const { headers } = await words.server.ask('GET', `/api/things/${id}`);
    await says(words, 409, 'IN_USE', 'DELETE', `/api/things/${id}`, { headers: { 'if-match': String(headers.etag) } });
  },
  async INVALID_TRANSITION(words) {
    const id = await words.thing();
    await words.event(id, 'close');
    expect(await words.event(id, 'close', {}, 409)).toMatchObject({ code: 'INVALID_TRANSITION' });
  },
  async STALE(words) {
    const url = `/api/things/${await words.thing()}`;
    const headers = { 'if-match': String((await words.server.ask('GET', url)).headers.etag) };
    await words.must(200, 'PATCH', url, { body: { note: 'first' }, headers });
    await says(words, 412, 'STALE', 'PATCH', url, { body: { note: 'second' }, headers });
  },
  async PRECONDITION_REQUIRED(words) {
    const url = `/api/things/${await words.thing()}`;
    await says(words, 428, 'PRECONDITION_REQUIRED', 'PATCH', url, { body: { note: 'x' } });
  },
  async IDEMPOTENCY_CONFLICT(words) {
    const headers = { 'idempotency-key': 'the-key' };
    const first = { body: { name: words.name() }, headers };
    const { id } = await words.must(201, 'POST', '/api/things', first);
    expect(await words.must(201, 'POST', '/api/things', first)).toMatchObject({ id });
    await says(words, 422, 'IDEMPOTENCY_CONFLICT', 'POST', '/api/things', { ...first, body: { name: words.name() } });
  },
  async TOO_MANY_REQUESTS(words) {
    const attempt = { body: { email: 'locked@example.com', password: 'x' } };
    for (const _ of [1, 2, 3]) await says(words, 401, 'WRONG_CREDENTIALS', 'POST', '/api/-/session', attempt);
    await says(words, 429, 'TOO_MANY_REQUESTS', 'POST', '/api/-/session', attempt);
  },
  TOO_LARGE: (words) => says(words, 413, 'TOO_LARGE', 'POST', '/api/things', { body: { note: 'x'.repeat(100_001) } }),
  UNSUPPORTED_MEDIA_TYPE: (words) =>
    says(words, 415, 'UNSUPPORTED_MEDIA_TYPE', 'POST', '/api/things', {
      body: 'name: x',
      headers: { 'content-type': 'application/yaml' },
    }),
  async UNAVAILABLE() {
    const server = await createServer({ product: new Product(null), mode: 'production', uiFolder: null });
    const answer = await server.inject('/api/things');
    expect([answer.statusCode, answer.json<Json>()['code'], answer.headers['retry-after']]).toEqual([
      503,
      'UNAVAILABLE',
      '5',
    ]);
    await server.close();
  },
  async INTERNAL(words) {
    const { pool } = words.server.engine;
    await pool.query('alter table product.vault rename to elsewhere');
    const cookie = await join(words.server, 'internal@example.com', ['keeper']);
    await says(words, 500, 'INTERNAL', 'GET', '/api/vaults', { cookie });
    await pool.query('alter table product.elsewhere rename to vault');
  },
};
