import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginDocument } from './begin-document.ts';
import { formOf } from './forms.ts';

const LIBRARY = readFileSync(path.join(import.meta.dirname, '../fixtures/import/library.yaml'));

async function begin(name: string, text: string | Buffer) {
  const file = { name, content: Buffer.from(text) };
  const form = formOf(file);
  if (form === null) throw new Error(`No form reads ${name}.`);
  return beginDocument('Imported', form, file);
}

/** A description in JSON with these schemas. */
function withSchemas(schemas: object, more: object = {}): string {
  return JSON.stringify({ openapi: '3.0.3', info: {}, paths: {}, components: { schemas }, ...more });
}

/** The row of a field in the document of one schema with one property. */
async function rowOf(property: object, isRequired = true): Promise<string | undefined> {
  const thing = { type: 'object', properties: { value: property }, required: isRequired ? ['value'] : [] };
  const { text } = await begin(
    'x.json',
    withSchemas({ Thing: thing, Other: { type: 'object', properties: { a: {} } } }),
  );
  return text
    .split('\n')
    .find((line) => line.startsWith('| value |'))
    ?.replace(/ \| [^|]*\| [^|]*\|$/, '')
    .replace(/^\| value \| /, '');
}

test.each<[object, string]>([
  [{ type: 'string' }, 'text |'],
  [{ type: 'string', nullable: true }, 'text | optional'],
  [{ type: ['string', 'null'] }, 'text | optional'],
  [{ anyOf: [{ type: 'string', format: 'date' }, { type: 'null' }] }, 'date | optional'],
  [{ type: 'string', minLength: 2, maxLength: 9 }, 'text | 2..9'],
  [{ type: 'string', pattern: '^a/b$' }, 'text | matches /^a\\/b$/'],
  [{ type: 'string', format: 'date-time' }, 'datetime |'],
  [{ type: 'string', format: 'binary' }, 'not shown |'],
  [{ type: 'string', format: 'slug' }, 'text |'],
  [{ type: 'string', enum: ['a', 'b c'], default: 'a' }, 'enum(a, b_c (b c)) | `default "a"`'],
  [{ const: 'fixed' }, 'enum(fixed) |'],
  [{ type: 'string', default: 'x' }, 'text | `default "x"`'],
  [{ type: 'integer', minimum: 1, maximum: 5 }, 'integer | 1..5'],
  [{ type: 'integer', minimum: 0, exclusiveMinimum: true }, 'integer | 1..'],
  [{ type: 'integer', exclusiveMaximum: 10 }, 'integer | ..9'],
  [{ type: 'number' }, 'not shown |'],
  [{ type: 'boolean', default: false }, 'boolean | `default false`'],
  [{ type: 'object', additionalProperties: { type: 'string' } }, 'json |'],
  [{ type: 'array', items: { type: 'string' } }, 'not shown |'],
  [{ $ref: '#/components/schemas/Other' }, 'Other |'],
  [{ allOf: [{ $ref: '#/components/schemas/Other' }], description: 'It.' }, 'Other |'],
  [{ oneOf: [{ type: 'string' }, { type: 'integer' }] }, 'not shown |'],
  [{}, 'not shown |'],
])('a property %j is %s', async (property, row) => {
  expect((await rowOf(property))?.trim()).toBe(row);
});

test('a property that is not required is optional', async () => {
  expect(await rowOf({ type: 'integer' }, false)).toBe('integer | optional');
});

describe('a description', async () => {
  const { text, leftOut } = await begin('library.yaml', LIBRARY);

  test.each([
    ['what a schema takes from another one', '| isbn | text | matches /^97[89][0-9]{10}$/ | | isbn string |'],
    ['a reference', '| author | Author | optional | | author Author |'],
    ['a list of what may be owned or not', '| copies | not shown | optional | | copies array |'],
    ['a key that is a text', '| imported_id | text | unique | | id string |'],
    ['a password', '| password | secret | optional | | password string password |'],
    ['the beginning of all paths', '| base | /v2 |'],
    ['an answer that is a list', '| answers | `200 [Book]` |'],
    ['an answer within an object', '| answers | `200 {"book": Book}` |'],
    ['an answer without a body', '| answers | `204` |'],
    ['a property of a shape', '| addedAt | added_at |'],
    ['a property that contains its own shape', '| author? | not shown |'],
  ])('has %s', (_what, row) => {
    expect(text.split('\n')).toContain(row);
  });

  test('lists what it could not take by its JSON pointer', () => {
    expect(leftOut.map(({ place, what }) => `${place}: ${what}`)).toEqual([
      'library.yaml#/webhooks/lent: a call that the API makes',
      'library.yaml#/paths/~1books~1{bookId}/head: no exact call has this method',
      'library.yaml#/paths/~1books~1{bookId}~1cover.{format}: a part of its path is neither a word nor a parameter',
      'library.yaml#/components/schemas/Book/allOf/1/properties/related: refers to another file: other.yaml#/Book',
      'library.yaml#/components/schemas/Book/allOf/1/properties/first: refers to itself: #/components/schemas/Circle',
      'library.yaml#/components/schemas/Failure: is only answered where a call fails: no entity',
      'library.yaml#/components/schemas/NewBook: is only what calls are sent: no entity',
      'library.yaml#/components/schemas/Book/allOf/1/properties/price: Book.price the type number has no counterpart that is known to be the same',
      'library.yaml#/components/schemas/Book/allOf/1/properties/tags: Book.tags is a list of string: whose records they are is not known',
      'library.yaml#/components/schemas/Book/allOf/1/properties/copies: Book.copies is a list of Copy: whose records they are is not known',
      'library.yaml#/components/schemas/Book/allOf/1/properties/size: Book.size is an object without a name: it is kept as a whole',
      'library.yaml#/components/schemas/Book/allOf/1/properties/state: Book.state is one of several forms',
      'library.yaml#/components/schemas/Book/allOf/1/properties/code: Book.code the pattern a|b is not taken',
      'library.yaml#/components/securitySchemes/token: who may do what is not said by it',
      'library.yaml#/paths/~1search/get: what it answers is no record of an entity, and no list of them',
    ]);
  });
});

test('calls keep their addresses where the derived API would stand', async () => {
  const answer = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Book' } } } };
  const { text, leftOut } = await begin(
    'x.json',
    withSchemas(
      { Book: { type: 'object', properties: { title: { type: 'string' } } } },
      { servers: [{ url: '/api' }], paths: { '/books/{id}': { get: { responses: { 200: answer } } } } },
    ),
  );
  expect([leftOut, text.split('\n').filter((line) => /^\| (?:path|answers) |^#### `/.test(line))]).toEqual([
    [],
    ['| path | books-records |', '#### `GET /books/{id}`', '| answers | `200 Book` |'],
  ]);
});

test('schemas that are made of each other end', async () => {
  const round = (name: string) => ({
    allOf: [{ $ref: `#/components/schemas/${name}` }],
    properties: { [name]: { $ref: '#/components/schemas/One' } },
  });
  const { text, errors } = await begin('x.json', withSchemas({ One: round('Two'), Two: round('One') }));
  expect([errors, text.match(/^### (?:One|Two)$/gm)]).toEqual([[], ['### One', '### Two']]);
});

const ANCHORS = [
  'a: &a0 [x]',
  ...Array.from({ length: 30 }, (_, n) => `a${n + 1}: &a${n + 1} [*a${n}, *a${n}, *a${n}]`),
];

test.each<[string, string, string, number | string, RegExp]>([
  ['JSON that was cut off', 'x.json', '{"openapi": "3.0.0",\n"paths": {\n', 3, /JSON/],
  ['JSON with a mistake', 'x.json', '{"openapi": "3.0.0",\n"paths": {]}', 2, /JSON/],
  ['YAML with a mistake', 'x.yaml', 'openapi: 3.0.0\ninfo:\n  a: [1\n', 4, /flow/i],
  ['a later version', 'x.yaml', 'openapi: 4.0.0\n', '#/openapi', /4\.0\.0 is not read/],
  ['Swagger 2', 'x.yaml', 'swagger: "2.0"\n', '#/swagger', /Swagger 2/],
  ['aliases of aliases', 'x.yaml', ['openapi: 3.0.0', ...ANCHORS].join('\n'), 1, /alias/],
])('%s is refused at its place', async (_what, name, text, place, message) => {
  await expect(begin(name, text)).rejects.toMatchObject({
    name: 'NotReadable',
    place,
    message: expect.stringMatching(message),
  });
});

test.each([
  ['x.yaml', 'services:\n  web:\n    image: a\n'],
  ['x.json', '{"name": "a"}'],
])('%s of something else has no form', (name, text) => {
  expect(formOf({ name, content: Buffer.from(text) })).toBeNull();
});

test('10 MB are read, and what is more is refused', async () => {
  const words = 'x'.repeat(10_000_000);
  const { text } = await begin(
    'x.json',
    withSchemas({ Thing: { description: words, properties: { a: { type: 'string' } } } }),
  );
  expect(text).toContain('| a | text | optional |');
  await expect(begin('x.yaml', `openapi: 3.0.0\nx: "${words}${words}"`)).rejects.toMatchObject({
    place: 1,
    message: expect.stringContaining('16 MB'),
  });
});
