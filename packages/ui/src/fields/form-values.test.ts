import { expect, test } from 'vitest';
import { pickerFilters } from './form-values.ts';

test.each<[string, Record<string, unknown>, Record<string, string>]>([
  ['what the form does not have is left out', {}, {}],
  ['a cleared value is empty', { project: null }, { 'this.project': '' }],
  ['an id', { project: 'p1', other: 'x' }, { 'this.project': 'p1' }],
  ['a reference with its title', { project: { id: 'p1', _title: 'One' } }, { 'this.project': 'p1' }],
  ['a truth', { project: false }, { 'this.project': 'false' }],
])('the values that a picker sends: %s', (_what, values, expected) => {
  expect(pickerFilters(['project'], values)).toEqual(expected);
});
