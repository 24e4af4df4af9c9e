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
    // For an owned child its own derived fields are answered, too.
    expect({ value }).toMatchObject({ value: answered });
    const read = await server.ask('GET', `${path}/${id}`);
    expect(read.json<{ value: unknown }>().value).toEqual(value);
    if (refused === undefined) return;
    const wrong = await server.ask('POST', path, { body: { title: 'A title', value: refused } });
    expect([400, 422], wrong.body).toContain(wrong.statusCode);
    expect(wrong.json<{ errors: { field: string }[] }>().errors.map(({ field }) => field)).toEqual(['value']);
  });
});

const EXACT: readonly (readonly [
  word: string,
  accepted: readonly (readonly [unknown, string])[],
  refused: readonly unknown[],
])[] = [
  [
    'money',
    [
      ['12.50', '12.50'],
      [12.5, '12.50'],
      [7, '7.00'],
    ],
    [12.345, '12,50', 1e-9, 1234567890123456.5],
  ],
  [
    'decimal(p, s)',
    [
      ['999.90', '999.90'],
      [999.9, '999.90'],
    ],
    [1000, 0.001],
  ],
  [
    'percent',
    [
      ['0.21', '0.21'],
      [0.21, '0.21'],
    ],
    ['21 %', 0.30000000000000004],
  ],
  [
    'datetime',
    [
      ['0001-01-01T00:00:00-01:00', '0001-01-01T01:00:00.000000Z'],
      ['9999-12-31T23:59:59.999999Z', '9999-12-31T23:59:59.999999Z'],
    ],
    // In UTC, these are in the year before the first and after the last possible one.
    ['0001-01-01T00:00:00+01:00', '9999-12-31T23:59:59-01:00'],
  ],
];

/** Exact values are answered as text, and can be written as text or as a JSON number that carries them exactly (3). */
describe.each(EXACT)('an exact value over HTTP: %s', (word, accepted, refused) => {
  const path = `/api/t${Object.keys(TYPE_CASES).indexOf(word)}s`;
  const write = (value: unknown) => server.ask('POST', path, { body: { title: 'A title', value } });

  test.each(accepted)('%j', async (value, answered) => {
    expect((await write(value)).json<{ value: unknown }>().value).toBe(answered);
  });
  test.each(refused)('not %j', async (value) => {
    expect((await write(value)).statusCode).toBe(400);
  });
});

test('the description of the API says both, and one of answers', async () => {
  const { components } = (await server.ask('GET', '/api/openapi.json')).json<{
    components: { schemas: Record<string, { properties: Record<string, unknown> }> };
  }>();
  const name = `T${Object.keys(TYPE_CASES).indexOf('money')}`;
  const text = { type: 'string', pattern: String.raw`^-?[0-9]+(\.[0-9]+)?$`, examples: ['12.50'] };
  expect(components.schemas[name]?.properties['value']).toEqual({ anyOf: [text, { type: 'null' }] });
  const written = Object.entries(components.schemas).find(([key]) => key !== name && key.startsWith(`${name}.`))?.[1];
  expect(written?.properties['value']).toEqual({ anyOf: [{ anyOf: [text, { type: 'number' }] }, { type: 'null' }] });
});
