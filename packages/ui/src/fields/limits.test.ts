import type { FieldView } from '@nonet/client';
import { fetchFieldMessages } from '@nonet/language';
import { describe, expect, test } from 'vitest';
import { createFormat } from '../format/format.ts';
import { en } from '../words/en.ts';
import { brokenLimit, isWhole, missing } from './limits.ts';

const FORMAT = createFormat({ locale: 'en', timeZone: 'UTC', currency: 'EUR' });
const field = (kind: string, minimum: string | null, maximum: string | null, required = true) =>
  ({
    kind,
    minimum,
    maximum,
    required,
    label: 'It',
    scale: kind === 'money' ? 2 : null,
    currency: 'EUR',
    choices: null,
  }) as FieldView;

const BY = { words: en, format: FORMAT, settings: { currency: 'EUR', rewordings: {} } };

test('is reported in the document’s words, where it has some', async () => {
  await fetchFieldMessages('nl-NL');
  const settings = { currency: null, rewordings: { REQUIRED: ['Fill in ', null, '.'], TOO_LONG: ['Too long.'] } };
  const by = { ...BY, settings };
  expect(missing(field('text', null, null), by)).toBe('Fill in It.');
  expect(brokenLimit(field('text', null, '1'), 'ab', by)).toBe('Too long.');
  expect(brokenLimit(field('text', '3', null), 'ab', by)).toBe('It must have at least 3 characters.');
  expect(missing(field('text', null, null), { ...BY, format: { locale: 'nl-NL' } })).toBe('It is verplicht.');
});

describe('the limits that a value breaks while it is typed', () => {
  test.each([
    ['a text within its length', field('text', '2', '4'), 'abc', null],
    ['a text that is too short', field('text', '2', '4'), 'a', 'It must have at least 2 characters.'],
    [
      'a text that is too long, counted in code points',
      field('text', '1', '1'),
      '😀😀',
      'It must have exactly 1 character.',
    ],
    ['one code point', field('text', '1', '1'), '😀', null],
    ['a text without its spaces around', field('text', null, '1'), ' a ', null],
    ['nothing: whether it is needed is told when it is sent', field('text', '2', null), null, null],
    ['an amount at its bound', field('money', '0.01', '10'), '10.00', null],
    ['a number beyond it, exactly', field('decimal', '0.01', '10'), '10.0000000000000000001', 'It must be at most 10.'],
    ['an amount below zero', field('money', '-1', null), '-1.01', 'It must be at least -€1.00.'],
    ['what is no number', field('decimal', null, null), 'ten', 'It must be a number.'],
    ['cents', field('money', null, null), '1.230', null],
    ['less than cents', field('money', null, null), '1.234', 'It has at most 2 decimal places.'],
    ['a part of one', field('integer', null, null), '1.5', 'It must be a whole number.'],
    ['a small percentage', field('percent', null, null), '0.000000000001', null],
    ['a smaller one', field('percent', null, null), '0.0000000000001', 'It has at most 10 decimal places.'],
    ['what is no date', field('date', null, null), '31/2/2026', 'It must be a date.'],
    ['what is no time', field('time', null, null), '25:00', 'It must be a time.'],
    ['a day without a time', field('datetime', null, null), '2026-11-21', 'It must be a date and a time.'],
    [
      'a time that the clocks skip',
      field('datetime', null, null),
      '2026-03-29T02:30:00',
      'It: the clocks are put forward then, and skip this time.',
    ],
    [
      'what is no address',
      field('email', null, null),
      'ann at example.com',
      'It must be an e-mail address, like name@example.com.',
    ],
    ['an address', field('email', null, null), 'ann@exämple.com', null],
    [
      'a script',
      field('url', null, null),
      'javascript:alert(1)',
      'It must be a web address that begins with https:// or http://.',
    ],
    ['a web address', field('url', null, null), 'https://example.com/a?b#c', null],
    [
      'what is no phone number',
      field('phone', null, null),
      'call me',
      'It must be a phone number, like +31 20 123 4567.',
    ],
    ['a phone number', field('phone', null, null), '+31 (0)20-123 45 67', null],
    [
      'what is no duration',
      field('duration', null, null),
      'long',
      'It must be a length of time, like “2 days” or “1:30”.',
    ],
    ['a duration', field('duration', null, null), 'P1DT-2H', null],
    ['an instant', field('datetime', null, null), '2026-11-21T08:30:00.000Z', null],
    ['too many rows', field('children', '1', '2'), [{}, {}, {}], 'It must have at most 2 entries.'],
  ])('%s', (_, of, value, expected) => {
    expect(brokenLimit(of, value, BY)).toBe(expected);
  });
});

describe('whether a rule can be judged by a value', () => {
  test.each([
    ['a date that is not entered to its end', field('date', null, null), '2026-1', false],
    ['a date', field('date', null, null), '2026-11-21', true],
    ['a time that is not entered to its end', field('time', null, null), '9:3', false],
    ['what some browser would read as an instant', field('datetime', null, null), '11/21/2026', false],
    ['a needed value that is missing', field('text', null, null), null, false],
    ['an optional value that is missing', field('text', null, null, false), null, true],
    ['a half-typed amount', field('money', null, null), '1.', false],
  ])('%s: %s', (_, of, value, expected) => {
    expect(isWhole(of, value)).toBe(expected);
  });
});
