import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

let desk: TestServer;
let mia: string;
let ann: string;

beforeAll(async () => {
  desk = await serve(planFrom('desk.md'));
  mia = await join(desk, 'mia@example.com');
  ann = await join(desk, 'ann@example.com', ['agent']);
});
afterAll(() => desk?.close());

async function ticket(subject: string): Promise<{ id: string; etag: string; url: string }> {
  const answer = await desk.ask('POST', '/api/tickets', { cookie: mia, body: { subject } });
  expect(answer.statusCode).toBe(201);
  const { id } = answer.json<{ id: string }>();
  return { id, etag: String(answer.headers.etag), url: `/api/tickets/${id}` };
}

describe('the derived API', () => {
  test('creates, and says where', async () => {
    const answer = await desk.ask('POST', '/api/tickets', { cookie: mia, body: { subject: 'Printer', cost: '1.50' } });
    expect(answer.statusCode).toBe(201);
    const record = answer.json();
    expect(record).toMatchObject({ subject: 'Printer', cost: '1.50', status: 'open' });
    expect(record).not.toHaveProperty('remark');
    expect(answer.headers.location).toBe(`/api/tickets/${record.id}`);
  });

  test('a change names the version that it means: 428 without, 412 with an old one', async () => {
    const { url, etag } = await ticket('Mouse');
    const patch = (headers: Record<string, string>) =>
      desk.ask('PATCH', url, { cookie: mia, headers, body: { subject: 'Mouse and cat' } });
    expect((await patch({})).statusCode).toBe(428);
    const changed = await patch({ 'if-match': etag });
    expect(changed.statusCode).toBe(200);
    expect(changed.headers.etag).not.toBe(etag);
    const stale = await patch({ 'if-match': etag });
    expect(stale.statusCode).toBe(412);
    expect(stale.json()).toMatchObject({ code: 'STALE', type: '/problems/STALE', status: 412 });
  });

  test('an unchanged answer is not sent again', async () => {
    const { url, etag } = await ticket('Cable');
    const ask = (tag: string) => desk.ask('GET', url, { cookie: mia, headers: { 'if-none-match': tag } });
    expect((await ask(etag)).statusCode).toBe(304);
    expect((await ask(`"x", W/${etag}`)).statusCode).toBe(304);
    expect((await ask('"x"')).statusCode).toBe(200);
  });

  test('a write with an Idempotency-Key is done once', async () => {
    const post = () =>
      desk.ask('POST', '/api/tickets', {
        cookie: mia,
        headers: { 'idempotency-key': 'k-1' },
        body: { subject: 'Once' },
      });
    const [first, second] = [await post(), await post()];
    expect(second.json().id).toBe(first.json().id);
    const bad = await desk.ask('POST', '/api/tickets', { cookie: mia, headers: { 'idempotency-key': 'é' }, body: {} });
    expect(bad.statusCode).toBe(400);
  });

  test('events, history, /can, delete and restore have their routes', async () => {
    const { url, etag } = await ticket('Screen');
    expect((await desk.ask('POST', `${url}/answer`, { cookie: ann, body: { reply: 'Yes' } })).json()).toMatchObject({
      status: 'answered',
    });
    expect((await desk.ask('GET', `${url}/can`, { cookie: mia })).json()).toMatchObject({
      events: { close: { may: true } },
    });
    expect((await desk.ask('GET', `${url}/history`, { cookie: mia })).json()).toMatchObject([
      { action: 'answer' },
      { action: 'create' },
    ]);
    expect((await desk.ask('DELETE', url, { cookie: mia, headers: { 'if-match': etag } })).statusCode).toBe(412);
    expect((await desk.ask('DELETE', url, { cookie: mia, headers: { 'if-match': '*' } })).statusCode).toBe(204);
    expect((await desk.ask('GET', url, { cookie: mia })).statusCode).toBe(404);
    expect((await desk.ask('POST', `${url}/restore`, { cookie: mia })).statusCode).toBe(200);
  });
});

describe('methods', () => {
  test.each([
    ['PUT', '/api/tickets', 'GET, HEAD, POST'],
    ['DELETE', '/api/tickets', 'GET, HEAD, POST'],
    ['PUT', '/api/tickets/x', 'DELETE, GET, HEAD, PATCH, POST'],
    ['GET', '/api/tickets/x/close', 'POST'],
    ['DELETE', '/api/tickets/x/history', 'GET, HEAD, POST'],
    ['PUT', '/api/-/session', 'DELETE, GET, HEAD, POST'],
    ['POST', '/api/-/product', 'GET, HEAD'],
    ['OPTIONS', '/api/tickets', 'GET, HEAD, POST'],
  ] as const)('%s %s is not one of %s', async (method, url, allow) => {
    const answer = await desk.ask(method, url, { cookie: mia });
    expect(answer.headers.allow).toBe(allow);
    expect(answer.json()).toMatchObject({ code: 'METHOD_NOT_ALLOWED', status: 405 });
  });

  test('an unknown address has no answer for any method', async () => {
    for (const method of ['GET', 'PUT', 'POST', 'OPTIONS'] as const) {
      expect((await desk.ask(method, '/api/nothing', { cookie: mia })).statusCode).toBe(404);
    }
  });

  test('HEAD answers as GET does, without the body', async () => {
    const { url, etag } = await ticket('Headless');
    const [get, head] = [await desk.ask('GET', url, { cookie: mia }), await desk.ask('HEAD', url, { cookie: mia })];
    expect(head.statusCode).toBe(200);
    expect(head.body).toBe('');
    expect(head.headers).toMatchObject({ etag, 'content-length': get.headers['content-length'] });
  });
});

describe('lists as CSV', () => {
  test('for those who may export, in the columns of the screen, with no formula in it', async () => {
    await ticket('=HYPERLINK("x")');
    const answer = await desk.ask('GET', '/api/tickets?screen=tickets&order=-created_at', {
      cookie: ann,
      headers: { accept: 'text/csv' },
    });
    expect(answer.headers['content-type']).toBe('text/csv; charset=utf-8');
    expect(answer.headers['content-disposition']).toBe('attachment; filename="tickets.csv"');
    const lines = answer.body.split('\r\n');
    expect(lines[0]).toBe('Number,Subject,Asker name,Asker badge,Cost,Status');
    expect(lines[1]).toMatch(/^T-\d{4},"'=HYPERLINK\(""x""\)",mia,,,open$/);
  });

  test('columns that are requested by name have the headings of the screen, or their names without a screen', async () => {
    const header = async (query: string) =>
      (await desk.ask('GET', `/api/tickets?${query}`, { cookie: ann, headers: { accept: 'text/csv' } })).body.split(
        '\r\n',
      )[0];
    expect(await header('screen=tickets&fields=subject,asker.name,id')).toBe('Subject,Asker name,id');
    expect(await header('fields=subject,asker.name')).toBe('subject,asker.name');
  });

  test('a record that its reader may not export is left out', async () => {
    const answered = await ticket('Answered already');
    await ticket('Still waiting');
    await desk.ask('POST', `${answered.url}/answer`, { cookie: ann, body: { reply: 'Yes' } });
    const { body } = await desk.ask('GET', '/api/tickets?fields=subject', {
      cookie: mia,
      headers: { accept: 'text/csv' },
    });
    expect(body).toContain('Still waiting');
    expect(body).not.toContain('Answered already');
  });

  test('and refused where no role may export', async () => {
    const headers = { accept: 'text/csv' };
    expect((await desk.ask('GET', '/api/users', { cookie: mia, headers })).statusCode).toBe(403);
    expect((await desk.ask('GET', '/api/tickets', { headers })).statusCode).toBe(401);
  });
});

describe('refusals are problems (RFC 9457)', () => {
  test.each([
    ['an unknown collection', 'GET', '/api/nothing', undefined, {}, 404, 'NOT_FOUND'],
    ['an unknown record', 'GET', '/api/tickets/x', undefined, {}, 404, 'NOT_FOUND'],
    ['a key twice in the query', 'GET', '/api/tickets?status=open&status=closed', undefined, {}, 400, 'INVALID'],
    ['an unknown key for a record', 'GET', '/api/tickets/x?status=open', undefined, {}, 400, 'INVALID'],
    ['a key twice in the body', 'POST', '/api/tickets', '{"subject":"a","subject":"b"}', {}, 400, 'INVALID'],
    ['unreadable JSON', 'POST', '/api/tickets', '{"subject":', {}, 400, 'INVALID'],
    [
      'another kind of body',
      'POST',
      '/api/tickets',
      'subject=a',
      { 'content-type': 'text/plain' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'a form',
      'POST',
      '/api/tickets',
      'subject=a',
      { 'content-type': 'application/x-www-form-urlencoded' },
      415,
      'UNSUPPORTED_MEDIA_TYPE',
    ],
    [
      'more than MAX_BODY',
      'POST',
      '/api/tickets',
      JSON.stringify({ subject: 'x'.repeat(20_000) }),
      {},
      413,
      'TOO_LARGE',
    ],
    ['an event that is open', 'GET', '/plans', undefined, {}, 404, 'NOT_FOUND'],
  ] as const)('%s', async (_name, method, url, payload, headers, status, code) => {
    const answer = await desk.server.inject({
      method,
      url,
      headers: { cookie: mia, 'content-type': 'application/json', ...headers },
      ...(payload === undefined ? {} : { payload }),
    });
    expect(answer.json()).toMatchObject({
      type: `/problems/${code}`,
      status,
      code,
      title: expect.any(String),
      detail: expect.any(String),
    });
    expect(answer.statusCode).toBe(status);
    expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
  });

  test('the document’s own words stand, and its sentence only for those who may read it', async () => {
    const { url } = await ticket('Open question');
    const closed = await desk.ask('POST', `${url}/close`, { cookie: mia });
    expect(closed.statusCode).toBe(501);
    expect(closed.json()).toMatchObject({ code: 'NOT_SPECIFIED', clause: '4.Ticket.status.close.open.when' });
    expect(closed.json()).not.toHaveProperty('sentence');
    expect((await desk.ask('GET', '/api/nothing', { cookie: mia })).json().detail).toBe('There is no such thing here.');
  });

  test('an internal fault discloses no details', async () => {
    const broken = { ...desk.engine, list: () => Promise.reject(new Error('secret detail')) };
    desk.product.replace({ engine: broken });
    const answer = await desk.ask('GET', '/api/tickets', { cookie: mia });
    desk.product.replace({ engine: desk.engine });
    expect(answer.statusCode).toBe(500);
    expect(answer.json().code).toBe('INTERNAL');
    expect(answer.body).not.toContain('secret');
    expect(answer.json().detail).toContain(String(answer.headers['x-request-id']));
  });
});

describe('every answer', () => {
  test('has the headers that keep browsers safe', async () => {
    const { headers } = await desk.ask('GET', '/');
    expect(headers['content-security-policy']).toContain("script-src 'self'");
    expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
    expect(headers['content-security-policy']).toContain("require-trusted-types-for 'script'");
    expect(headers['content-security-policy']).not.toMatch(/script-src[^;]*unsafe/);
    expect(headers['permissions-policy']).toContain('camera=(), ');
    expect(headers).toMatchObject({ 'x-content-type-options': 'nosniff', 'referrer-policy': 'same-origin' });
  });

  test('of the API loads and runs nothing, should a browser show it as a page', async () => {
    const { headers } = await desk.ask('GET', '/api/tickets', { cookie: mia });
    expect(headers).toMatchObject({
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-cache',
    });
  });

  test('the process and its database say how they are', async () => {
    expect((await desk.ask('GET', '/healthz')).statusCode).toBe(200);
    expect((await desk.ask('GET', '/readyz')).json()).toEqual({ status: 'ready' });
  });
});

test('REQUESTS_PER_MINUTE holds for each user apart, until another period of counting begins', async () => {
  const plan = planFrom('desk.md');
  const settings = { ...plan.settings, requests: { count: 5, seconds: 60 } };
  let period = 1;
  const small = await serve({ ...plan, settings }, { countingPeriod: () => period });
  try {
    const max = await join(small, 'max@example.com');
    const eva = await join(small, 'eva@example.com');
    const answers = [];
    for (let count = 0; count < 7; count += 1) answers.push(await small.ask('GET', '/api/-/session', { cookie: max }));
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200, 429, 429]);
    expect(answers[6]?.json()).toMatchObject({ code: 'TOO_MANY_REQUESTS', status: 429 });
    expect(Number(answers[6]?.headers['retry-after'])).toBeGreaterThan(0);
    expect((await small.ask('GET', '/api/-/session', { cookie: eva })).statusCode).toBe(200);
    expect((await small.ask('GET', '/healthz', { cookie: max })).statusCode).toBe(200);
    period += 1;
    expect((await small.ask('GET', '/api/-/session', { cookie: max })).statusCode).toBe(200);
  } finally {
    await small.close();
  }
});
