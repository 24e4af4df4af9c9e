import { FIELD_TYPES } from '@nonet/language';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { documentOfTypes, TYPE_CASES } from './fixtures/field-words.ts';
import { planFrom } from './fixtures/plans.ts';
import { serve, type TestServer } from './fixtures/serve.ts';

let server: TestServer;

beforeAll(async () => {
  server = await serve(planFrom('types.md', documentOfTypes()));
});

afterAll(() => server.close());

test('every type of the language has a case', () => {
  expect(Object.keys(TYPE_CASES).toSorted()).toEqual([...FIELD_TYPES].toSorted());
});

describe('a value of each type, over HTTP', () => {
  test.each(Object.entries(TYPE_CASES))('%s', async (word, { given, answered, refused }) => {
    const path = `/api/t${Object.keys(TYPE_CASES).indexOf(word)}s`;
    const made = await server.ask('POST', path, {
      body: { title: 'A title', ...(given === undefined ? {} : { value: given }) },
    });
    expect(made.statusCode, made.body).toBe(201);
    const { id, value } = made.json<{ id: string; value: unknown }>();
    // Of an owned child its own derived fields are answered too.
    expect({ value }).toMatchObject({ value: answered });
    const read = await server.ask('GET', `${path}/${id}`);
    expect(read.json<{ value: unknown }>().value).toEqual(value);
    if (refused === undefined) return;
    const wrong = await server.ask('POST', path, { body: { title: 'A title', value: refused } });
    expect([400, 422], wrong.body).toContain(wrong.statusCode);
    expect(wrong.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['value']);
  });
});
