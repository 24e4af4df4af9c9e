import { ENGINE_LIMITS } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let counter: TestServer;
let carl: string;

beforeAll(async () => {
  counter = await serve(planFrom('counter.md'), { trustProxy: 1 });
  carl = await join(counter, 'carl@example.com', ['clerk']);
});
afterAll(() => counter?.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(cookie: string | null, address = '192.0.2.1') {
  const boundary = 'x-boundary-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="a.png"\r\ncontent-type: image/png\r\n\r\n`;
  return counter.server.inject({
    method: 'POST',
    url: '/api/-/files',
    headers: {
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'x-forwarded-for': address,
      ...(cookie ? { cookie } : {}),
    },
    payload: Buffer.concat([Buffer.from(head), PNG, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

describe('a file field that anybody may fill in', () => {
  test('takes an upload of somebody who is not signed in, which nobody can read before it is saved', async () => {
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
    // A file that a record holds can't be used again.
    const again = await counter.ask('POST', '/api/orders', { body: { what: 'tea', amount: 1, photo: id } });
    expect(again.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'photo' }] });
  });

  test('has a size limit for each network, which other networks do not use up', async () => {
    for (let place = 0; place < ENGINE_LIMITS.waitingUploadsOfNetwork; place++)
      expect((await upload(null, `2001:db8::${place}`)).statusCode).toBe(201);
    expect((await upload(null, '2001:db8::ffff')).statusCode).toBe(429);
    expect((await upload(null, '2001:db8:1::1')).statusCode).toBe(201);
    expect((await upload(carl, '2001:db8::ffff')).statusCode).toBe(201);
  });

  test('has a size limit for a network', async () => {
    const address = '192.0.2.99';
    expect((await upload(null, address)).statusCode).toBe(201);
    const { settings } = counter.engine.plan;
    await counter.engine.pool.query('update nonet.file set size = $1 where source = $2', [
      ENGINE_LIMITS.waitingBytesOfNetwork * settings.maximumUploadBytes,
      address,
    ]);
    expect((await upload(null, address)).statusCode).toBe(429);
  });

  test('is no way to a file that somebody signed in has uploaded', async () => {
    const { id } = (await upload(carl)).json<{ id: string }>();
    const left = await counter.ask('POST', '/api/orders', { body: { what: 'tea', amount: 1, photo: id } });
    expect(left.json()).toMatchObject({ code: 'INVALID', errors: [{ field: 'photo' }] });
  });
});
