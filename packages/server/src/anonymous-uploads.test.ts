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

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(cookie: string | null) {
  const boundary = 'x-boundary-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return counter.server.inject({
    method: 'POST',
    url: '/api/-/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(cookie ? { cookie } : {}) },
    payload: Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

describe('a file field that anybody may fill in', () => {
  test('takes an upload of somebody who is not signed in, which nobody reads before it is saved', async () => {
    const stored = await upload(null);
    expect(stored.statusCode).toBe(201);
    const { id } = stored.json<{ id: string }>();
    expect((await counter.ask('GET', `/api/-/files/${id}`)).statusCode).toBe(404);
    expect((await counter.ask('GET', `/api/-/files/${id}`, { cookie: carl })).statusCode).toBe(404);
    const left = await counter.ask('POST', '/api/orders', { body: { what: 'tea', amount: 1, photo: id } });
    expect(left.statusCode).toBe(201);
    const read = await counter.ask('GET', `/api/-/files/${id}`, { cookie: carl });
    expect(read.rawPayload.equals(PNG)).toBe(true);
    expect((await counter.ask('GET', `/api/-/files/${id}`)).statusCode).toBe(404);
    // What is used is not used again.
    const again = await counter.ask('POST', '/api/orders', { body: { what: 'tea', amount: 1, photo: id } });
    expect(again.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'photo' }] });
  });

  test('is no way to a file that somebody signed in has uploaded', async () => {
    const { id } = (await upload(carl)).json<{ id: string }>();
    const left = await counter.ask('POST', '/api/orders', { body: { what: 'tea', amount: 1, photo: id } });
    expect(left.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'photo' }] });
  });
});
