import { describe, expect, test } from 'vitest';
import { planFrom } from '../fixtures/plans.ts';
import { readListQuery, readQuery } from './query.ts';

const plan = planFrom('jobs.md');
const list = (query: string) => readListQuery(plan, readQuery(plan, `/api/claims?${query}`));

describe('the query of a list', () => {
  test('has its own keys, and every other one is a filter', () => {
    expect(
      list(
        'status=draft&total.gte=10.00&q=a+b%26c&order=-total,number&limit=5&count=exact&screen=mine&for=Line.category',
      ),
    ).toEqual({
      filters: [
        { key: 'status', value: 'draft' },
        { key: 'total.gte', value: '10.00' },
      ],
      search: 'a b&c',
      order: '-total,number',
      fields: null,
      expand: null,
      limit: 5,
      cursor: null,
      count: true,
      screen: 'mine',
      for: 'Line.category',
      can: null,
      deleted: false,
      tile: null,
    });
  });

  test('filters a field with a reserved name as f.name', () => {
    expect(list('f.order=3&f.limit.gte=2&f.title=x').filters).toEqual([
      { key: 'order', value: '3' },
      { key: 'limit.gte', value: '2' },
      { key: 'f.title', value: 'x' },
    ]);
  });

  test.each([
    ['a=1&a=2', '`a` stands twice'],
    ['a=1&%61=2', '`a` stands twice'],
    ['a=%zz', 'not percent-encoded'],
    ['a=%00', 'U+0000'],
    ['q=x%00', 'U+0000'],
    ['limit=0', '`limit`'],
    ['limit=1e3', '`limit`'],
    ['limit=', '`limit`'],
    ['count=yes', '`count`'],
    ['tile.group=x', '`tile.group`'],
  ])('%s is refused', (query, message) => {
    expect(() => list(query)).toThrow(message);
  });
});
