import { expect, test } from 'vitest';
import { hasWords, lookupQueries } from './lookups.ts';

const CLAIM = {
  lookups: [
    { field: 'number', whole: true },
    { field: 'purpose', whole: false },
  ],
};

test.each([
  ['ex-2026-00008', { 'number.in': 'ex-2026-00008,EX-2026-00008' }, { 'purpose.contains': 'ex-2026-00008' }],
  ['EX-7', { 'number.in': 'EX-7' }, { 'purpose.contains': 'EX-7' }],
  ['in  dinner', { 'number.in': 'in  dinner,IN  DINNER' }, { 'purpose.contains': 'dinner' }],
  ['EX-7: Tea', { 'number.in': 'EX-7: Tea,EX-7: TEA,EX-7' }, { 'purpose.contains': 'Tea' }],
])('“%s” is looked for as a number, and by its longest word', (typed, number, purpose) => {
  expect(lookupQueries(CLAIM, typed).map(({ filters }) => filters)).toEqual([number, purpose]);
});

test('a comma is in no number', () => {
  expect(lookupQueries(CLAIM, 'a,b').map(({ filters }) => filters)).toEqual([{ 'purpose.contains': 'a,b' }]);
  expect(lookupQueries(CLAIM, ' ')).toEqual([]);
});

test.each([
  ['EX-1: Team dinner', 'dinner ex', true],
  ['EX-1: Team dinner', 'lunch ex', false],
])('“%s” has the words of “%s”: %s', (title, typed, has) => {
  expect(hasWords(title, typed)).toBe(has);
});
