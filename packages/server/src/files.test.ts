import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let mia: string;
let max: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  max = await join(desk, 'max@example.com');
});
afterAll(() => desk?.close());

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

function upload(cookie: string | null, name: string, content: Buffer | string, part = 'file') {
  const boundary = 'x-boundary-x';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${part}"; filename="${name}"\r\ncontent-type: text/html\r\n\r\n`;
  return desk.server.inject({
    method: 'POST',
    url: '/api/-/files',
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}`, ...(cookie ? { cookie } : {}) },
    payload: Buffer.concat([Buffer.from(head), Buffer.from(content), Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
}

describe('an upload', () => {
  test('has the type of its content, whatever its name and sender say', async () => {
    const answer = await upload(mia, 'evil.html', PNG);
    expect(answer.statusCode).toBe(201);
    expect(answer.json()).toEqual({ id: expect.any(String), name: 'evil.html', type: 'image/png', size: PNG.length });
    expect((await upload(mia, 'page.html', '<script>alert(1)</script>')).json().type).toBe('text/plain');
  });

  test.each([
    ['nobody', () => upload(null, 'a.png', PNG), 401],
    ['another part', () => upload(mia, 'a.png', PNG, 'other'), 400],
    ['more than MAX_UPLOAD', () => upload(mia, 'a.txt', 'x'.repeat(200_000)), 413],
    ['JSON', () => desk.ask('POST', '/api/-/files', { cookie: mia, body: {} }), 415],
  ])('%s is refused', async (_name, send, status) => {
    expect((await send()).statusCode).toBe(status);
  });
});

const OPEN = '--x\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nabc';
const FIELD = '--x\r\ncontent-disposition: form-data; name="also"\r\n\r\nabc\r\n';
describe('a form is refused that', () => {
  test.each([
    ['names no boundary', 'multipart/form-data', OPEN],
    ['is none', 'multipart/form-data; boundary=x', 'garbage'],
    ['is empty', 'multipart/form-data; boundary=x', '--x--\r\n'],
    ['ends in the middle of a file', 'multipart/form-data; boundary=x', OPEN],
    ['ends in the middle of a head', 'multipart/form-data; boundary=x', OPEN.slice(0, 30)],
    ['has a second file', 'multipart/form-data; boundary=x', `${OPEN}\r\n${OPEN}\r\n--x--\r\n`],
    ['has a field before it', 'multipart/form-data; boundary=x', `${FIELD}${OPEN}\r\n--x--\r\n`],
    ['has a field behind it', 'multipart/form-data; boundary=x', `${OPEN}\r\n${FIELD}--x--\r\n`],
  ])('%s', async (_what, type, payload) => {
    const headers = { cookie: mia, 'content-type': type };
    const answer = await desk.server.inject({ method: 'POST', url: '/api/-/files', headers, payload });
    expect(answer.json()).toMatchObject({ status: 400, code: 'INVALID' });
  });
});

describe('a file', () => {
  test('is shown if that is safe, saved otherwise, and never run', async () => {
    const image = (await upload(mia, 'a.png', PNG)).json();
    const shown = await desk.ask('GET', `/api/-/files/${image.id}`, { cookie: mia });
    expect(shown.rawPayload.equals(PNG)).toBe(true);
    expect(shown.headers).toMatchObject({
      'content-type': 'image/png',
      'content-disposition': `inline; filename="a.png"; filename*=UTF-8''a.png`,
      'x-content-type-options': 'nosniff',
    });
    const page = (await upload(mia, 'p.html', '<script>1</script>')).json();
    const saved = await desk.ask('GET', `/api/-/files/${page.id}`, { cookie: mia });
    expect(saved.headers['content-disposition']).toMatch(/^attachment; /);
    expect(saved.headers['content-security-policy']).toMatch(/^sandbox; default-src 'none'/);
  });

  test('is read by who uploaded it, and then by who may read the record', async () => {
    const { id } = (await upload(mia, 'a.png', PNG)).json();
    const asMax = () => desk.ask('GET', `/api/-/files/${id}`, { cookie: max });
    expect((await asMax()).statusCode).toBe(404);
    const body = { subject: 'With proof', proof: id };
    const ticket = await desk.ask('POST', '/api/tickets', { cookie: mia, body });
    expect(ticket.json().proof).toEqual({ id, name: 'a.png', type: 'image/png', size: PNG.length });
    expect((await desk.ask('GET', `/api/-/files/${id}`, { cookie: mia })).statusCode).toBe(200);
    expect((await asMax()).statusCode).toBe(404);
    expect((await desk.ask('GET', `/api/-/files/${id}`)).statusCode).toBe(404);
  });
});
