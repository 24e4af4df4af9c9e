import { readFileSync } from 'node:fs';
import { Validator } from '@seriousme/openapi-schema-validator';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { serve, type TestServer } from '../fixtures/serve.ts';

const SPEC = new URL('../../../../examples/todo-backend/spec.md', import.meta.url);
const ORIGIN = 'https://todobackend.example';

interface Todo {
  title: string;
  completed: boolean;
  order: number | null;
  url: string;
}

let product: TestServer;
beforeAll(async () => {
  product = await serve(planFrom('spec.md', readFileSync(SPEC, 'utf8')), { uiFolder: null });
});
afterAll(() => product.close());
beforeEach(async () => {
  await product.ask('DELETE', '/');
});

const add = async (body: object): Promise<Todo> => (await product.ask('POST', '/', { body })).json<Todo>();
const pathOf = ({ url }: Todo): string => new URL(url).pathname;

describe('the collection at the root', () => {
  test('is empty when all of it is deleted, and has what is put in', async () => {
    await add({ title: 'gone' });
    expect((await product.ask('DELETE', '/')).statusCode).toBe(204);
    expect((await product.ask('GET', '/')).json()).toEqual([]);
    const answer = await product.ask('POST', '/', { body: { title: 'walk the dog', order: 523 } });
    expect(answer.statusCode).toBe(201);
    const todo = answer.json<Todo>();
    expect(todo).toEqual({
      title: 'walk the dog',
      completed: false,
      order: 523,
      url: expect.stringMatching(/^http:\/\/localhost:80\/./),
    });
    expect((await product.ask('GET', '/')).json()).toEqual([todo]);
  });

  test('has its order, with empty values last', async () => {
    await add({ title: 'c' });
    await add({ title: 'b', order: 2 });
    await add({ title: 'a', order: 1 });
    const todos = (await product.ask('GET', '/')).json<Todo[]>();
    expect(todos.map(({ title }) => title)).toEqual(['a', 'b', 'c']);
  });
});

describe('one of it', () => {
  test('is read, changed and deleted at its own url', async () => {
    const todo = await add({ title: 'blah' });
    expect((await product.ask('GET', pathOf(todo))).json()).toEqual(todo);
    const changed = await product.ask('PATCH', pathOf(todo), {
      body: { title: 'bathe the cat', completed: true, order: 95 },
    });
    expect(changed.statusCode).toBe(200);
    expect(changed.json()).toEqual({ ...todo, title: 'bathe the cat', completed: true, order: 95 });
    expect((await product.ask('GET', pathOf(todo))).json()).toEqual(changed.json());
    expect((await product.ask('DELETE', pathOf(todo))).statusCode).toBe(204);
    expect((await product.ask('GET', pathOf(todo))).statusCode).toBe(404);
    expect((await product.ask('GET', '/')).json()).toEqual([]);
  });

  test.each([
    ['what is no id', 'GET', '/nothing', undefined, 404, 'NOT_FOUND'],
    ['an id that nothing has', 'DELETE', '/00000000-0000-4000-8000-000000000000', undefined, 404, 'NOT_FOUND'],
    ['no title', 'POST', '/', {}, 422, 'REQUIRED'],
    ['a key that the shape does not have', 'POST', '/', { title: 'a', tilte: 'b' }, 400, 'INVALID'],
    ['what the shape only shows', 'POST', '/', { title: 'a', url: 'http://x' }, 400, 'INVALID'],
    ['a value of another type', 'POST', '/', { title: 'a', order: 'first' }, 400, 'INVALID'],
    ['no object', 'POST', '/', ['a'], 400, 'INVALID'],
    ['a method that the path does not have', 'PUT', '/', {}, 405, 'METHOD_NOT_ALLOWED'],
  ] as const)('%s is refused', async (_what, method, path, body, status, code) => {
    const answer = await product.ask(method, path, body === undefined ? {} : { body });
    expect([answer.statusCode, answer.json<{ code: string }>().code]).toEqual([status, code]);
  });
});

describe('pages of any origin', () => {
  test.each(['GET', 'POST', 'PATCH', 'DELETE'])('may ask for %s', async (method) => {
    const answer = await product.ask('OPTIONS', method === 'PATCH' ? '/some-id' : '/', {
      headers: {
        origin: ORIGIN,
        'access-control-request-method': method,
        'access-control-request-headers': 'content-type',
      },
    });
    expect(answer.statusCode).toBe(204);
    expect(answer.headers).toMatchObject({
      'access-control-allow-origin': '*',
      'access-control-allow-headers': 'content-type',
      'access-control-allow-methods': expect.stringContaining(method),
    });
  });

  test('read answers and refusals', async () => {
    const headers = { origin: ORIGIN, 'sec-fetch-site': 'cross-site' };
    for (const [method, path, body] of [
      ['POST', '/', { title: 'from elsewhere' }],
      ['GET', '/', undefined],
      ['GET', '/nothing', undefined],
    ] as const) {
      const answer = await product.ask(method, path, { headers, ...(body && { body }) });
      expect(answer.headers['access-control-allow-origin']).toBe('*');
    }
    expect((await product.ask('GET', '/')).json()).toHaveLength(1);
  });

  test('do not reach the rest of the product', async () => {
    const headers = { origin: ORIGIN, 'sec-fetch-site': 'cross-site' };
    const answer = await product.ask('POST', '/api/todos', { body: { title: 'a' }, headers });
    expect(answer.statusCode).toBe(403);
    expect(answer.headers['access-control-allow-origin']).toBeUndefined();
  });
});

test('clients that ask for pages get the screen at the same path', async () => {
  const page = await product.ask('GET', '/', { headers: { accept: 'text/html' } });
  expect(page.headers['content-type']).toContain('text/html');
  const list = await product.ask('GET', '/list', { headers: { accept: 'text/html' } });
  expect([list.statusCode, list.headers['content-type']]).toEqual([200, expect.stringContaining('text/html')]);
  expect((await product.ask('GET', '/healthz')).statusCode).toBe(200);
});

test('the description of the API has these calls, and is a valid one', async () => {
  const described = (await product.ask('GET', '/api/openapi.json')).json<{ paths: Record<string, object> }>();
  expect(await new Validator().validate(structuredClone(described))).toMatchObject({ valid: true });
  expect(Object.keys(described.paths['/'] ?? {})).toEqual(['get', 'post', 'delete']);
  expect(Object.keys(described.paths['/{id}'] ?? {})).toEqual(['get', 'patch', 'delete']);
});
