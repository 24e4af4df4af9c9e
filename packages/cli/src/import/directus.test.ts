import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { beginDocument } from './begin-document.ts';
import { formOf } from './forms.ts';

const NEWSROOM = readFileSync(path.join(import.meta.dirname, '../fixtures/import/newsroom.yaml'));

async function begin(name: string, text: string | Buffer) {
  const file = { name, content: Buffer.from(text) };
  const form = formOf(file);
  if (form === null) throw new Error(`No form reads ${name}.`);
  return beginDocument('Imported', form, file);
}

describe('a snapshot', async () => {
  const { text, leftOut } = await begin('newsroom.yaml', NEWSROOM);

  test.each([
    [
      'a text',
      '| title (Headline) | text | unique, ..120, matches /^[A-Z]/ | As it is printed. | title string input |',
    ],
    ['Markdown', '| body | markdown | optional | | body text input-rich-text-md |'],
    [
      'choices with their words',
      '| status | enum(draft (Draft), published, gone (Taken back late)) | `default "draft"` | | status string select-dropdown |',
    ],
    ['a reference', '| section | Section | cascade | | section_id integer select-dropdown-m2o |'],
    ['a picture', '| picture | image | optional | | picture uuid file-image |'],
    ['a file of any type', '| contract | not shown | optional | | contract uuid file |'],
    [
      'who created it',
      '| written_by | User | optional, clear, default user | | written_by uuid select-dropdown-m2o read only |',
    ],
    [
      'when it was created',
      '| written_at | datetime | optional, `default now()` | | written_at timestamp datetime read only |',
    ],
    ['a list of texts', '| tags | not shown | optional | | tags json tags |'],
    ['an exact number', '| price | decimal(6, 2) | `default 0.50` | | price decimal input |'],
    ['a key that is a text', '| code | text | unique, ..20 | | code string input |'],
    ['a counted key', '| id | integer |'],
  ])('has %s', (_what, row) => {
    expect(text.split('\n')).toContain(row);
  });

  test('has an entity for each collection with a table', () => {
    expect(text.match(/^### .*$/gm)).toEqual(['### Article', '### Section', '### Setting']);
  });

  test('lists what it could not take by its JSON pointer', () => {
    expect(leftOut.map(({ place, what }) => `${place}: ${what}`)).toEqual([
      'newsroom.yaml#/permissions/0: permissions that are not taken',
      'newsroom.yaml#/collections/1: articles is archived by status',
      'newsroom.yaml#/fields/6: articles.contract: is a file, of which the types are not known',
      'newsroom.yaml#/fields/9: articles.tags: the type json (tags) has no counterpart that is known to be the same',
      'newsroom.yaml#/fields/11: articles.price: changes under conditions',
      'newsroom.yaml#/fields/12: articles.about: refers to records of several collections',
      'newsroom.yaml#/collections/3: settings has one record',
      'newsroom.yaml#/fields/16: directus_users.phone: a field of a collection of Directus itself',
    ]);
  });
});

test('a snapshot that the API answers is one', async () => {
  const collections = [{ collection: 'notes', schema: { name: 'notes' } }];
  const fields = [{ collection: 'notes', field: 'words', type: 'text', schema: { is_nullable: true } }];
  const { text } = await begin('x.json', JSON.stringify({ data: { version: 1, directus: '11', collections, fields } }));
  expect(text).toContain('| words | long text | optional | | words text |');
});

test.each([
  ['collections that are none', 'directus: 11\ncollections: 7\nfields: []\n', '#/collections'],
  [
    'a field without a type',
    'directus: 11\ncollections: []\nfields:\n  - collection: a\n    field: b\n',
    '#/fields/0/type',
  ],
  ['YAML that was cut off', 'directus: 11\ncollections: [\nfields: [{a', 3],
])('%s are refused at their place', async (_what, text, place) => {
  await expect(begin('x.yaml', text)).rejects.toMatchObject({ name: 'NotReadable', place });
});
