import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let counter: TestServer;
let carl: string;

beforeAll(async () => {
  counter = await serve(planFrom('counter.md'));
  carl = await join(counter, 'carl@example.com', ['clerk']);
});
afterAll(() => counter?.close());

const leave = (body: object, confirm = '', headers: Record<string, string> = {}) =>
  counter.ask('POST', `/api/orders${confirm}`, { cookie: carl, body, headers });
const orders = async () =>
  (await counter.ask('GET', '/api/orders?count=exact', { cookie: carl })).json<{ count: number }>().count;

describe('an error with the status `warning`', () => {
  test('asks for confirmation, for all that it warns of at once, in its own words', async () => {
    const before = await orders();
    const answer = await leave({ what: 'x', amount: 200 });
    expect(answer.statusCode).toBe(409);
    expect(answer.json()).toMatchObject({
      code: 'LARGE',
      clause: '5.V1',
      confirm: ['LARGE', 'ODD'],
      errors: [
        { field: 'amount', code: 'LARGE', message: '200 of x is a lot.', clause: '5.V1' },
        { field: 'what', code: 'ODD', message: 'x is odd.', clause: '5.V3' },
      ],
    });
    expect(await orders()).toBe(before);
  });

  test('is not answered while something is wrong', async () => {
    const answer = await leave({ what: 'x', amount: 0 });
    expect(answer.statusCode).toBe(422);
    expect(answer.json()).toMatchObject({ code: 'NOTHING', errors: [{ code: 'NOTHING' }] });
    expect(answer.json()).not.toHaveProperty('confirm');
  });

  test('lets confirmed warnings pass, and asks for the others', async () => {
    const half = await leave({ what: 'x', amount: 200 }, '?confirm=LARGE');
    expect(half.json()).toMatchObject({ code: 'ODD', confirm: ['ODD'] });
    expect((await leave({ what: 'x', amount: 200 }, '?confirm=LARGE,ODD')).statusCode).toBe(201);
    // A confirmation of a warning that is not raised has no effect.
    expect((await leave({ what: 'y', amount: 200 }, '?confirm=LARGE,ODD')).statusCode).toBe(201);
  });

  test('leaves the Idempotency-Key free for the confirmed request', async () => {
    const headers = { 'idempotency-key': 'k-warned' };
    const before = await orders();
    expect((await leave({ what: 'tea', amount: 200 }, '', headers)).statusCode).toBe(409);
    expect((await leave({ what: 'tea', amount: 200 }, '?confirm=LARGE', headers)).statusCode).toBe(201);
    expect((await leave({ what: 'tea', amount: 200 }, '?confirm=LARGE', headers)).statusCode).toBe(201);
    expect(await orders()).toBe(before + 1);
  });

  test('is asked for by changes and events too, of every record that they touch', async () => {
    const created = await leave({ what: 'tea', amount: 1 });
    const url = String(created.headers.location);
    const headers = { 'if-match': String(created.headers.etag) };
    const patch = (query: string) =>
      counter.ask('PATCH', `${url}${query}`, { cookie: carl, headers, body: { amount: 300 } });
    expect((await patch('')).json()).toMatchObject({ confirm: ['LARGE'] });
    expect((await patch('?confirm=LARGE')).statusCode).toBe(200);
    const pack = (query: string) =>
      counter.ask('POST', `${url}/pack${query}`, { cookie: carl, body: { parcels: { weight: 70 } } });
    expect((await pack('')).json()).toMatchObject({
      confirm: ['HEAVY'],
      errors: [{ field: 'parcels.weight', message: 'A parcel of 70 kg is heavy.' }],
    });
    expect((await pack('?confirm=HEAVY')).json()).toMatchObject({ status: 'packed', parcels: [{ weight: 70 }] });
  });

  test.each(['NOTHING', 'NO_SUCH', 'LARGE,NOTHING'])('can confirm nothing else: %s', async (codes) => {
    const answer = await leave({ what: 'tea', amount: 0 }, `?confirm=${codes}`);
    expect(answer.statusCode).toBe(400);
    expect(answer.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'confirm' }] });
  });

  test('a write knows no other key in its query', async () => {
    expect((await leave({ what: 'tea', amount: 1 }, '?confrim=LARGE')).statusCode).toBe(400);
  });

  test('is described where a request may confirm', async () => {
    const document = (await counter.ask('GET', '/api/openapi.json', { cookie: carl })).json();
    const names = (path: string, method: string) =>
      (document.paths[path][method].parameters as { name: string }[]).map(({ name }) => name);
    expect(names('/api/orders', 'post')).toContain('confirm');
    expect(names('/api/orders/{id}', 'patch')).toEqual(['If-Match', 'confirm']);
    expect(names('/api/orders/{id}/pack', 'post')).toContain('confirm');
    expect(document.components.schemas.Problem.properties).toHaveProperty('confirm');
  });
});
