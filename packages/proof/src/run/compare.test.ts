import { describe, expect, test } from 'vitest';
import { Bindings } from './bindings.ts';
import { isSameText, valueDifference } from './compare.ts';

describe('the expected and the actual value', () => {
  test.each<[string, unknown, unknown, string | null]>([
    ['the same', { a: 1, b: [null] }, { a: 1, b: [null] }, null],
    ['a number with other places', { a: '12.50' }, { a: '12.5' }, null],
    ['an instant written otherwise', '2026-03-16T09:00:00.000Z', '2026-03-16T09:00:00.000000Z', null],
    ['an instant within a text', 'by 2026-03-16T09:00:00.000Z.', 'by 2026-03-16T10:00:00+01:00.', null],
    [
      'another instant within a text',
      'by 2026-03-16T09:00:00Z',
      'by 2026-03-16T09:00:01Z',
      'the answer is "by 2026-03-16T09:00:01Z", not "by 2026-03-16T09:00:00Z"',
    ],
    ['a field that must not be there', { a: 1 }, { a: 1, b: 2 }, 'b is there (2), and must not be'],
    ['a field that is missing', { a: 1, b: null }, { a: 1 }, 'b is missing'],
    ['another value, deep', { a: [{ b: 1 }] }, { a: [{ b: 2 }] }, 'a.0.b is 2, not 1'],
    ['an entry too many', { a: [] }, { a: [1] }, 'a has 1 entries, not 0'],
    ['null for a value', { a: 'x' }, { a: null }, 'a is null, not "x"'],
    [
      'the end of the id where there is no title',
      { id: 'ab-345678', _title: '' },
      { id: 'ab-345678', _title: '#345678' },
      null,
    ],
    [
      'no title at all',
      { id: 'ab-345678', _title: ' ' },
      { id: 'ab-345678', _title: '' },
      '_title is "", not "#345678"',
    ],
  ])('%s', (_what, expected, actual, reason) => {
    expect(valueDifference(new Bindings(), expected, actual)?.text ?? null).toBe(reason);
  });

  test('a symbolic id is bound to its first real id, and to no other afterwards', () => {
    const bindings = new Bindings();
    expect(valueDifference(bindings, '@Claim:1', 'one')).toBeNull();
    expect(valueDifference(bindings, '@Claim:1', 'two')?.text).toBe('the answer is "two", not @Claim:1');
    expect(valueDifference(bindings, '@Claim:2', 'one')?.text ?? null).toBe('the answer is @Claim:1, not @Claim:2');
    expect(bindings.resolve('/api/claims/@Claim:1/x')).toBe('/api/claims/one/x');
  });

  test('a title that is a number of a record is a text', () => {
    const bindings = new Bindings(new Set(['Parcel']));
    const expected = { id: '@Parcel:1', _title: '@Parcel:1' };
    expect(valueDifference(bindings, expected, { id: 3, _title: '3' })).toBeNull();
    expect(valueDifference(bindings, expected, { id: 3, _title: '4' })?.text ?? null).toBe(
      '_title is "4", not @Parcel:1',
    );
    expect(valueDifference(bindings, expected, { id: '3', _title: '3' })?.text ?? null).toBe(
      'id is "3", not @Parcel:1',
    );
  });
});

test.each<[expected: string, actual: string, same: boolean]>([
  ['/a?by=2026-03-16T09%3A00%3A00.000Z', '/a?by=2026-03-16T09%3A00%3A00.000000Z', true],
  ['/a?by=2026-03-16T09%3A00%3A00.000Z', '/a?by=2026-03-16T10%3A00%3A00%2B01%3A00', true],
  ['/a?by=2026-03-16T09%3A00%3A00.000Z', '/a?by=2026-03-16T09%3A00%3A01.000Z', false],
  ['/a?by=2026-03-16T09%3A00%3A00.000Z', '/b?by=2026-03-16T09%3A00%3A00.000Z', false],
  ['/a?by=2026-03-16T09%3A00%3A00.000Z', '/a?by=2026-03-16', false],
])('the address of a call %s, and %s', (expected, actual, same) => {
  expect(isSameText(new Bindings(), expected, actual)).toBe(same);
});
