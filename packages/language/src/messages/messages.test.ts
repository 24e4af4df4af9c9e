import { expect, test } from 'vitest';
import { MESSAGES } from './catalogue.ts';
import { bodies } from './en/bodies.ts';
import { fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { lists } from './en/lists.ts';
import { records } from './en/records.ts';
import { requests } from './en/requests.ts';
import { standard } from './en/standard.ts';
import type { Message } from './message.ts';
import { formatSize } from './message-format.ts';
import { messageFormatIn } from './sentence.ts';
import { message } from './standard-message.ts';

const LABEL = { label: 'Amount' };

test.each<[locale: string, message: Message, words: string]>([
  ['en', message('required', LABEL), 'Amount is required.'],
  ['nl', message('required', { label: 'Datum' }), 'Datum is verplicht.'],
  ['nl-BE', message('required', { label: 'Datum' }), 'Datum is verplicht.'],
  // A language without words of the product's own.
  ['fr', message('required', { label: 'Date' }), 'Date is required.'],
  ['en', message('atMostLong', { ...LABEL, bound: 1, of: 'character' }), 'Amount must have at most 1 character.'],
  [
    'en',
    message('atMostLong', { ...LABEL, bound: 1000, of: 'character' }),
    'Amount must have at most 1,000 characters.',
  ],
  ['nl', message('atMostLong', { ...LABEL, bound: 1, of: 'character' }), 'Amount mag hoogstens 1 teken hebben.'],
  [
    'nl',
    message('atMostLong', { ...LABEL, bound: 1000, of: 'character' }),
    'Amount mag hoogstens 1.000 tekens hebben.',
  ],
  // English words with the number format of another region.
  ['en-NL', message('atLeast', { ...LABEL, bound: '12000.5', unit: null }), 'Amount must be at least 12.000,5.'],
  ['nl', message('atMost', { ...LABEL, bound: '1000.5', unit: 'EUR' }), 'Amount mag hoogstens €\u00a01.000,50 zijn.'],
  ['nl', message('fileSize', { most: 1_500_000 }), 'Een bestand mag hoogstens 1,5 MB groot zijn.'],
  ['nl', message('takes', { key: 'day', what: message('aDate') }), '`day` verwacht een datum zoals 2026-11-21.'],
  ['nl', message('standard', { code: 'FORBIDDEN' }), 'U mag dit niet doen.'],
  ['nl', ['Van het document.', message('didYouMean', { name: 'day' })], 'Van het document. Bedoelt u day?'],
])('%s: %j', (locale, said, words) => {
  expect(messageFormatIn(locale).message(said)).toBe(words);
});

test('each message has a unique name', () => {
  const themes = [standard, fields, records, files, lists, bodies, requests].flatMap((theme) => Object.keys(theme));
  expect(new Set(themes).size).toBe(themes.length);
  expect(Object.keys(MESSAGES.en)).toEqual(themes);
});

/** A value for each parameter that a message may have. */
const VALUES = {
  label: 'Label',
  host: 'shop.example',
  why: '`Thing.field` is gone',
  bound: 2,
  of: 'entry',
  unit: null,
  pattern: '^a$',
  names: ['a', 'b'],
  role: 'chair',
  roles: ['chair'],
  places: 2,
  digits: 3,
  text: 'text',
  last: '9999',
  types: ['application/pdf'],
  file: 'a.txt',
  event: 'close',
  state: 'open',
  plural: 'Things',
  entity: 'Thing',
  labels: ['Day', 'Place'],
  path: 'thing.owner',
  code: 'INVALID',
  what: 'whatever',
  name: 'name',
  field: 'field',
  count: 2,
  key: 'key',
  type: 'text',
  screen: 'things',
  from: 1,
  to: 9,
  value: 'only',
  most: 1000,
  least: 12,
  line: 3,
  cells: 2,
  named: 3,
  refused: 1,
  all: 2,
  fields: ['a', 'b'],
  other: 'Other',
  number: '12345678901234567890',
  end: '}',
  column: 4,
  found: '"x"',
  expected: 'a value',
  by: 'Code',
  provider: 'Provider',
  request: 'req-1',
} as const;

const KEYS = Object.keys(MESSAGES.nl) as (keyof typeof MESSAGES.nl)[];
const inEach = (key: (typeof KEYS)[number]) =>
  ['en', 'nl'].map((language) => messageFormatIn(language).message({ key, values: VALUES }));

test.each(KEYS)('%s is whole in each language', (key) => {
  for (const words of inEach(key)) expect(words).toMatch(/^\S(?:(?!undefined|NaN|\[object|\s\s).)*\S$/);
});

test('only symbols and names are equal to the English words', () => {
  expect(KEYS.filter((key) => new Set(inEach(key)).size === 1)).toEqual(['colon']);
});

test.each([
  [0, '0 byte'],
  [999, '999 byte'],
  [1000, '1 kB'],
  [1024, '1 kB'],
  [1_000_000, '1 MB'],
  [1_500_000, '1.5 MB'],
  [10 * 1024 * 1024, '10 MB'],
  [2_000_000_000, '2 GB'],
])('%s bytes are written in the largest unit that they fill', (bytes, words) => {
  expect(formatSize(bytes, 'en')).toBe(words);
});
