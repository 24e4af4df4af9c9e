import { readdirSync, readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { type HurlResult, runHurl } from '../fixtures/hurl.ts';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

const SUITE = new URL('../../../../conformance/realworld/hurl/', import.meta.url);
const FILES = readdirSync(SUITE).filter((name) => name.endsWith('.hurl'));

let product: TestServer;
let host = '';
const results: HurlResult[] = [];

beforeAll(async () => {
  product = await serve(planFrom('../../../../examples/realworld/spec.md'));
  host = await product.server.listen({ port: 0, host: '127.0.0.1' });
});

afterAll(async () => {
  await product?.close();
  const sum = (of: (result: HurlResult) => number) => results.reduce((total, result) => total + of(result), 0);
  const assertions = sum((result) => result.assertions);
  const held = assertions - sum(({ failures }) => failures.length);
  const requests = sum((result) => result.requests);
  process.stdout.write(`RealWorld: ${held} of ${assertions} assertions hold, in ${requests} requests\n`);
});

/** The suite of the RealWorld project, unchanged, against the document that states its API. */
test.each(FILES)('%s', async (file) => {
  const uid = `${Date.now()}${FILES.indexOf(file)}`;
  const result = await runHurl(file, readFileSync(new URL(file, SUITE), 'utf8'), { host, uid });
  results.push(result);
  expect(result.failures).toEqual([]);
});

test('a list of 20 articles, with the parts that depend on the reader, is one statement', async () => {
  const registered = await product.ask('POST', '/api/users', {
    body: { user: { username: 'counter', email: 'counter@example.com', password: 'a long enough password' } },
  });
  const authorization = `Token ${registered.json<{ user: { token: string } }>().user.token}`;
  for (let number = 0; number < 20; number += 1)
    await product.ask('POST', '/api/articles', {
      headers: { authorization },
      body: { article: { title: `No. ${number}`, description: 'd', body: 'b', tagList: ['one', 'two'] } },
    });
  const list = () => product.ask('GET', '/api/articles?author=counter&tag=two', { headers: { authorization } });
  await list();
  const statements = vi.spyOn(product.engine.pool, 'query');
  const { articles, articlesCount } = (await list()).json<{ articles: object[]; articlesCount: number }>();
  expect(statements).toHaveBeenCalledTimes(1);
  statements.mockRestore();
  expect([articles.length, articlesCount]).toEqual([20, 20]);
  expect(articles[0]).toMatchObject({ favorited: false, author: { following: false }, tagList: ['one', 'two'] });
});
