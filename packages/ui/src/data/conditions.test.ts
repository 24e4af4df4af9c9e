import type { ColumnView } from '@nonet/client';
import { describe, expect, test } from 'vitest';
import { changesOf, type Condition, conditionsOf } from './conditions.ts';
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
    expect(conditionsOf(state, of)).toMatchObject([condition]);
    expect(changesOf(of, null, condition)).toEqual(state);
  });

  test('a filter that replaces another removes it completely', () => {
    const total = column('total', 'money');
    const state = { 'total.gte': '5', 'total.lte': '9' };
    const [before = null] = conditionsOf(state, total);
    expect({ ...state, ...changesOf(total, before, { operator: 'is', values: ['7'] }) }).toEqual({ total: '7' });
    expect({ ...state, ...changesOf(total, before, null) }).toEqual({});
  });

  test.each([
    [column('total', 'money'), { 'total.gte': '5', 'total.ne': '7' }, ['range', 'isNot']],
    [column('name', 'text'), { 'name.starts': 'a', 'name.contains': 'b', name: 'c' }, ['contains', 'starts', 'is']],
    [column('status', 'state'), { status: 'draft', 'status.in': 'draft' }, ['oneOf', 'oneOf']],
  ])('several of %o are distinguished: %j', (of, state: ListState, operators) => {
    const stated = conditionsOf(state, of);
    expect(stated.map(({ operator }) => operator)).toEqual(operators);
    for (const each of stated) {
      const left = conditionsOf({ ...state, ...changesOf(of, each, null) } as ListState, of);
      expect(left).toEqual(stated.filter((other) => other !== each));
    }
    const all = Object.assign({ ...state }, ...stated.map((each) => changesOf(of, each, null)));
    expect(conditionsOf(all, of)).toEqual([]);
  });

  test('says nothing where the address has no value', () => {
    expect(conditionsOf({ other: '1' }, column('total', 'money'))).toEqual([]);
  });
});
