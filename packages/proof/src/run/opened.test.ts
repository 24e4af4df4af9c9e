import { expect, test } from 'vitest';
import type { OpenStep } from './case.ts';
import type { Opened } from './host.ts';
import { openedDifference } from './opened.ts';

const step: OpenStep = {
  kind: 'open',
  at: '2026-03-16T09:00:00.000Z',
  as: null,
  role: 'nobody signed in',
  route: '/claims',
  screen: '2.claims',
  parts: { shown: ['2.claims.columns.total', '3.Claim.total'], perhaps: ['2.claims.actions.approve'] },
  records: [{ id: '1', shown: ['2.claims.actions.submit'], perhaps: ['2.claims.actions.edit'] }],
  menu: ['/', '/claims'],
  clauses: [],
};
const seen: Opened = {
  clauses: ['2.claims', '2.claims.columns.total', '3.Claim.total', '3.Line.amount'],
  records: { 1: ['2.claims.actions.submit'] },
  menu: ['/', '/claims'],
  complaints: [],
};
const without = (clause: string) => seen.clauses.filter((one) => one !== clause);

test.each<[what: string, found: Partial<Opened>, reason: string | null]>([
  ['all that is stated', {}, null],
  ['what may be there', { clauses: [...seen.clauses, '2.claims.actions.approve'] }, null],
  ['a column less', { clauses: without('2.claims.columns.total') }, '2.claims.columns.total is not to be seen'],
  [
    'an action more',
    { clauses: [...seen.clauses, '2.claims.actions.delete'] },
    '2.claims.actions.delete is to be seen, and must not be',
  ],
  ['a field more', { clauses: [...seen.clauses, '3.Claim.owner'] }, '3.Claim.owner is to be seen, and must not be'],
  ['what may be in a menu', { records: { 1: ['2.claims.actions.edit', '2.claims.actions.submit'] } }, null],
  ['an action less in a menu', { records: { 1: [] } }, '2.claims.actions.submit is not to be seen with 1'],
  [
    'an action more in a menu',
    { records: { 1: ['2.claims.actions.submit', '2.claims.actions.delete'] } },
    '2.claims.actions.delete is to be seen with 1, and must not be',
  ],
  ['a record less', { records: {} }, 'the record 1 is not to be seen'],
  ['no screen', { clauses: [] }, 'the screen 2.claims is not opened'],
  ['another menu', { menu: ['/'] }, 'the menu leads to /, not /, /claims'],
  ['a complaint of the page', { complaints: ['x is undefined'] }, 'the page complains: x is undefined'],
])('what is seen at an address is compared: %s', (_what, found, reason) => {
  expect(openedDifference(step, { ...seen, ...found })?.reason ?? null).toBe(reason);
});

test('a screen that is not for its reader must not be opened', () => {
  const refused = { ...step, parts: null };
  expect(openedDifference(refused, seen)).toEqual({
    reason: 'the screen 2.claims is opened, and must not be',
    clause: '2.claims.for',
  });
  expect(openedDifference(refused, { ...seen, clauses: ['2.sign_in'] })).toBeNull();
});
