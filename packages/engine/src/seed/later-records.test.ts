import { expect, test } from 'vitest';
import { createEngine } from '../create-engine.ts';
import { planOfDocument, startStory } from '../fixtures/story.ts';

interface Version {
  readonly key: string;
  readonly fields: readonly string[];
  readonly headers: string;
  readonly record: string;
}

/** A product with one entity, of which the document states one record. */
const DOCUMENT = ({ key, fields, headers, record }: Version) => `# Specification: Shelves

## 1. What the product does and for whom

Shelves.

## 2. Screens and routes

none

## 3. Entities and their fields

### Shelf

| field | type | rules |
| --- | --- | --- |
| ${key} |
${fields.map((field) => `| ${field} |`).join('\n')}

#### Records

${headers}
${headers.replaceAll(/[a-z]+/g, '---')}
${record}

## 4. States and transitions

none

## 5. Validation rules

none

## 6. Roles and permissions

not shown

## 7. Calls and integrations

none

## 8. Errors and their messages

none

## 9. Constants and values

none
`;

const FORMER: Version = {
  key: 'code | text | unique',
  fields: ['width | integer | optional', 'kind | enum(low, high) | optional', 'note | text | default "none"'],
  headers: '| code | width | kind |',
  record: '| A | 10 | low |',
};
const WIDTH_IS_SPAN: Version = {
  ...FORMER,
  fields: ['span | integer | optional, was width', ...FORMER.fields.slice(1)],
  headers: '| code | span | kind |',
};

/** Changed `Records` reach what still equals the former statement; what people have entered stays (3). */
test.each<[what: string, people: string, later: Version, stored: Record<string, unknown>]>([
  ['a value that nobody has changed', '', { ...FORMER, record: '| A | 12 | low |' }, { width: 12 }],
  ['a value that people have changed', 'width = 11', { ...FORMER, record: '| A | 12 | low |' }, { width: 11 }],
  ['the same value in a renamed field', 'width = 11', WIDTH_IS_SPAN, { span: 11 }],
  ['a changed value in a renamed field', '', { ...WIDTH_IS_SPAN, record: '| A | 12 | low |' }, { span: 12 }],
  [
    'the same value, renamed',
    `kind = 'high'`,
    {
      ...FORMER,
      fields: [FORMER.fields[0] ?? '', 'kind | enum(lower was low, high) | optional', FORMER.fields[2] ?? ''],
      record: '| A | 10 | lower |',
    },
    { kind: 'high' },
  ],
  [
    'a value that was not stated, and that people have entered',
    `note = 'wet'`,
    { ...FORMER, headers: '| code | width | kind | note |', record: '| A | 10 | low | dry |' },
    { note: 'wet' },
  ],
  [
    'a value that was not stated, and that nobody has entered',
    '',
    { ...FORMER, headers: '| code | width | kind | note |', record: '| A | 10 | low | dry |' },
    { note: 'dry' },
  ],
  [
    'a value of a field that is new',
    'width = 11',
    {
      ...FORMER,
      fields: [...FORMER.fields, 'depth | integer | optional'],
      headers: '| code | width | kind | depth |',
      record: '| A | 10 | low | 5 |',
    },
    { width: 11, depth: 5 },
  ],
  [
    'a changed value of a record whose key is renamed',
    '',
    {
      ...FORMER,
      key: 'mark | text | unique, was code',
      headers: '| mark | width | kind |',
      record: '| A | 12 | low |',
    },
    { mark: 'A', width: 12 },
  ],
  [
    'a changed value where nothing is unique, by a text that tells the records from each other',
    '',
    { ...FORMER, key: 'code | text | ', record: '| A | 12 | low |' },
    { code: 'A', width: 12 },
  ],
  [
    'a changed value of a field that is of another type now, so that nobody knows who has entered it',
    '',
    {
      ...FORMER,
      fields: ['width | text | optional, from if width != null then text(width) else null', ...FORMER.fields.slice(1)],
      record: '| A | 12 | low |',
    },
    { width: '10' },
  ],
])('a later document: %s', async (_what, people, later, stored) => {
  const story = await startStory(planOfDocument(DOCUMENT(FORMER)));
  try {
    const { pool, clock } = story.engine;
    if (people !== '') await pool.query(`update product.shelf set ${people}`);
    const engine = await createEngine({ plan: planOfDocument(DOCUMENT(later)), pool, clock });
    await engine.close();
    const { rows } = await pool.query<Record<string, unknown>>('select * from product.shelf');
    expect(rows).toEqual([expect.objectContaining(stored)]);
  } finally {
    await story.end();
  }
});
