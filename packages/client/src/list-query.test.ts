import { describe, expect, test } from 'vitest';
import { filterKey, listQueryString } from './list-query.ts';

describe('the query string of a list', () => {
  test.each([
    ['nothing', {}, ''],
    [
      'filters by path and operator',
      { filters: { status: 'draft', 'total.gte': '100' } },
      '?status=draft&total.gte=100',
    ],
    ['a field of a reserved name', { filters: { 'order.gte': '2' } }, '?f.order.gte=2'],
    ['what needs encoding', { filters: { 'name.contains': 'a&b=c' } }, '?name.contains=a%26b%3Dc'],
    [
      'search, order, screen',
      { search: 'x', order: '-created_at', screen: 'claims' },
      '?q=x&order=-created_at&screen=claims',
    ],
    [
      'lists and counts',
      { fields: ['a', 'b.c'], expand: ['b'], limit: 5, count: true },
      '?fields=a%2Cb.c&expand=b&limit=5&count=exact',
    ],
    ['empty parts are left out', { search: '', fields: [], cursor: undefined }, ''],
  ] as const)('%s', (_, query, expected) => {
    expect(listQueryString(query)).toBe(expected);
  });

  test('only the first segment of a path is reserved', () => {
    expect(filterKey('owner.order')).toBe('owner.order');
  });
});
