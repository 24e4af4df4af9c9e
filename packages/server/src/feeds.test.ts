import { createHmac } from 'node:crypto';
import { seed } from '@nonet/engine';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';

const SECRET = 'a long secret of prices';
const TABLE = JSON.stringify({ data: { items: [{ article: { code: 10 }, amount: 1 }] } });

let shop: TestServer;
beforeAll(async () => {
  process.env['PRICES_SECRET'] = SECRET;
  shop = await serve(planFrom('feeds.md'));
  await seed(shop.engine, { demo: true });
});
afterAll(async () => {
  delete process.env['PRICES_SECRET'];
  await shop?.close();
});

const post = (headers: Readonly<Record<string, string>>, payload = TABLE, feed = 'prices') =>
  shop.server.inject({
    method: 'POST',
    url: `/api/-/feeds/${feed}`,
    headers: { 'content-type': 'application/json', ...headers },
    payload,
  });

const basic = (secret: string) => ({ authorization: `Basic ${Buffer.from(`us:${secret}`).toString('base64')}` });
const known = basic(SECRET);
const signed = (payload: string, secret = SECRET, now = Date.now()) => {
  const [id, at] = ['msg_1', String(Math.floor(now / 1000))];
  const code = createHmac('sha256', secret).update(`${id}.${at}.${payload}`).digest('base64');
  return { 'webhook-id': id, 'webhook-timestamp': at, 'webhook-signature': `v1,${code}` };
};

describe('a table that is sent', () => {
  test('is kept for whoever has the secret, once for each delivery', async () => {
    const first = await post({ ...known, 'idempotency-key': 'one' });
    expect([first.statusCode, first.json()]).toEqual([202, { id: expect.any(String), state: 'taken' }]);
    const again = await post({ ...known, 'idempotency-key': 'one' });
    expect(again.json()).toEqual(first.json());
    expect((await post({ ...known, 'content-type': 'text/csv' })).statusCode).toBe(202);
    expect((await post(signed(TABLE))).statusCode).toBe(202);
    expect(await shop.engine.feeds.runs('prices', 10)).toHaveLength(3);
  });

  test.each<[whom: string, headers: () => Readonly<Record<string, string>>, status: number]>([
    ['nobody', () => ({}), 401],
    ['somebody with another secret', () => basic('another secret'), 401],
    ['somebody who signs another table', () => signed('{}'), 401],
    ['somebody who signs with another secret', () => signed(TABLE, 'another secret of us'), 401],
    ['somebody who sends it again later', () => signed(TABLE, SECRET, Date.now() - 3_600_000), 401],
  ])('is not taken from %s', async (_whom, headers, status) => {
    const before = await shop.engine.feeds.runs(null, 50);
    expect((await post(headers())).statusCode).toBe(status);
    expect(await shop.engine.feeds.runs(null, 50)).toEqual(before);
  });

  test('is told what is wrong with it', async () => {
    const refused = await post(known, '{"data": 1}');
    expect([refused.statusCode, refused.json()]).toMatchObject([400, { code: 'INVALID' }]);
    expect(refused.body).toContain('There is no list at data.items.');
  });

  test.each(['catalogue', 'nothing'])('is for a feed that is received, and not for %s', async (feed) => {
    expect((await post(known, TABLE, feed)).statusCode).toBe(404);
  });

  test('is not received where no secret is set', async () => {
    const own = process.env['PRICES_SECRET'];
    process.env['PRICES_SECRET'] = 'short';
    expect((await post(basic('short'))).statusCode).toBe(401);
    process.env['PRICES_SECRET'] = own;
  });
});

describe('the page of dev', () => {
  let dev: TestServer;
  beforeAll(async () => {
    dev = await serve(planFrom('feeds.md'), { mode: 'dev' });
    await seed(dev.engine, { demo: true });
  });
  afterAll(() => dev?.close());

  test('takes a table at once, and shows what became of its rows', async () => {
    const table = 'ISBN,Title of the book,Price,Publisher,Published\n1,<b>Bold</b>,1,,\n<i>,Spam,1,,\n';
    const form = { feed: 'catalogue', by: '', table, first: 'no' };
    const taken = await dev.server.inject({
      method: 'POST',
      url: '/-/feeds',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      payload: new URLSearchParams(form).toString(),
    });
    expect(taken.statusCode, taken.body).toBe(303);
    const page = await dev.server.inject({ method: 'GET', url: '/-/feeds' });
    expect(page.body).toContain('done: 2 rows, 1 made, 1 refused');
    expect(page.body).toContain('line 3, &lt;i&gt;: title: This is spam. (NO_SPAM, 5.V1)');
    const body = { ...form, by: 'nobody@example.com' };
    const tried = await dev.server.inject({ method: 'POST', url: '/api/-/dev/feeds', payload: body });
    expect(tried.json()).toMatchObject({ state: 'failed', made: 0, refusals: [] });
  });

  test('is of dev alone', async () => {
    expect((await shop.server.inject({ method: 'GET', url: '/-/feeds' })).statusCode).toBe(404);
    const payload = { feed: 'prices', by: '', table: TABLE, first: 'no' };
    const answer = await shop.server.inject({ method: 'POST', url: '/api/-/dev/feeds', payload });
    expect(answer.statusCode).toBe(404);
  });
});
