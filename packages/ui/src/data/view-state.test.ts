import type { ColumnView, SavedViewView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { addressOf, isView, viewStateOf } from './view-state.ts';

function column(path: string, kind: string): ColumnView {
  return { path: path.split('.'), label: path, clause: path, sortable: true, field: { kind } as ColumnView['field'] };
}

const SCREEN = { filters: ['status', 'view', 'order', 'total'].map((name) => column(name, 'text')) };
const STATE: SavedViewView['state'] = {
  filters: { 'view.contains': 'sea', 'order.contains': 'x', 'status.contains': 'draft' },
  search: 'party',
  order: '-total',
  columns: ['total', 'view'],
  page_size: 'all',
};
const view = (state: SavedViewView['state']) => ({ id: 'v1', state }) as SavedViewView;

describe('a saved view and its address', () => {
  test('say the same, whatever the fields are called', () => {
    const address = addressOf(view(STATE));
    expect(address).toEqual({
      'f.view.contains': 'sea',
      'f.order.contains': 'x',
      'status.contains': 'draft',
      q: 'party',
      order: '-total',
      fields: 'total,view',
      limit: 'all',
      view: 'v1',
    });
    expect(viewStateOf(address, SCREEN)).toEqual(STATE);
    expect(isView(address, SCREEN, view(STATE))).toBe(true);
  });

  test.each([
    [{ q: 'other' }, false],
    [{ limit: '50' }, false],
    // The page of the list is not part of its view.
    [{ cursor: 'c' }, true],
    [{ 'nobody.knows': 'this' }, true],
  ])('with %j: the same %s', (changes, same) => {
    expect(isView({ ...addressOf(view(STATE)), ...changes }, SCREEN, view(STATE))).toBe(same);
  });

  test('a report is part of it, and the records that one of its numbers leads to are not', () => {
    const report = { rows: 'status', columns: 'month(day)', measures: ['count', 'sum(total)'] };
    const state = { ...STATE, report };
    const address = addressOf(view(state));
    expect(address).toMatchObject({
      report: 'status',
      'report.columns': 'month(day)',
      'report.measures': 'count,sum(total)',
    });
    expect(viewStateOf({ ...address, 'report.row': 'paid' }, SCREEN)).toEqual(state);
    expect(isView(address, SCREEN, view(state))).toBe(true);
    expect(isView(addressOf(view(STATE)), SCREEN, view(state))).toBe(false);
    const counted = view({ ...STATE, report: { rows: 'status', columns: null, measures: [] } });
    expect(isView(addressOf(counted), SCREEN, counted)).toBe(true);
  });

  test('an empty one is only a name', () => {
    const empty = { filters: {}, search: null, order: null, columns: null, page_size: null };
    expect(addressOf(view(empty))).toEqual({ view: 'v1' });
    expect(viewStateOf({ view: 'v1' }, SCREEN)).toEqual(empty);
  });
});
