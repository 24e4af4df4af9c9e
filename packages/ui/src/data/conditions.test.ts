import type { ColumnView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { changesOf, type Condition, conditionOf } from './conditions.ts';
import { operatorsOf } from './filter-operators.ts';
import type { ListState } from './list-state.ts';

function column(path: string, kind: string, required = true): ColumnView {
  const field = { kind, required } as ColumnView['field'];
  return { path: path.split('.'), label: path, clause: path, sortable: true, field };
}

describe('the operators of a filter', () => {
  test.each([
    ['text', column('name', 'text'), ['contains', 'starts', 'is', 'isNot']],
    ['what may be missing', column('paid', 'date', false), ['range', 'is', 'isNot', 'empty', 'filled']],
    ['what a reference that may be missing leads to', column('owner.name', 'boolean'), ['is', 'empty', 'filled']],
    ['what can’t be compared', column('meta', 'json', false), ['empty', 'filled']],
    ['what the document leaves open', column('kind', 'open', false), []],
  ])('%s', (_, of, expected) => {
    expect(operatorsOf(of)).toEqual(expected);
  });
});

describe('a condition and the address', () => {
  test.each<[ColumnView, ListState, Condition]>([
    [column('status', 'state'), { status: 'draft' }, { operator: 'oneOf', values: ['draft'] }],
    [column('status', 'state'), { 'status.in': 'draft,paid' }, { operator: 'oneOf', values: ['draft', 'paid'] }],
    [column('status', 'state'), { 'status.ne': 'draft' }, { operator: 'isNot', values: ['draft'] }],
    [column('total', 'money'), { 'total.gte': '5' }, { operator: 'range', values: ['5', ''] }],
    [column('total', 'money'), { 'total.lte': '9' }, { operator: 'range', values: ['', '9'] }],
    [column('total', 'money'), { 'total.gte': '5', 'total.lte': '9' }, { operator: 'range', values: ['5', '9'] }],
    [column('order', 'text'), { 'f.order.starts': 'x' }, { operator: 'starts', values: ['x'] }],
    [column('paid', 'date', false), { 'paid.null': 'true' }, { operator: 'empty', values: [] }],
    [column('paid', 'date', false), { 'paid.null': 'false' }, { operator: 'filled', values: [] }],
    [column('open', 'boolean'), { open: 'false' }, { operator: 'is', values: ['false'] }],
  ])('%o says the same as %j', (of, state, condition) => {
    expect(conditionOf(state, of)).toEqual(condition);
    const stated = Object.entries(changesOf(of, condition)).filter(([, value]) => value !== undefined);
    expect(Object.fromEntries(stated)).toEqual(state);
  });

  test('one that takes the place of another leaves nothing of it', () => {
    const total = column('total', 'money');
    const changes = changesOf(total, { operator: 'is', values: ['7'] });
    expect({ 'total.gte': '5', 'total.lte': '9', ...changes }).toEqual({ total: '7' });
    expect(Object.values(changesOf(total, null)).every((value) => value === undefined)).toBe(true);
  });

  test('says nothing where the address has no value', () => {
    expect(conditionOf({ other: '1' }, column('total', 'money'))).toBeNull();
  });
});
