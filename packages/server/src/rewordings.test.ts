import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { planFrom } from './fixtures/plans.ts';
import { join, serve, type TestServer } from './fixtures/serve.ts';

const document = readFileSync(new URL('fixtures/counter.md', import.meta.url), 'utf8')
  .replace(
    '| NOT_FOUND | 404 |',
    () => `| INVALID | 400 | That is not right. | Dat klopt niet. | derived |
| FORBIDDEN | 403 | Ask {CHIEF}. | | derived |
| WRONG_CREDENTIALS | 401 | We do not know you. | | derived |
| IDEMPOTENCY_CONFLICT | 422 | Once is enough. | | derived |
| NOT_FOUND | 404 |`,
  )
  .replace(
    /(## 9\. Business constants and limits\n\n)none/,
    (_, heading) => `${heading}| name | value |\n| --- | --- |\n| CHIEF | "the chief" |`,
  );

let counter: TestServer;
let carl: string;

beforeAll(async () => {
  counter = await serve(planFrom('counter.md', document));
  carl = await join(counter, 'carl@example.com', ['clerk']);
});
afterAll(() => counter?.close());

/** The words of point 8 take precedence over the product's, whether the engine or the server finds the error. */
describe('a standard error that the document rewords', () => {
  test.each([
    ['a key of a list', '/api/orders?amont=1', 'amont', '`amont` is no field or filter here. Did you mean amount?'],
    ['a value of a filter', '/api/orders?amount=x', 'amount', expect.any(String)],
    ['a limit', '/api/orders?limit=x', 'limit', expect.any(String)],
    ['a cursor', '/api/orders?cursor=x', 'cursor', expect.any(String)],
    ['a key that stands twice', '/api/orders?q=a&q=b', 'q', expect.any(String)],
    ['text that is not UTF-8', '/api/orders?q=%ff', null, expect.any(String)],
  ])('%s is answered in its words, and what would be read in the product’s', async (_, url, field, message) => {
    const { statusCode, body } = await counter.ask('GET', url, { cookie: carl });
    expect(JSON.parse(body)).toMatchObject({
      code: 'INVALID',
      status: statusCode,
      detail: 'That is not right.',
      errors: [{ field, message }],
    });
    expect(JSON.parse(body).errors[0].message).not.toBe('That is not right.');
  });

  test('a body too, whether it is JSON or not', async () => {
    const ask = (payload: string) =>
      counter.ask('POST', '/api/orders', {
        cookie: carl,
        body: payload,
        headers: { 'content-type': 'application/json' },
      });
    expect((await ask('{')).json()).toMatchObject({
      detail: 'That is not right.',
      errors: [{ field: null, message: expect.stringContaining('The body is not JSON') }],
    });
    expect((await ask('{"what": 5, "amount": 1}')).json()).toMatchObject({
      detail: 'That is not right.',
      errors: [{ field: 'what', message: 'What must be text.' }],
    });
  });

  test('in the language that is asked for', async () => {
    const answer = await counter.ask('GET', '/api/orders?amont=1', {
      cookie: carl,
      headers: { 'accept-language': 'nl' },
    });
    expect(answer.json()).toMatchObject({
      detail: 'Dat klopt niet.',
      errors: [{ message: '`amont` is hier geen veld of filter. Bedoelt u amount?' }],
    });
  });

  test('with a constant in it', async () => {
    const ask = (headers: Record<string, string>) =>
      counter.ask('POST', '/api/-/session', { body: { email: 'x', password: 'x' }, headers });
    // Found by the server itself: a page of another site.
    expect((await ask({ origin: 'https://elsewhere.example' })).json()).toMatchObject({
      code: 'FORBIDDEN',
      detail: 'Ask the chief.',
    });
    expect((await ask({})).json()).toMatchObject({ code: 'WRONG_CREDENTIALS', detail: 'We do not know you.' });
  });
});
