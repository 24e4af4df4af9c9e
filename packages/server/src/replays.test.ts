import { afterAll, beforeAll, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { type Ask, join, serve, type TestServer } from './fixtures/serve.ts';

let parcels: TestServer;
let cookie: string;
let id: string;

beforeAll(async () => {
  parcels = await serve(planFrom('parcels.md'));
  cookie = await join(parcels, 'ann@example.com');
});
afterAll(() => parcels?.close());

const about = { zeta: 1.5, alpha: [{ longer: 1, b: '2' }], '7': null };
type Request = readonly [
  method: 'POST' | 'PATCH' | 'DELETE',
  url: () => string,
  body?: unknown,
  headers?: () => Ask['headers'],
];

/** In order: each continues with the state that the one before it left. */
const REQUESTS: Readonly<Record<string, Request>> = {
  create: ['POST', () => '/api/parcels', { zone: 'Ünited', code: 'A', about }],
  at_once: ['POST', () => '/api/depots', { zone: 'é\u2028', address: 'A', about }],
  update: ['PATCH', () => `/api/parcels/${id}`, { about: { ...about, long: 'x' } }, () => ({ 'if-match': '*' })],
  event: ['POST', () => `/api/parcels/${id}/send`, { weight: '12345678901234567.125' }],
  delete: ['DELETE', () => `/api/parcels/${id}`, undefined, () => ({ 'if-match': '*' })],
  restore: ['POST', () => `/api/parcels/${id}/restore`, {}],
  bulk: ['POST', () => '/api/parcels/bulk', () => ({ action: 'delete', items: [{ id, if_match: '*' }] })],
  import: ['POST', () => '/api/parcels/import', 'zone,code\nN,B\nN,C\n', () => ({ 'content-type': 'text/csv' })],
  exact: ['POST', () => '/depots', { zone: 'N', address: 'B', about }],
};

test.each(Object.entries(REQUESTS))(
  'what is sent again under its key is answered as it was, byte for byte: %s',
  async (name, request) => {
    const [method, url, body, headers] = request;
    const sent: Ask = {
      cookie,
      headers: { ...headers?.(), 'idempotency-key': name },
      body: typeof body === 'function' ? (body as () => unknown)() : body,
    };
    const address = url();
    const first = await parcels.ask(method, address, sent);
    expect(first.statusCode).toBeLessThan(300);
    id ??= first.json<{ id: string }>().id;
    const again = await parcels.ask(method, address, sent);
    const visible = ({ statusCode, rawPayload, headers: { etag: tag, location } }: typeof first) => ({
      statusCode,
      body: rawPayload.toString(),
      tag,
      location,
    });
    expect(visible(again)).toEqual(visible(first));
  },
);
