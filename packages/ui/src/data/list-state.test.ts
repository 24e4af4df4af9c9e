import type { ColumnView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { activeFilters, apiFilters, stateKey, strayKeys } from './list-state.ts';

function column(path: string, kind: string): ColumnView {
  return { path: path.split('.'), label: path, clause: path, sortable: true, field: { kind } as ColumnView['field'] };
}

const FILTERS = [
  column('status', 'state'),
  column('total', 'money'),
  column('seen', 'datetime'),
  column('order', 'text'),
];

describe('a list’s address', () => {
  test('may ask for what its reader does not have', () => {
    const state = { q: 'x', order: 'total', 'tile.group': 'a', 'total.gte': '5', cost: '1', 'total.never': '2' };
    expect(strayKeys(state, FILTERS)).toEqual(['cost', 'total.never']);
  });

  test('names a filter by its path and operator, a reserved name after `f.`', () => {
    expect([stateKey(column('owner.name', 'text'), 'contains'), stateKey(column('order', 'integer'), 'gte')]).toEqual([
      'owner.name.contains',
      'f.order.gte',
    ]);
  });

  test('becomes the API’s filters: the days of a datetime are instants of the product’s zone', () => {
    const state = {
      status: 'draft',
      'total.lte': '5',
      'seen.gte': '2026-11-21',
      'seen.lte': '2026-11-21',
      'f.order.contains': 'x',
      other: '1',
    };
    expect(apiFilters(state, FILTERS, 'Europe/Amsterdam')).toEqual({
      status: 'draft',
      'total.lte': '5',
      'seen.gte': '2026-11-20T23:00:00.000Z',
      'seen.lt': '2026-11-21T23:00:00.000Z',
      'order.contains': 'x',
    });
    expect(activeFilters(state, FILTERS)).toEqual(['status', 'total.lte', 'seen.gte', 'seen.lte', 'f.order.contains']);
  });
});
