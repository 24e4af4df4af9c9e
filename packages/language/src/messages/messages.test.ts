import { expect, test } from 'vitest';
import { MESSAGE_LANGUAGES, MESSAGES } from './catalogue.ts';
import { bodies } from './en/bodies.ts';
import { fields } from './en/fields.ts';
import { files } from './en/files.ts';
import { lists } from './en/lists.ts';
import { records } from './en/records.ts';
import { recurrences } from './en/recurrences.ts';
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
  ['pt', message('required', { label: 'Data' }), 'Data is required.'],
  ['de', message('required', { label: 'Datum' }), 'Datum ist eine Pflichtangabe.'],
  ['fr-CH', message('required', { label: 'Date' }), 'Date est obligatoire.'],
  ['es', message('required', { label: 'Fecha' }), 'Fecha es obligatorio.'],
  ['ar', message('required', { label: 'التاريخ' }), 'التاريخ: مطلوب.'],
  ['de', message('atMostLong', { ...LABEL, bound: 1000, of: 'entry' }), 'Amount darf höchstens 1.000 Einträge haben.'],
  ['fr', message('atMostLong', { ...LABEL, bound: 0, of: 'character' }), 'Amount doit avoir au plus 0 caractère.'],
  ['ar', message('atMostLong', { ...LABEL, bound: 5, of: 'character' }), 'Amount: 5 أحرف على الأكثر.'],
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
  const themes = [standard, fields, recurrences, records, files, lists, bodies, requests].flatMap((theme) =>
    Object.keys(theme),
  );
  expect(new Set(themes).size).toBe(themes.length);
  expect(Object.keys(MESSAGES.en)).toEqual(themes);
});

/** A value for each parameter that a message may have. */
const VALUES = {
  label: 'Label',
  host: 'shop.example',
  constant: 'PAY_SECRET',
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
  titles: ['House', 'Roof'],
  other: 'Other',
  number: '12345678901234567890',
  end: '}',
  column: 4,
  found: '"x"',
  expected: 'a value',
  by: 'Code',
  provider: 'Provider',
  request: 'req-1',
  groups: 2,
  part: 'BYHOUR',
  frequency: 'weekly',
  interval: 2,
  weekdays: ['Mo', 'Fr'],
  isWorkweek: false,
  position: null,
  monthDay: null,
  month: 'May',
  day: 'May 1',
  until: '2030',
  except: ['24 December'],
  exceptions: 4,
} as const;

const KEYS = Object.keys(MESSAGES.en) as (keyof typeof MESSAGES.en)[];
const inLanguage = (key: (typeof KEYS)[number], language: string) =>
  messageFormatIn(language).message({ key, values: VALUES });
/** The words that a language shares with English, in the order of the catalogue. */
const EQUAL: Readonly<Record<string, readonly string[]>> = { es: ['no', 'colon'], nl: ['reportWeek', 'colon'] };
const OTHERS = MESSAGE_LANGUAGES.filter((language) => language !== 'en');

test.each(KEYS)('%s is whole in each language', (key) => {
  for (const language of MESSAGE_LANGUAGES)
    expect(inLanguage(key, language), language).toMatch(/^\S(?:(?!undefined|NaN|\[object|\s\s).)*\S$/);
});

test.each(OTHERS)('only symbols and names are equal to the English words: %s', (language) => {
  expect(KEYS.filter((key) => inLanguage(key, language) === inLanguage(key, 'en'))).toEqual(
    EQUAL[language] ?? ['colon'],
  );
});

/** Texts that a message could not have by itself, for each parameter that is any text. */
const MARKED = Object.fromEntries(
  Object.entries(VALUES).map(([name, value]) => {
    const isText = typeof value === 'string' && !['of', 'unit', 'code', 'bound', 'number', 'frequency'].includes(name);
    return [name, isText ? `@${name}@` : value];
  }),
);

test.each(OTHERS)('the words say each value that the English ones say: %s', (language) => {
  const markers = (key: string, of: string) =>
    new Set(messageFormatIn(of).message({ key, values: MARKED }).toLowerCase().match(/@\w+@/g));
  const missing = KEYS.flatMap((key) =>
    [...markers(key, 'en').difference(markers(key, language))].map((one) => `${key} ${one}`),
  );
  // Dutch says what is taken alone.
  expect(missing).toEqual(language === 'nl' ? ['notUnique @entity@'] : []);
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
