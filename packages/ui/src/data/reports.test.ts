import type { ColumnView } from '@nonet/client';
import { expect, test } from 'vitest';
import {
  cellFilters,
  cellSearch,
  firstReport,
  isStrayReport,
  reportChanges,
  reportColumns,
  reportGroupings,
  reportMeasures,
  reportOf,
} from './reports.ts';

const column = (kind: string, name: string, more: object = {}) =>
  ({ path: [name], label: name, field: { name, kind, choices: null, ...more } }) as unknown as ColumnView;
const STATUS = column('state', 'status', { choices: [{ name: 'new', label: 'New' }] });
const SCREEN = {
  groups: [{ label: null, columns: [column('text', 'name'), STATUS, column('money', 'total')] }],
  filters: [
    STATUS,
    column('datetime', 'paid_at'),
    column('duration', 'took'),
    column('many', 'tags', { several: true }),
  ],
} as unknown as Parameters<typeof reportColumns>[0];
const COLUMNS = reportColumns(SCREEN);

test('a report is made of the columns and the filters of its list, each once', () => {
  expect(COLUMNS.map(({ path }) => path.join('.'))).toEqual(['name', 'status', 'total', 'paid_at', 'took', 'tags']);
  expect(reportGroupings(COLUMNS).map(({ key }) => key)).toEqual([
    'name',
    'status',
    'day(paid_at)',
    'week(paid_at)',
    'month(paid_at)',
    'quarter(paid_at)',
    'year(paid_at)',
  ]);
  expect(reportMeasures(COLUMNS).map(({ key }) => key)).toEqual([
    'count',
    'sum(total)',
    'avg(total)',
    'min(total)',
    'max(total)',
    'min(paid_at)',
    'max(paid_at)',
    'sum(took)',
    'avg(took)',
    'min(took)',
    'max(took)',
  ]);
  expect(firstReport(COLUMNS)).toEqual({ rows: 'status', columns: null, measures: ['count'] });
  expect(firstReport([column('money', 'total')])).toBeNull();
});

test('an address has a report, and the cell whose records are shown', () => {
  expect(reportOf({ q: 'x' })).toBeNull();
  expect(reportOf({ report: 'status' })).toEqual({ rows: 'status', columns: null, measures: ['count'], cell: null });
  const state = { report: 'status', 'report.columns': 'year(paid_at)', cursor: 'c', q: 'x' };
  const cell = cellSearch(state, null, '2027-01-01');
  expect(cell).toEqual({
    report: 'status',
    'report.columns': 'year(paid_at)',
    q: 'x',
    'report.row': '',
    'report.column': '2027-01-01',
  });
  expect(reportOf(cell)?.cell).toEqual({ row: '', column: '2027-01-01' });
  expect(reportChanges(null)).toMatchObject({ report: undefined, 'report.row': undefined });
});

test.each([
  [{ row: 'new' }, { status: 'new' }],
  [{ row: '' }, { 'status.null': 'true' }],
  [{ column: '2027-01-01' }, { 'paid_at.gte': '2026-12-31T23:00:00Z', 'paid_at.lt': '2027-12-31T23:00:00Z' }],
])('the records of %j', (place, filters) => {
  const report = {
    rows: 'status',
    columns: 'year(paid_at)',
    measures: ['count'],
    cell: { row: undefined, column: undefined, ...place },
  };
  const found = cellFilters({ 'total.gte': '5' }, report, SCREEN, 'Europe/Amsterdam');
  const written = Object.entries(found).map(([key, value]) => [
    key,
    value.replace('.000Z', 'Z').replace('+00:00', 'Z'),
  ]);
  expect(Object.fromEntries(written)).toEqual({ 'total.gte': '5', ...filters });
});

test.each([
  { rows: 'status', columns: 'month(paid_at)', measures: ['count', 'sum(total)'], isStray: false },
  { rows: 'cost', columns: null, measures: ['count'], isStray: true },
  { rows: 'status', columns: 'decade(paid_at)', measures: ['count'], isStray: true },
  { rows: 'status', columns: null, measures: ['median(total)'], isStray: true },
])('an address asks for $rows, $columns and $measures of a list', ({ isStray, ...report }) => {
  expect(isStrayReport(report, COLUMNS)).toBe(isStray);
});
