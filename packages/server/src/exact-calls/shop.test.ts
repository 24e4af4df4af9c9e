import { Validator } from '@seriousme/openapi-schema-validator';
import type { LightMyRequestResponse } from 'fastify';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { cookieOf, serve, type TestServer } from '../fixtures/serve.ts';

/** A document with all features of exact calls that the three examples do not use. */
let shop: TestServer;
let anna = '';
let bert = '';

beforeAll(async () => {
  shop = await serve(planFrom('../fixtures/shop.md'));
  anna = await register('anna');
  bert = await register('bert');
  for (const [sku, name, more] of [
    ['A1', 'Apple', { price: 1.5, labels: [] }],
    ['B2', 'Bread', { price: '2.00', made: '2026-01-02' }],
    ['C3', 'Cheese', {}],
  ] as const)
    await must(await ask('POST', '/products', { sku, name, ...more }, anna), 201);
});
afterAll(() => shop.close());

function ask(
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE' | 'OPTIONS',
  path: string,
  body?: unknown,
  cookie = '',
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> {
  return shop.ask(method, `/v1${path}`, { cookie, headers, ...(body === undefined ? {} : { body }) });
}

async function must(answer: LightMyRequestResponse, status: number): Promise<unknown> {
  if (answer.statusCode !== status) throw new Error(`${answer.statusCode}, not ${status}: ${answer.body}`);
  return answer.body === '' ? null : answer.json();
}

async function register(name: string): Promise<string> {
  const body = { login: `${name}@example.com`, name, password: 'a long enough password' };
  const answer = await ask('POST', '/register', body);
  expect(await must(answer, 201)).toEqual({ me: { name, orders: 0 } });
  return cookieOf(answer);
}

describe('sessions', () => {
  test('are kept in the cookie that the document names, for as long as it says', async () => {
    const answer = await ask('POST', '/login', { login: 'anna@example.com', password: 'a long enough password' });
    expect(answer.headers['set-cookie']).toMatch(/^shop\.sid=[^;]+; Max-Age=3600; Path=\/; HttpOnly; SameSite=Lax$/);
    const cookie = cookieOf(answer);
    expect(await must(await ask('GET', '/me', undefined, cookie), 200)).toEqual({ name: 'anna', orders: 0 });
    const out = await ask('POST', '/logout', undefined, cookie);
    expect([out.statusCode, out.headers.location]).toEqual([302, '/bye']);
    expect((await ask('GET', '/me', undefined, cookie)).statusCode).toBe(401);
  });

  test.each([
    ['a wrong password', { login: 'anna@example.com', password: 'x' }, 401, 'login', 'Who are you?'],
    ['an unknown name', { login: 'nobody@example.com', password: 'x' }, 401, 'login', 'Who are you?'],
    ['no password', { login: 'anna@example.com', password: ' ' }, 422, 'password', 'This is needed.'],
  ])('%s is refused in the form of the document', async (_what, body, status, field, text) => {
    expect(await must(await ask('POST', '/login', body), status)).toMatchObject({ status, faults: [{ field, text }] });
  });

  test("the derived API uses the document's words for a wrong password, too", async () => {
    const body = { email: 'anna@example.com', password: 'x' };
    const answer = await shop.ask('POST', '/api/-/session', { body });
    expect(await must(answer, 401)).toMatchObject({ code: 'WRONG_CREDENTIALS', detail: 'Who are you?' });
  });

  test.each([
    ['a password too short', { password: 'short' }, 422, 'TOO_SHORT', 'password'],
    ['no password', { password: '' }, 422, 'REQUIRED', 'password'],
    ['a name that is taken', { name: 'anna' }, 409, 'NOT_UNIQUE', 'name'],
    ['an address that is none', { login: 'x' }, 400, 'INVALID', 'login'],
    ['what nobody sets', { roles: [] }, 400, 'INVALID', 'roles'],
  ])('nobody signs up with %s', async (_what, more, status, code, field) => {
    const body = { login: 'carl@example.com', name: 'carl', password: 'a long enough password', ...more };
    expect(await must(await ask('POST', '/register', body), status)).toMatchObject({ code, faults: [{ field }] });
  });

  test('a cookie counts only where a page of the product or of a named origin asks', async () => {
    const cross = { 'sec-fetch-site': 'cross-site' };
    const body = { sku: 'X9', name: 'X' };
    const refused = await ask('POST', '/products', body, anna, { ...cross, origin: 'https://evil.example' });
    expect(refused.statusCode).toBe(403);
    expect(refused.headers['access-control-allow-origin']).toBeUndefined();
    const allowed = await ask('POST', '/products', body, anna, { ...cross, origin: 'https://shop.example' });
    expect([allowed.statusCode, allowed.headers['access-control-allow-origin']]).toEqual([201, 'https://shop.example']);
    expect(allowed.headers['access-control-allow-credentials']).toBe('true');
    await must(await ask('DELETE', '/products?code=X9', undefined, anna), 204);
  });
});

test('a property that shows an unreadable record is null, and everything else is answered', async () => {
  const answer = await ask('POST', '/products/hidden', { sku: 'H1', name: 'Hidden' }, anna);
  expect(await must(answer, 201)).toEqual({ made: null, sku: null, by: 'anna' });
});

describe('lists', () => {
  test('have pages, and as many of them as there are', async () => {
    const skus = (body: unknown) => (body as { data: { sku: string }[] }).data.map(({ sku }) => sku);
    const first = await must(await ask('GET', '/products?page=1'), 200);
    expect(first).toMatchObject({ page: 1, pages: 2, total: 3 });
    expect(skus(first)).toEqual(['A1', 'B2']);
    expect(skus(await must(await ask('GET', '/products?page=2'), 200))).toEqual(['C3']);
    expect(skus(await must(await ask('GET', '/products?page=1&size=3'), 200))).toEqual(['A1', 'B2', 'C3']);
  });

  test.each([
    ['q=bre', ['B2']],
    ['q=', ['A1', 'B2']],
    ['from=2', ['B2']],
    ['made=2026-01-02', ['B2']],
    ['made=', ['A1', 'B2']],
    ['label=none', []],
  ])('are narrowed by %s', async (query, expected) => {
    const { data } = (await must(await ask('GET', `/products?page=1&${query}`), 200)) as { data: { sku: string }[] };
    expect(data.map(({ sku }) => sku)).toEqual(expected);
  });

  test.each(['page=0', 'page=x', 'page=1&size=1000', 'page=1&made=never', 'page=1&from=much'])(
    '%s is refused',
    async (query) => {
      expect(await must(await ask('GET', `/products?${query}`), 400)).toMatchObject({ code: 'INVALID' });
    },
  );

  test('are answered by the first block whose condition holds', async () => {
    expect(await must(await ask('GET', '/products'), 200)).toEqual([{ sku: 'C3' }, { sku: 'B2' }, { sku: 'A1' }]);
  });
});

describe('shapes', () => {
  test('show numbers as numbers, leave out what is empty, and know where the product is', async () => {
    expect(await must(await ask('GET', '/products/A1'), 200)).toEqual({
      sku: 'A1',
      name: 'Apple',
      price: 1.5,
      link: 'http://localhost:80/v1/products/A1',
    });
    expect(await must(await ask('GET', '/products/B2'), 200)).toMatchObject({ price: 2, made: '2026-01-02' });
  });

  test('read backwards keep absent values and clear empty ones', async () => {
    await must(await ask('POST', '/products', { sku: 'D4', name: 'Dates', price: 3, made: '2026-01-05' }, anna), 201);
    const put = (body: object) => ask('PUT', '/products/D4', body, anna);
    expect(await must(await put({ name: 'Figs' }), 200)).toMatchObject({ name: 'Figs', price: 3, made: '2026-01-05' });
    expect(await must(await put({ made: '' }), 200)).not.toHaveProperty('made');
    expect(await must(await put({ price: null }), 200)).toMatchObject({ price: null });
    expect(await must(await put({ labels: null }), 400)).toMatchObject({ faults: [{ field: 'labels' }] });
    expect(await must(await put({ labels: ['ripe'] }), 400)).toMatchObject({ faults: [{ field: 'labels.0' }] });
    expect(await must(await put({ name: '' }), 422)).toMatchObject({ code: 'REQUIRED', faults: [{ field: 'name' }] });
    expect(await must(await put({ link: 'x' }), 400)).toMatchObject({ faults: [{ field: 'link' }] });
    await must(await ask('DELETE', '/products?code=D4', undefined, anna), 204);
  });

  test('each item of a list makes a record, or none does', async () => {
    const items = [
      { sku: 'E5', name: 'Eggs' },
      { sku: 'F6', name: 'F'.repeat(41) },
    ];
    expect(await must(await ask('POST', '/products/all', { items }, anna), 422)).toMatchObject({ code: 'TOO_LONG' });
    expect(await must(await ask('GET', '/products/E5'), 404)).toEqual({ message: 'No product here' });
    const made = await ask('POST', '/products/all?made=2026-02-03', { items: items.slice(0, 1) }, anna);
    expect(await must(made, 201)).toMatchObject([{ sku: 'E5', made: '2026-02-03' }]);
    expect(await must(await ask('POST', '/products/all', { items: {} }, anna), 400)).toMatchObject({ code: 'INVALID' });
    await must(await ask('DELETE', '/products?code=E5', undefined, anna), 204);
  });
});

describe('lists of many', () => {
  test('take existing and new records, and remove them again', async () => {
    expect(await must(await ask('POST', '/products/C3/labels', { name: 'old' }, anna), 201)).toEqual({
      label: { name: 'old' },
    });
    await must(await ask('POST', '/products/A1/labels', { name: 'red' }, anna), 201);
    for (let time = 0; time < 2; time += 1)
      expect(await must(await ask('POST', '/products/C3/labels/red', undefined, anna), 200)).toMatchObject({
        labels: ['old', 'red'],
      });
    expect(await must(await ask('GET', '/products/C3/labels'), 200)).toEqual({ labels: ['old', 'red'], count: 2 });
    expect(await must(await ask('DELETE', '/products/C3/labels/old', undefined, anna), 200)).toMatchObject({
      labels: ['red'],
    });
    expect(await must(await ask('POST', '/products/C3/labels/none', undefined, anna), 404)).toEqual({
      message: 'No label here',
    });
    expect((await ask('POST', '/products/C3/labels/old')).statusCode).toBe(401);
  });
});

describe('the children of a record, and its events', () => {
  test('are written through it, as its owner alone', async () => {
    expect(await must(await ask('POST', '/orders/O1', { note: 'soon' }, anna), 201)).toEqual({
      code: 'O1',
      status: 'open',
      note: 'soon',
      lines: [],
      buyer: { name: 'anna', orders: 1 },
    });
    const lines = '/orders/O1/lines';
    const empty = await ask('POST', '/orders/O1/send', { remark: 'go' }, anna);
    expect([empty.statusCode, empty.body]).toEqual([418, '']);
    const made = (await must(await ask('POST', lines, { what: { sku: 'A1' }, count: 2 }, anna), 201)) as { id: string };
    expect(made).toEqual({ id: expect.any(String), what: { sku: 'A1' }, count: 2 });
    await must(await ask('POST', lines, { what: { sku: 'B2' }, count: 1 }, anna), 201);
    expect(await must(await ask('POST', lines, { what: { sku: 'none' }, count: 1 }, anna), 400)).toMatchObject({
      code: 'INVALID',
    });
    expect(await must(await ask('POST', lines, { count: 1 }, anna), 422)).toMatchObject({
      faults: [{ field: 'what' }],
    });
    expect(await must(await ask('PATCH', `${lines}/${made.id}`, { count: 5 }, anna), 200)).toEqual({
      ...made,
      count: 5,
    });
    expect(await must(await ask('PATCH', `${lines}/${made.id}`, { count: 0 }, anna), 422)).toMatchObject({
      code: 'OUT_OF_RANGE',
    });
    for (const [method, path, body] of [
      ['GET', '/orders/O1', undefined],
      ['POST', lines, { what: { sku: 'A1' }, count: 2 }],
      ['PATCH', `${lines}/${made.id}`, { count: 1 }],
      ['DELETE', `${lines}/${made.id}`, undefined],
      ['POST', '/orders/O1/send', { remark: 'mine' }],
    ] as const)
      expect(await must(await ask(method, path, body, bert), 404)).toEqual({ message: 'No order here' });
    await must(await ask('DELETE', `${lines}/${made.id}`, undefined, anna), 204);
    expect(await must(await ask('DELETE', `${lines}/${made.id}`, undefined, anna), 404)).toEqual({
      message: 'No order_line here',
    });
    const sent = await ask('POST', '/orders/O1/send', { remark: 'go' }, anna);
    expect([sent.statusCode, sent.headers.location]).toEqual([303, '/v1/orders/O1']);
    expect(await must(await ask('GET', '/orders/O1', undefined, anna), 200)).toMatchObject({
      status: 'sent',
      note: 'go',
      lines: [{ what: { sku: 'B2' }, count: 1 }],
    });
  });
});

test.each([
  ['PUT', '/products/A1'],
  ['PUT', '/products/NONE'],
  ['DELETE', '/products/A1'],
  ['DELETE', '/products/NONE'],
] as const)('7: nobody hears 401 before %s %s is looked for, where point 6 lets nobody do it', async (method, path) => {
  const body = method === 'PUT' ? { name: 'Apple' } : undefined;
  expect((await ask(method, path, body)).statusCode).toBe(401);
});

test('an error that the call itself states', async () => {
  expect((await ask('GET', '/teapot')).statusCode).toBe(418);
});

test('an Idempotency-Key makes a call once', async () => {
  const key = { 'idempotency-key': 'one' };
  const body = { sku: 'K1', name: 'Kiwi' };
  const [first, second] = [
    await ask('POST', '/products', body, anna, key),
    await ask('POST', '/products', body, anna, key),
  ];
  expect([second.statusCode, second.json()]).toEqual([first.statusCode, first.json()]);
  await must(await ask('DELETE', '/products?code=K1', undefined, anna), 204);
});

test('its description is valid', async () => {
  const described = (await shop.ask('GET', '/api/openapi.json')).json<Record<string, unknown>>();
  expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true });
});
